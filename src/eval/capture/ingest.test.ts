import { beforeAll, describe, expect, it } from 'vitest';
import { type PrefixSample, prefixSuite } from '../../../suites/prefix/index.ts';
import { type CorpusEvent, corpusLines, readCorpusLines } from '../../chat/corpus-line.ts';
import { JsonLineLogger } from '../../chat/json-line-logger.ts';
import { toldContradiction } from '../../log/checks/generation-contradiction.ts';
import { sampleProblem } from '../../log/log-line.ts';
import { seededRandom } from '../../stats/seeded-random.ts';
import type { ScriptedGeneration } from '../../testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../../testing/doubles/suite-context-double.ts';
import { logSchemaAccepts } from '../../testing/log-line-fixture.ts';
import { evaluateScripted } from '../../testing/scripted-evaluation.ts';
import type { SampleResult } from '../sample.ts';
import { rescore } from '../score/rescore.ts';
import type { Suite } from '../suite.ts';
import { isFailedTurn } from '../summary/speed/comparable-times.ts';
import { type Ingested, ingestCaptures } from './ingest.ts';

const ask = (id: string, input: string): PrefixSample => ({
	id,
	input,
	expected: [{ tool: 'search_catalog', arguments: { category: 'sleep' }, acceptable: {} }],
});
const prompts = [
	ask('p01', '수면 습관 추천해 줘'),
	ask('p02', '잠이 안 와'),
	ask('p03', '오늘 어때?'),
	ask('p04', '새벽에 깨'),
];
const own = await builtSuite<PrefixSample>(prefixSuite({ corpus: prompts }));
const suite = own as unknown as Suite;

const search = { call: 'search_catalog', arguments: { category: 'sleep' } };
const answer: ScriptedGeneration = [{ text: '이런 습관은 어떠세요?' }];
const scripts: readonly (readonly ScriptedGeneration[])[] = [
	[[{ text: '수면 카탈로그를 ' }, { text: '보여드릴게요' }, search], answer],
	[[{ text: '네!' }, search, { call: 'get_streak', arguments: {} }], answer],
	[answer],
	[[{ throws: new TypeError('no stream') }]],
];

let live: SampleResult[];
let lines: string[];
beforeAll(async () => {
	lines = [];
	const logger = new JsonLineLogger({ write: (line) => void lines.push(line), maxLineBytes: 160 });
	live = [];
	for (const [index, sample] of prompts.entries()) {
		logger.prompt = sample.id;
		live.push(await evaluateScripted(own, sample, scripts[index] ?? [], { logger }));
	}
});

const ingestText = (text: string): Ingested => ingestCaptures(suite, [readCorpusLines(text)]);
const withoutPrompt = (text: string): string => text.replaceAll(/"prompt":"p\d+",/gu, '');
/** Without what is said of an engine's failure: a device tells what its app told its user. */
const scoresOf = (samples: readonly SampleResult[]): unknown =>
	samples.map(({ sampleId, scores: { turnOrder: _, strictFormat: __, ...scores } }) => [
		sampleId,
		Object.entries(scores).map(([name, { detail, ...score }]) => [name, score.unscored ?? { ...score, detail }]),
	]);

describe('ingestCaptures', () => {
	it('leaves a prefix unscored that ends in half the mark of its call, as the run does that was captured', async () => {
		const captured: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void captured.push(line) });
		const script = [[{ text: '수면 카탈로그를 보여드릴게요 <|tool_call' }, search], answer];
		const { scores } = await evaluateScripted(own, prompts[0] as PrefixSample, script, { logger });
		const [sample] = ingestText(captured.join('\n')).samples;
		expect([scores.meaningful, sample?.scores.meaningful]).toEqual([
			{ unscored: 'unreadable' },
			{ unscored: 'unreadable' },
		]);
	});

	it('gives the scores of the run that was captured, less what a device does not tell', () => {
		const { samples, ...told } = ingestText(lines.join('\n'));
		expect(scoresOf(samples)).toEqual(scoresOf(live));
		for (const { scores } of samples) expect(Object.keys(scores)).not.toContain('turnOrder');
		expect(samples.map(({ scores }) => scores.strictFormat)).toEqual([
			undefined,
			undefined,
			undefined,
			{ unscored: 'engine-failed', detail: expect.any(String) },
		]);
		const nothing = {
			repeated: [],
			reworded: [],
			contradictory: [],
			unknown: [],
			broken: [],
			missing: [],
			damaged: [],
		};
		expect(told).toEqual({ ...nothing, endingUntold: ['p03'], stray: 0 });
	});

	it('invents nothing: no seed, no messages, no tokens, no raw call', () => {
		const [sample] = ingestText(lines.join('\n')).samples;
		expect(sample).not.toHaveProperty('seed');
		expect(sample?.transcript).not.toHaveProperty('messages');
		const generation = sample?.transcript.generations[0];
		expect(Object.keys(generation ?? {}).sort()).toEqual(['events', 'finish', 'pieces', 'usage']);
		expect(generation?.events.at(-1)).toEqual({
			type: 'call',
			call: { id: 'call-0', name: 'search_catalog', arguments: { category: 'sleep' } },
		});
	});

	it('writes samples that the log takes', () => {
		for (const sample of ingestText(lines.join('\n')).samples) expect(logSchemaAccepts(sample)).toBe(true);
	});

	it('knows a prompt by its words where the app tells no id, decomposed Hangul too', () => {
		const { samples, reworded } = ingestText(withoutPrompt(lines.join('\n')).normalize('NFD'));
		expect(samples.map((sample) => sample.sampleId)).toEqual(['p01', 'p02', 'p03', 'p04']);
		expect(reworded).toEqual([]);
	});

	it('leaves out what is no prompt, and tells it', () => {
		const other = withoutPrompt(lines.join('\n')).replaceAll('오늘 어때?', '날씨 어때?');
		expect(ingestText(other)).toMatchObject({ unknown: ['날씨 어때?'], missing: ['p03'] });
	});

	it('scores nothing of a prompt that was asked in other words, and keeps what was asked', () => {
		const { samples, reworded } = ingestText(lines.join('\n').replaceAll('잠이 안 와', '잠이 잘 안 와'));
		expect(reworded).toEqual(['p02']);
		expect(samples[1]?.sample.input).toBe('잠이 잘 안 와');
		const causes = Object.values(samples[1]?.scores ?? {}).map(({ unscored }) => unscored);
		expect(new Set(causes)).toEqual(new Set(['foreign']));
		expect(rescore(samples, [suite], { language: 'ko' }).changed).toBe(0);
	});

	const chunk = (text: string): CorpusEvent => ({ t: 'chunk', turn: 0, text, atMs: 1 });
	const turn = (chunks: readonly string[], prefix: string): Ingested =>
		ingestText(
			[
				{ t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 } as const,
				...chunks.map(chunk),
				{ t: 'call', turn: 0, prefix, name: 'search_catalog', args: {}, atMs: 2 } as const,
				{ t: 'end', atMs: 3 } as const,
			]
				.flatMap((event, n) => corpusLines(event, n, 3000))
				.join('\n'),
		);

	it.each(['잠을 푹 자게 도와 드릴게요.', ''])(
		'scores nothing of a call whose chunks contradict its prefix: %s',
		(prefix) => {
			const { samples, contradictory } = turn(['카탈로그를 ', '보여드릴게요'], prefix);
			expect(contradictory).toEqual([{ id: 'p01', problem: expect.stringContaining("'카탈로그를 보여드릴게요'") }]);
			expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
			expect(rescore(samples, [suite], { language: 'ko' }).changed).toBe(0);
		},
	);

	it('takes chunks that were held back, and other white space, for no contradiction', () => {
		const { samples, contradictory } = turn(['카탈로그를 '], '카탈로그를  보여드릴게요\n');
		expect(contradictory).toEqual([]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
	});

	const told = (...events: readonly CorpusEvent[]): Ingested =>
		ingestText(
			[{ t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 } as const, ...events]
				.flatMap((event, n) => corpusLines(event, n, 3000))
				.join('\n'),
		);
	const reply = (turn: number, atMs: number): CorpusEvent => ({ t: 'chunk', turn, text: '두 가지예요.', atMs });
	const called = (atMs: number): CorpusEvent => {
		return { t: 'call', turn: 0, prefix: '찾아볼게요.', name: 'search_catalog', args: {}, atMs };
	};

	it.each<[string, readonly CorpusEvent[]]>([
		['turn 1 follows turn 0, which tells no call', [chunk('찾아볼게요.'), reply(1, 5)]],
		['turn 1 follows turn 0, which tells no call', [reply(1, 5)]],
		['turn 2 is told where turn 0 is expected', [called(2), reply(2, 5)]],
		['its clock runs backwards, from 7 to 5 ms', [called(7), reply(1, 5)]],
		[
			"its calls tell two prefixes, '찾아볼게요.' and '다른 말이에요.'",
			[chunk('찾아볼게요.'), called(2), { ...called(3), prefix: '다른 말이에요.' } as CorpusEvent],
		],
		['a call is told behind its end', [chunk('찾아볼게요.'), { t: 'end', atMs: 8 }, called(8)]],
	])('scores nothing of a turn of which %s', (problem, events) => {
		const { samples, contradictory } = told(...events, { t: 'end', atMs: 9 });
		expect(contradictory).toEqual([{ id: 'p01', problem }]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
	});

	it.each([
		['찾아 볼게요.', '다른 말을 했어요.'],
		['찾아 볼게요.', ''],
		['찾아볼 게', '찾아  볼게요.\n'],
	])('writes what the log takes of chunks %j before the prefix %j', (said, prefix) => {
		const [sample] = told(chunk(said), { ...called(2), prefix } as CorpusEvent, { t: 'end', atMs: 9 }).samples;
		if (sample === undefined) throw new Error('no sample');
		expect(toldContradiction(sample, 'engine')).toBeUndefined();
	});

	it('takes a later call that tells the same prefix, or none, for no contradiction', () => {
		for (const prefix of ['찾아 볼게요.', '']) {
			const { contradictory } = told(called(2), { ...called(3), prefix } as CorpusEvent, { t: 'end', atMs: 9 });
			expect(contradictory).toEqual([]);
		}
	});

	it('writes what the log takes of whatever a stranger captures, and judges none that it says contradicts itself', () => {
		const random = seededRandom(5);
		const words = [
			'',
			' ',
			'찾아',
			'볼게요.',
			'볼게요.'.normalize('NFD'),
			'ᄀ',
			'ᅡ',
			'\n',
			'e',
			'\u0301',
			'<|tool_call>',
		];
		const text = (): string =>
			Array.from({ length: 1 + random() * 3 }, () => words[Math.floor(random() * words.length)]).join('');
		const counts = { judged: 0, contradictory: 0 };
		for (let run = 0; run < 2000; run += 1) {
			const events = Array.from({ length: 1 + random() * 5 }, (_, at): CorpusEvent => {
				const place = { turn: random() < 0.1 ? 1 : 0, atMs: random() < 0.05 ? 0 : at };
				if (random() < 0.7) return { t: 'chunk', text: text(), ...place };
				return { t: 'call', prefix: text(), name: 'search_catalog', args: {}, ...place };
			});
			const { samples, contradictory } = told(...events, { t: 'end', atMs: 9 });
			for (const sample of samples) expect(sampleProblem(sample, 'engine')).toBeUndefined();
			const judged = samples.some(({ scores }) => scores.meaningful?.unscored === undefined);
			expect([judged, contradictory.length]).not.toEqual([true, 1]);
			counts.judged += judged ? 1 : 0;
			counts.contradictory += contradictory.length;
		}
		expect(Math.min(counts.judged, counts.contradictory)).toBeGreaterThan(200);
	});

	it('takes an empty chunk for nothing that a model said', () => {
		const { samples, endingUntold } = told(chunk(''), { t: 'end', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'not-recorded' });
		expect(endingUntold).toEqual([]);
	});

	it('tells of an answer without a call that a cut would not show, and scores it', () => {
		const { samples, endingUntold } = told(chunk('수면 습관부터 차근차근 고르고 나서'), { t: 'end', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'no-tool-call' });
		expect(endingUntold).toEqual(['p01']);
	});

	it('takes the word of an app that knows how its answer ended', () => {
		const spoken = chunk('수면 습관부터 차근차근 고르고 나서');
		const cut = told(spoken, { t: 'end', finish: 'length', atMs: 9 });
		expect(cut.samples[0]?.scores.meaningful).toEqual({ unscored: 'cut-length' });
		const ended = told(spoken, { t: 'end', finish: 'stop', atMs: 9 });
		expect(ended.samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'no-tool-call' });
		expect([cut.endingUntold, ended.endingUntold]).toEqual([[], []]);
		expect(told(spoken, { t: 'end', finish: 'EOS' as 'stop', atMs: 9 }).endingUntold).toEqual(['p01']);
	});

	it.each<[string, readonly CorpusEvent[]]>([
		['before its first word', []],
		['behind its call', [called(2), reply(1, 5)]],
	])('takes no time of a turn that failed %s', (_title, events) => {
		const { samples } = told(...events, { t: 'end', error: 'out of memory', atMs: 9 });
		expect(samples.map(isFailedTurn)).toEqual([true]);
	});

	const again = (prefix: string): Ingested => {
		const call = { t: 'call', turn: 0, prefix, name: search.call, args: search.arguments, atMs: 9 };
		const user = { t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 };
		const events = [user, call, { t: 'end', atMs: 10 }, user];
		return ingestText([...lines, ...events.map((event, n) => JSON.stringify({ v: 1, n, ...event }))].join('\n'));
	};

	it('counts the last whole turn of a prompt that was asked again', () => {
		const { samples, repeated, broken } = again('수면 습관이 담긴 목록을 열어볼게요');
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
		expect(samples[0]?.timings.endToEndMs).toBe(10);
		expect(repeated).toEqual([{ id: 'p01', times: 2 }]);
		expect(broken).toEqual(['p01']);
	});

	it('scores nothing of a prompt that was asked until it passed, or until it did not', () => {
		const { samples, contradictory } = again('');
		expect(contradictory).toEqual([{ id: 'p01', problem: 'asked 2 times, and meaningful differs' }]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
	});

	it('leaves a turn out whose lines were lost, rather than judge what is left of it', () => {
		const lost = lines.filter((line) => !line.includes('"t":"call"') && !line.includes('"part":2'));
		const { samples, missing } = ingestText(lost.join('\n'));
		expect(samples.map((sample) => sample.sampleId)).toEqual(['p03', 'p04']);
		expect(missing).toEqual(['p01', 'p02']);
	});

	it('has what no log can hold as the failure of that sample alone', () => {
		const read = (from: string, to: string): ReturnType<typeof ingestCaptures> => {
			const changed = lines.map((line) => line.replace(from, to));
			return ingestCaptures(suite, [readCorpusLines(changed.join('\n'))], { language: 'ko' }, sampleProblem);
		};
		const deep = read('"args":{}', `"args":{"a":${'['.repeat(1100)}${']'.repeat(1100)}}`);
		expect(deep.samples.map(({ transcript }) => transcript.failure)).toEqual([
			undefined,
			'too-large',
			undefined,
			undefined,
		]);
		expect(deep.samples[1]?.scores.meaningful).toMatchObject({ unscored: 'too-large' });
		expect(deep.samples.every((sample) => logSchemaAccepts(sample))).toBe(true);
	});

	it('reads a prompt that was asked fifty thousand times within seconds', () => {
		const turns = Array.from({ length: 50_000 }, (_, at) => [
			`{"v":1,"n":${2 * at},"t":"user","prompt":"p03","text":"오늘 어때?","atMs":0}`,
			`{"v":1,"n":${2 * at + 1},"t":"end","atMs":1}`,
		]);
		const started = performance.now();
		expect(ingestText(turns.flat().join('\n')).repeated).toEqual([{ id: 'p03', times: 50_000 }]);
		expect(performance.now() - started).toBeLessThan(10_000);
	});

	it.each(['1e16', '1.7e12', '1.08e7'])(
		'scores nothing of a turn whose clock tells %s ms, and measures nothing of it',
		(ms) => {
			const late = lines.map((line) =>
				line.includes('"t":"end"') ? line.replace(/"atMs":[\d.]+/u, `"atMs":${ms}`) : line,
			);
			const told = ingestCaptures(suite, [readCorpusLines(late.join('\n'))], { language: 'ko' }, sampleProblem);
			expect(told.contradictory.map(({ problem }) => problem)).toEqual(
				Array(4).fill(expect.stringMatching(/^its clock tells a turn of \d+ ms, longer than an hour$/u)),
			);
			expect(told.samples.map(({ scores }) => scores.meaningful?.unscored)).toEqual(Array(4).fill('contradictory'));
			expect(told.samples.every((sample) => logSchemaAccepts(sample) && isFailedTurn(sample))).toBe(true);
		},
	);

	it.each([5_000, 1_700_000_000_000])(
		'counts times from the user’s words, also on a clock that begins at %i',
		(from) => {
			const capture = readCorpusLines(lines.join('\n'));
			const later = capture.events.map(({ n, event }) => ({ n, event: { ...event, atMs: event.atMs + from } }));
			const round = ({ timings }: SampleResult): number => Math.round(timings.endToEndMs);
			const here = ingestCaptures(suite, [capture]);
			const there = ingestCaptures(suite, [{ ...capture, events: later }]);
			expect(there.contradictory).toEqual([]);
			expect(there.samples.map(round)).toEqual(here.samples.map(round));
			expect(scoresOf(there.samples)).toEqual(scoresOf(here.samples));
		},
	);

	const LEAKED = ['print(default_api.find(a="1"))', 'await find(a="1")', 'find (a="1")', 'tool: find'];
	it.each(LEAKED)('takes a leaked call for no prefix, by the name of a tool of the app: %s', (leaked) => {
		const prefix = `수면 카탈로그를 보여드릴게요.\n${leaked}`;
		const events = [chunk(prefix), { t: 'call', turn: 0, prefix, name: 'find', args: {}, atMs: 2 } as const];
		const lines = [
			{ t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 } as const,
			...events,
			{ t: 'end', atMs: 3 } as const,
		]
			.flatMap((event, n) => corpusLines(event, n, 3000))
			.join('\n');
		const scoredFor = (tools: readonly string[]): unknown =>
			ingestCaptures(suite, [readCorpusLines(lines)], { language: 'ko', tools }).samples[0]?.scores.meaningful;
		expect(scoredFor(['find'])).toEqual({ unscored: 'unreadable' });
		expect(scoredFor([])).toMatchObject({ value: true });
	});

	it('knows a leaked call by the names of the tools that the corpus expects', () => {
		const text = '수면 카탈로그를 보여드릴게요.\nprint(search_catalog(category="sleep"))';
		expect(turn([text], text).samples[0]?.scores.meaningful).toEqual({ unscored: 'unreadable' });
	});

	it('matches chunks that end within a letter with the prefix of their call', () => {
		const text = '두 번 들이쉬는 호흡의 순서를 불러올게요.';
		const cut = text.normalize('NFD').match(/.{1,5}/gu) ?? [];
		for (const prefix of [text, text.normalize('NFD')]) {
			const { samples, contradictory } = turn(cut, prefix);
			expect(contradictory).toEqual([]);
			expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
		}
	});

	it('shows of long texts where they part', () => {
		const same = '같은 말이 길게 이어집니다. '.repeat(10);
		const [{ problem } = { problem: '' }] = turn([`${same}수면`], `${same}운동`).contradictory;
		expect(problem).toMatch(/^its chunks say '….*수면', the prefix of its call '….*운동'$/u);
	});

	it('has a call without a name as malformed, which is no answer that might be cut', () => {
		const { samples, endingUntold } = told(
			chunk('찾아볼게요.'),
			{ t: 'call', turn: 0, prefix: '찾아볼게요.', name: '', args: {}, atMs: 2 },
			{ t: 'end', atMs: 9 },
		);
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'malformed-call' });
		expect(endingUntold).toEqual([]);
	});

	const NESTED = 'nested deeper than 2000 levels';
	it('survives a hostile capture', () => {
		const hostile = [
			'[gemmark-corpus] {"v":1,"n":0,"t":"user","prompt":"__proto__","text":"constructor","atMs":1e308}',
			'[gemmark-corpus] {"v":1,"n":1,"t":"chunk","turn":9007199254740991,"text":"","atMs":0}',
			'[gemmark-corpus] {"v":1,"n":2,"t":"call","turn":0,"prefix":"x","name":"__proto__","args":{"__proto__":{"a":1}},"atMs":0}',
			'[gemmark-corpus] {"v":1,"n":3,"t":"end","atMs":0}',
			`[gemmark-corpus] ${'['.repeat(10_000)}`,
			...['', 'get_streak'].map(
				(name) =>
					`[gemmark-corpus] {"v":1,"n":1,"t":"call","turn":0,"prefix":"","name":"${name}","args":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}},"atMs":0}`,
			),
			...lines,
		];
		const { samples, unknown, damaged } = ingestText(hostile.join('\n'));
		expect(scoresOf(samples)).toEqual(scoresOf(live));
		expect(unknown).toEqual(['constructor']);
		expect(damaged.map(({ problem }) => problem)).toEqual(['not JSON', NESTED, NESTED]);
	});
});
