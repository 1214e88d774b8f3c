import type { EmbeddedSample, EmbeddedSettings } from '../embedded-page.ts';

const chunks = new Map<number, Promise<readonly EmbeddedSample[]>>();

export const settings = JSON.parse(textOf('settings')) as EmbeddedSettings;

/** The embedded sample; chunks are read when one of their samples is first asked for. */
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

/** What embedded JSON holds: plain, or compressed in a string. */
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
