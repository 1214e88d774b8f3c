import { diffArrays } from 'diff';
import type { LogSample } from '../../src/log/record.ts';
import type { Locale } from '../messages/catalogue.ts';
import { conversationSteps } from './conversation.ts';
import { html, type Markup } from './markup.ts';

/** A part of an output; its texts are alternately the same as the other run's, and different. */
interface MarkedPart {
	readonly kind: 'call' | 'text';
	readonly texts: readonly { readonly text: string; readonly differs: boolean }[];
}

/** Two outputs of one prompt, with the words that differ marked in both. */
function markedOutputs(
	first: LogSample,
	second: LogSample,
	locale: Locale,
): readonly [readonly MarkedPart[], readonly MarkedPart[]] {
	const sides = [first, second].map((sample) => wordsOf(sample, locale));
	const [one = [], other = []] = sides;
	const changes = diffArrays(
		one.map(({ text }) => text),
		other.map(({ text }) => text),
	);
	const marks: [boolean[], boolean[]] = [[], []];
	for (const { value, added, removed } of changes) {
		if (!added) marks[0].push(...value.map(() => removed));
		if (!removed) marks[1].push(...value.map(() => added));
	}
	return [partsOf(one, marks[0]), partsOf(other, marks[1])];
}

interface Word {
	readonly text: string;
	/** Index of its step. */
	readonly step: number;
	readonly kind: MarkedPart['kind'];
}

/** Words of what the model wrote and called; an output of thousands of words is cut. */
function wordsOf(sample: LogSample, locale: Locale): readonly Word[] {
	return conversationSteps(sample, locale)
		.filter(({ who }) => WRITTEN.has(who))
		.flatMap(({ who, text }, step) =>
			Array.from(SEGMENTER.segment(text.slice(0, MAX_CHARS)), ({ segment }): Word => {
				return { text: segment, step, kind: who === 'call' || who === 'malformed' ? 'call' : 'text' };
			}),
		);
}

const WRITTEN: ReadonlySet<string> = new Set(['model', 'thinking', 'call', 'malformed', 'error']);
const MAX_CHARS = 4000;
const SEGMENTER = new Intl.Segmenter('ko', { granularity: 'word' });

function partsOf(words: readonly Word[], marks: readonly boolean[]): readonly MarkedPart[] {
	const parts: { kind: MarkedPart['kind']; step: number; texts: { text: string; differs: boolean }[] }[] = [];
	for (const [index, { text, step, kind }] of words.entries()) {
		// A blank between two words that differ belongs to them.
		const isBetween = text.trim() === '' && marks[index - 1] === true && marks[index + 1] === true;
		const differs = marks[index] === true || isBetween;
		const part = parts.at(-1);
		if (part === undefined || part.step !== step) {
			parts.push({ kind, step, texts: [{ text, differs }] });
			continue;
		}
		const last = part.texts.at(-1);
		if (last?.differs === differs) last.text += text;
		else part.texts.push({ text, differs });
	}
	return parts;
}

/** Both outputs side by side; `heads` are their headings. */
export function outputsSideBySide(
	[first, second]: readonly [LogSample, LogSample],
	heads: readonly [Markup, Markup],
	locale: Locale,
): Markup {
	const sides = markedOutputs(first, second, locale);
	return html`${sides.map(
		(parts, side) =>
			html`<div class="side"><h4>${heads[side]}</h4>${parts.length === 0 && html`<p class="muted">${locale.answer.page.noOutput}</p>`}${parts.map(
				({ kind, texts }) =>
					html`<p class="out${kind === 'call' && ' called'}" dir="auto">${texts.map(({ text, differs }) => (differs ? html`<mark>${text}</mark>` : text))}</p>`,
			)}</div>`,
	)}`;
}
