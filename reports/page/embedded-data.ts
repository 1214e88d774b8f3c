import { gzipSync } from 'node:zlib';
import type { LogSample } from '../../src/index.ts';
import type { Locale } from '../locale/locale.ts';
import { finderLocale } from '../locale/sections/finder-locale.ts';
import { conversationSteps } from './conversation/conversation.ts';
import type { EmbeddedIndex, EmbeddedRow, EmbeddedSample, EmbeddedSettings } from './embedded-page.ts';
import { html, jsonMarkup, type Markup } from './markup.ts';

/** Samples a chunk holds; a chunk is read when a row of it is opened. */
const CHUNK = 100;
/** Logs of more samples are embedded compressed. */
const PLAIN_SAMPLES = 300;

/** The samples as data for the script: JSON by chunks, above some hundred samples gzipped. Each sample is there once. */
export function embeddedData(
	samples: readonly LogSample[],
	locale: Locale,
	rows: ReadonlyMap<number, EmbeddedRow> = new Map(),
	index?: EmbeddedIndex,
): Markup {
	const plain = samples.length <= PLAIN_SAMPLES;
	const chunks: Markup[] = [];
	for (let start = 0; start < samples.length; start += CHUNK) {
		const json = JSON.stringify(
			samples
				.slice(start, start + CHUNK)
				.map((sample, index) => embeddedSample(sample, rows.get(start + index), locale)),
		);
		chunks.push(
			html`<script type="application/json" id="data-${start / CHUNK}">${jsonMarkup(content(json, plain))}</script>
`,
		);
	}
	const { detail } = locale;
	const settings: EmbeddedSettings = {
		chunk: CHUNK,
		labels: {
			...detail.who,
			result: detail.result,
			noResult: detail.noResult,
			dropped: detail.notKept,
			raw: detail.raw,
			generation: detail.generation,
			prompt: detail.prompt,
			output: detail.output,
			total: detail.total,
			broken: detail.broken,
			copied: locale.identity.copied,
			link: finderLocale[locale.lang].link,
		},
	};
	return html`<script type="application/json" id="settings">${jsonMarkup(JSON.stringify(settings))}</script>
${index && html`<script type="application/json" id="index">${jsonMarkup(content(JSON.stringify(index), plain))}</script>\n`}${chunks}`;
}

/** As it is, or gzipped, in a string of base64. */
function content(json: string, plain: boolean): string {
	return plain ? json : JSON.stringify(gzipSync(json, { level: 3 }).toString('base64'));
}

function embeddedSample(sample: LogSample, row: EmbeddedRow | undefined, locale: Locale): EmbeddedSample {
	return {
		steps: conversationSteps(sample, locale),
		raw: sample.transcript.generations.map((generation, index) => {
			const timings = sample.timings.generations[index];
			return {
				prompt: generation.promptTail,
				output: generation.pieces.join(''),
				finish: generation.finish.unified,
				usage: generation.usage,
				firstTokenMs: rounded(timings?.firstTokenMs),
				totalMs: rounded(timings?.totalMs),
			};
		}),
		endToEndMs: rounded(sample.timings.endToEndMs),
		row,
	};
}

function rounded(ms: number): number;
function rounded(ms: number | undefined): number | undefined;
function rounded(ms: number | undefined): number | undefined {
	return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}
