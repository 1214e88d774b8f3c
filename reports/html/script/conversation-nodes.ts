import type { EmbeddedGeneration, EmbeddedSample, EmbeddedSettings, PageNode, Step } from '../embedded-page.ts';

/** A sample's conversation with times, and its raw text. */
export function conversationNodes(sample: EmbeddedSample): readonly (Node | string)[] {
	const { labels } = settings;
	const total = element('span', 'at', sample.endToEndMs === undefined ? '' : stopwatch(sample.endToEndMs));
	return [
		...sample.explained.map(pageNode),
		element(
			'ol',
			'steps',
			...sample.steps.map(stepNode),
			element('li', 'step total', total, element('p', 'facts', labels.total)),
		),
		element('details', 'rawtext', element('summary', '', labels.raw), ...sample.raw.flatMap(generationNodes)),
	];
}

function pageNode(node: PageNode): Node | string {
	if (typeof node === 'string') return visible(node);
	const [tag, attributes, ...children] = node;
	const drawn =
		tag === 'svg' || tag === 'rect'
			? document.createElementNS('http://www.w3.org/2000/svg', tag)
			: document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) drawn.setAttribute(name, value);
	drawn.append(...children.map(pageNode));
	return drawn;
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

/** Steps with preserved lines. */
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

/** Raw text with marked special tokens. */
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

const chunks = new Map<number, Promise<readonly EmbeddedSample[]>>();

export const settings = JSON.parse(textOf('settings')) as EmbeddedSettings;

/** The embedded sample; reads its chunk at the first request. */
export async function sampleAt(index: number): Promise<EmbeddedSample> {
	const number = Math.floor(index / settings.chunk);
	const chunk = chunks.get(number) ?? readChunk(number);
	chunks.set(number, chunk);
	const sample = (await chunk)[index % settings.chunk];
	if (sample === undefined) throw new Error(`the page has no sample ${index}`);
	return sample;
}

async function readChunk(number: number): Promise<readonly EmbeddedSample[]> {
	return (await contentOf(textOf(`data-${number}`))) as readonly EmbeddedSample[];
}

/** Parses embedded JSON, plain or gzipped in a string. */
export async function contentOf(json: string): Promise<unknown> {
	const content: unknown = JSON.parse(json);
	if (typeof content !== 'string') return content;
	const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	return JSON.parse(await new Response(stream).text());
}

export function textOf(id: string): string {
	return document.getElementById(id)?.textContent ?? 'null';
}

/** An element with its children; text is never parsed as markup. */
export function element<T extends keyof HTMLElementTagNameMap>(
	tag: T,
	className: string,
	...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
	const node = document.createElement(tag);
	if (className !== '') node.className = className;
	node.append(...children);
	return node;
}

/** Words of a user, model or tool in their direction and language. */
export function said(tag: 'p' | 'pre' | 'span', className: string, text: string): HTMLElement {
	const node = element(tag, className, visible(text));
	node.dir = 'auto';
	// Scrollable: needs the keyboard.
	if (tag === 'pre') node.tabIndex = 0;
	if (/[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/u.test(text)) node.lang = 'ko';
	return node;
}

/** Control characters as their pictures; line breaks and tabs stay. */
function visible(text: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
	return text.replace(/\r\n?/gu, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu, (char) => {
		const code = char.charCodeAt(0);
		return code < 32 ? String.fromCharCode(0x2400 + code) : code === 127 ? '\u2421' : '\ufffd';
	});
}
