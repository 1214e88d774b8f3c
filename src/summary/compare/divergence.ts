import { canonicalJson } from '../../base/json.ts';
import { isCaptured } from '../../eval/evidence/generation-evidence.ts';
import type { LoggedEvent, LoggedGeneration, SampleResult } from '../../eval/sample.ts';
import { outlineOf } from '../../model/generation.ts';
import { type Distribution, distribution } from '../../stats/distribution.ts';
import type { PairedSample } from '../flips.ts';
import type { Comparability } from './comparability.ts';

/** The first difference between the outputs of a sample. */
export interface SampleDivergence {
	readonly sampleId: string;
	readonly suite: string;
	readonly variant: string;
	readonly epoch: number;
	readonly firstIndex: number;
	readonly secondIndex: number;
	/** 0-based generation and token in it. */
	readonly generation: number;
	readonly token: number;
	/** The token's text in each run, or a call that its engine parsed; absent if the output had ended. */
	readonly firstPiece?: string;
	readonly secondPiece?: string;
}

/** How far outputs of two runs agree, token by token, on the same rendered prompts. */
export interface OutputDivergence {
	/** Samples compared: their first prompt has no known difference, and both or neither show calls as text. */
	readonly compared: number;
	/** Samples with the same outputs, except for half a character where one was cut off. */
	readonly identical: number;
	readonly diverged: readonly SampleDivergence[];
	/** First divergent token over the diverged samples. */
	readonly firstDivergentToken: Distribution;
}

export function outputDivergence(pairs: readonly PairedSample[]): OutputDivergence {
	const comparable = pairs.filter(
		({ first, second }) =>
			samePrompt(first.transcript.generations[0], second.transcript.generations[0]) && showCallsAlike(first, second),
	);
	const diverged = comparable.flatMap((pair) => divergenceOf(pair) ?? []);
	return {
		compared: comparable.length,
		identical: comparable.length - diverged.length,
		diverged,
		firstDivergentToken: distribution(diverged.map(({ token }) => token)),
	};
}

/** Whether one model was asked, as far as it is known, and gave the same whole answer to each prompt. */
export function saysTheSame(
	{ varied, blocking }: Comparability,
	pairs: readonly PairedSample[],
	{ identical }: OutputDivergence,
): boolean {
	return (
		pairs.length > 0 &&
		identical === pairs.length &&
		[...varied, ...blocking].every(({ field }) => !field.startsWith('model.')) &&
		pairs.every(
			({ first, second }) => first.transcript.failure === undefined && second.transcript.failure === undefined,
		)
	);
}

/** Engines that render prompts themselves report no hash; then the prompts count as the same. */
function samePrompt(first: LoggedGeneration | undefined, second: LoggedGeneration | undefined): boolean {
	if (first === undefined || second === undefined) return false;
	return (
		first.promptSha256 === undefined || second.promptSha256 === undefined || first.promptSha256 === second.promptSha256
	);
}

/** Captured apps, and engines that parse calls, show less of an output than raw ones. */
function showCallsAlike(first: SampleResult, second: SampleResult): boolean {
	const [one, other] = [first, second].map(({ transcript: { generations } }) => ({
		isCaptured: generations.some(isCaptured),
		calls: generations.some(({ events }) => outlineOf(events).attempts.length > 0),
		readsCalls: generations.some((generation) => readCalls(generation).length > 0),
	}));
	if (one === undefined || other === undefined || one.isCaptured !== other.isCaptured) return false;
	return !one.calls || !other.calls || one.readsCalls === other.readsCalls;
}

/** While outputs are equal, so are the next prompts, except for tool results. */
function divergenceOf({ first, second, firstIndex, secondIndex }: PairedSample): SampleDivergence | undefined {
	const count = Math.max(first.transcript.generations.length, second.transcript.generations.length);
	for (let generation = 0; generation < count; generation += 1) {
		const [one, other] = unitsOf([first, second], generation);
		// Servers may split the same text into other chunks.
		if (wholeText(one, first, generation) === wholeText(other, second, generation)) continue;
		const length = Math.max(one.length, other.length);
		for (let token = 0; token < length; token += 1) {
			if (one[token] === other[token]) continue;
			const [firstPiece, secondPiece] = [one[token], other[token]];
			return {
				sampleId: first.sampleId,
				suite: first.suite,
				variant: first.variant,
				epoch: first.epoch,
				firstIndex,
				secondIndex,
				generation,
				token,
				firstPiece,
				secondPiece,
			};
		}
	}
	return undefined;
}

/** Without the character that a cut-off generation was in the middle of: engines show its first bytes or drop them. */
function wholeText(units: readonly string[], sample: SampleResult, generation: number): string {
	const text = units.join('');
	const finish = sample.transcript.generations[generation]?.finish.unified;
	return finish !== undefined && CUT.has(finish) ? text.replace(HALF_CHARACTER, '') : text;
}

const CUT: ReadonlySet<LoggedGeneration['finish']['unified']> = new Set(['length', 'deadline', 'aborted', 'unknown']);

/** U+FFFD, half of a surrogate pair, or spelled-out byte tokens. */
const HALF_CHARACTER = /(?:\uFFFD|\p{Surrogate}|<0x[0-9A-F]{2}>)+$/u;

/** Token texts, then the calls that an engine parsed and does not show as text. Not ids, which some runtimes do not report. */
function unitsOf(
	[first, second]: readonly [SampleResult, SampleResult],
	generation: number,
): readonly [readonly string[], readonly string[]] {
	const [one, other] = [first, second].map(({ transcript }) => transcript.generations[generation]);
	const asRead = one !== undefined && other !== undefined && isInOwnForm(one) !== isInOwnForm(other);
	const units = (own: LoggedGeneration | undefined): readonly string[] => {
		if (own === undefined) return [];
		return asRead ? [...piecesOfText(own), ...own.events.flatMap(readCall)] : [...own.pieces, ...readCalls(own)];
	};
	return [units(one), units(other)];
}

/** Whether an engine that reads calls itself wrote one in a form of its own, an object or `name({...})`, not as the model did. */
function isInOwnForm({ events }: LoggedGeneration): boolean {
	return events.some(
		(event) =>
			event.type === 'call' &&
			[`{"type":"function"`, `${event.call.name}({`].some((form) => event.call.raw?.startsWith(form)),
	);
}

/** The pieces before the calls. */
function piecesOfText({ pieces, events }: LoggedGeneration): readonly string[] {
	const text = events.map((event) => (event.type === 'text' || event.type === 'thinking' ? event.text : '')).join('');
	let length = 0;
	const own = pieces.filter((piece) => {
		length += piece.length;
		return length <= text.length;
	});
	return own.join('') === text ? own : [text];
}

function readCall(event: LoggedEvent): readonly string[] {
	if (event.type === 'malformed') return [event.raw];
	return event.type === 'call' ? [`${event.call.name}(${canonicalJson(event.call.arguments)})`] : [];
}

/** The calls of a generation that its pieces do not contain. */
function readCalls({ pieces, events }: LoggedGeneration): readonly string[] {
	const { attempts } = outlineOf(events);
	const text = attempts.length === 0 ? '' : pieces.join('');
	return attempts.flatMap((event) => {
		const raw = event.type === 'call' ? event.call.raw : event.raw;
		if (raw !== undefined && text.includes(raw)) return [];
		return readCall(event);
	});
}

/** Kinds of text in an output; a quantization may affect each differently. */
export const OUTPUT_SPANS = ['prose', 'control', 'tool-name', 'hangul-value', 'ascii-value', 'number'] as const;
export type OutputSpan = (typeof OUTPUT_SPANS)[number];

/**
 * The span of each token of a generation, and of its end. Control is the dialect's syntax around names and values,
 * including keys, and special tokens. Undefined if the tokens were not reported.
 */
export function tokenSpans({ tokens, pieces, events }: LoggedGeneration): readonly OutputSpan[] | undefined {
	if (tokens === undefined || tokens.length !== pieces.length) return undefined;
	const text = pieces.join('');
	const spans = characterSpans(text, events.flatMap(attemptIn));
	let start = 0;
	const own = pieces.map((piece) => {
		const span = spanOf(piece, spans, start);
		start += piece.length;
		return span;
	});
	return [...own, 'control'];
}

/** A malformed call is no prose either; its name is unknown. */
function attemptIn(event: LoggedEvent): readonly { readonly name: string; readonly raw: string }[] {
	if (event.type === 'malformed') return [{ name: '', raw: event.raw }];
	return event.type === 'call' && event.call.raw !== undefined ? [{ name: event.call.name, raw: event.call.raw }] : [];
}

/** The span of a piece is that of its first character that is not control. */
function spanOf(piece: string, spans: readonly OutputSpan[], start: number): OutputSpan {
	if (SPECIAL.test(piece)) return 'control';
	for (let offset = 0; offset < piece.length; offset += 1) {
		const span = spans[start + offset];
		if (span !== undefined && span !== 'control') return span;
	}
	return spans[start] ?? 'prose';
}

const SPECIAL = /^<[^<>\s]*>$/u;

function characterSpans(
	text: string,
	calls: readonly { readonly name: string; readonly raw: string }[],
): readonly OutputSpan[] {
	const spans: OutputSpan[] = Array.from({ length: text.length }, () => 'prose');
	let from = 0;
	for (const { name, raw } of calls) {
		const start = text.indexOf(raw, from);
		if (raw === '' || start < 0) continue;
		from = start + raw.length;
		for (const [offset, span] of callSpans(raw, name).entries()) spans[start + offset] = span;
	}
	return spans;
}

/** Strings between the delimiters of Gemma's dialects or in quotation marks, and numbers; JSON keys match first and are skipped. */
const VALUE =
	/"(?:[^"\\]|\\.)*"\s*:|<\|"\|>([\s\S]*?)(?:<\|"\|>|$)|<escape>([\s\S]*?)(?:<escape>|$)|"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?/gu;

function callSpans(raw: string, name: string): readonly OutputSpan[] {
	const spans: OutputSpan[] = Array.from({ length: raw.length }, () => 'control');
	const named = name === '' ? -1 : raw.indexOf(name);
	if (named >= 0) spans.fill('tool-name', named, named + name.length);
	for (const match of raw.matchAll(VALUE)) {
		const inner = match[1] ?? match[2] ?? match[3];
		if (inner === undefined && (match[0].startsWith('"') || match.index < named + name.length)) continue;
		const value = inner ?? match[0];
		if (inner === name && match.index <= named) continue;
		const start = match.index + match[0].indexOf(value);
		const span =
			inner === undefined || /^-?[\d.,]+$/u.test(value)
				? 'number'
				: /[가-힣]/u.test(value)
					? 'hangul-value'
					: 'ascii-value';
		spans.fill(span, start, start + value.length);
	}
	return spans;
}
