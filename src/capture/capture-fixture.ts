import { type PrefixSample, prefixSuite } from '../../suites/prefix/index.ts';
import { type CorpusEvent, corpusLines, JsonLineLogger } from '../chat/corpus-log.ts';
import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { ScoreContext, Suite } from '../eval/suite.ts';
import type { ScriptedGeneration } from '../testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../testing/scripted-evaluation.ts';
import { type Ingested, ingestCaptures } from './ingest.ts';
import { readCorpusLines } from './lines.ts';

const ask = (id: string, input: string): PrefixSample => ({
	id,
	input,
	expected: [{ tool: 'search_catalog', arguments: { category: 'sleep' }, acceptable: {} }],
});
export const prompts: readonly PrefixSample[] = [
	ask('p01', '수면 습관 추천해 줘'),
	ask('p02', '잠이 안 와'),
	ask('p03', '오늘 어때?'),
	ask('p04', '새벽에 깨'),
];
export const typedSuite: Suite<PrefixSample> = await builtSuite<PrefixSample>(prefixSuite({ corpus: prompts }));
export const suite: Suite = typedSuite as unknown as Suite;

export const search = { call: 'search_catalog', arguments: { category: 'sleep' } };
export const answer: ScriptedGeneration = [{ text: '이런 습관은 어떠세요?' }];
const scripts: readonly (readonly ScriptedGeneration[])[] = [
	[[{ text: '수면 카탈로그를 ' }, { text: '보여드릴게요' }, search], answer],
	[[{ text: '네!' }, search, { call: 'get_streak', arguments: {} }], answer],
	[answer],
	[[{ throws: new TypeError('no stream') }]],
];

const run = await capturedRun();
/** Results of the evaluated prompts, and the lines that their app captured. */
export const live: readonly SampleResult[] = run.live;
export const lines: readonly string[] = run.lines;

async function capturedRun(): Promise<{ readonly live: SampleResult[]; readonly lines: string[] }> {
	const lines: string[] = [];
	const logger = new JsonLineLogger({ write: (line) => void lines.push(line), maxLineBytes: 160 });
	const live: SampleResult[] = [];
	for (const [index, sample] of prompts.entries()) {
		logger.prompt = sample.id;
		live.push(await evaluateScripted(typedSuite, sample, scripts[index] ?? [], { logger }));
	}
	return { live, lines };
}

/** The app that `gemmark ingest` passes. */
export const app: ScoreContext = { language: 'ko', dialect: ENGINE_DIALECT };

export function ingestText(text: string): Ingested {
	return ingestCaptures(suite, [readCorpusLines(text)], app);
}

/** Scores by sample, without the detail of an engine's failure, which differs on a device. */
export function scoresOf(samples: readonly SampleResult[]): unknown {
	return samples.map(({ sampleId, scores: { turnOrder: _, strictFormat: __, ...scores } }) => [
		sampleId,
		Object.entries(scores).map(([name, { detail, ...score }]) => [name, score.unscored ?? { ...score, detail }]),
	]);
}

/** The lines of p01, after its user line. */
export function linesOf(...events: readonly CorpusEvent[]): string {
	return [{ t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 } as const, ...events]
		.flatMap((event, n) => corpusLines(event, n, 3000))
		.join('\n');
}

export function captured(...events: readonly CorpusEvent[]): Ingested {
	return ingestText(linesOf(...events));
}

/** A turn of chunks, then a call with the prefix. */
export function turn(chunks: readonly string[], prefix: string): Ingested {
	return captured(...chunks.map(chunk), called(2, prefix), { t: 'end', atMs: 3 });
}

export function chunk(text: string): CorpusEvent {
	return { t: 'chunk', turn: 0, text, atMs: 1 };
}

export function called(atMs: number, prefix = '수면 습관을 찾아볼게요.'): Extract<CorpusEvent, { t: 'call' }> {
	return { t: 'call', turn: 0, prefix, name: 'search_catalog', args: {}, atMs };
}

/** Text after a call. */
export function reply(turn: number, atMs: number): CorpusEvent {
	return { t: 'chunk', turn, text: '두 가지예요.', atMs };
}
