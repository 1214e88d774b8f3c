import type { EmbeddedGeneration, EmbeddedSample, Step } from '../embedded-page.ts';
import { settings } from './embedded-samples.ts';
import { element, said, visible } from './said-element.ts';

/** A sample's conversation with its times, and the raw text behind it. */
export function conversationNodes(sample: EmbeddedSample): readonly HTMLElement[] {
	const { labels } = settings;
	const total = element('span', 'at', stopwatch(sample.endToEndMs));
	return [
		element(
			'ol',
			'steps',
			...sample.steps.map(stepNode),
			element('li', 'step total', total, element('p', 'facts', labels.total)),
		),
		element('details', 'rawtext', element('summary', '', labels.raw), ...sample.raw.flatMap(generationNodes)),
	];
}

function stepNode(step: Step): HTMLElement {
	const { labels } = settings;
	const dropped = step.dropped === true;
	const time = element('span', 'at', step.atMs === undefined ? '' : stopwatch(step.atMs));
	const who = element('span', 'who', labels[step.who] + (dropped ? ` · ${labels.dropped}` : ''));
	const words = WRITTEN.has(step.who) ? said('pre', '', step.text) : said('p', '', step.text);
	if (step.lang !== undefined) words.lang = step.lang;
	const bubble = element('div', 'bubble', who, words, ...(step.who === 'call' ? resultNodes(step) : []));
	return element('li', `step ${step.who}${dropped ? ' dropped' : ''}`, time, bubble);
}

/** What is read line by line. */
const WRITTEN: ReadonlySet<Step['who']> = new Set(['call', 'malformed', 'log']);

function resultNodes({ result, outcome = 'ok' }: Step): readonly HTMLElement[] {
	const { labels } = settings;
	if (result === undefined) return [element('span', 'who', labels.noResult)];
	return [element('span', 'who', labels.result), said('pre', `result ${outcome}`, result)];
}

function generationNodes(generation: EmbeddedGeneration, index: number): readonly HTMLElement[] {
	const { labels } = settings;
	const { prompt, output, finish, usage, firstTokenMs, totalMs } = generation;
	const facts = [
		`${labels.generation} ${index + 1}`,
		finish,
		usage.promptTokens === undefined ? '' : `${usage.promptTokens} → ${usage.outputTokens ?? '?'} tok`,
		firstTokenMs === undefined ? '' : stopwatch(firstTokenMs),
		totalMs === undefined ? '' : stopwatch(totalMs),
	];
	return [
		element('p', 'facts', facts.filter((fact) => fact !== '').join(' · ')),
		...(prompt === undefined ? [] : [element('p', 'who', labels.prompt), rawText(prompt)]),
		element('p', 'who', labels.output),
		rawText(output),
	];
}

/** Raw text with its special tokens set apart. */
function rawText(text: string): HTMLElement {
	const parts = visible(text)
		.split(/(<[|]?[A-Za-z_/]+[|]?>|<[|]"[|]>)/u)
		.filter((part) => part !== '');
	const nodes = parts.map((part) => (/^<.*>$/su.test(part) ? element('b', 'token', part) : part));
	const pre = element('pre', 'raw', ...nodes);
	pre.dir = 'ltr';
	pre.tabIndex = 0;
	return pre;
}

function stopwatch(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
