import { describe, expect, it } from 'vitest';
import type { PrefixSample } from '../../suites/prefix/index.ts';
import { message } from '../base/message.ts';
import { type CorpusEvent, JsonLineLogger } from '../chat/corpus-log.ts';
import { rescore } from '../eval/scoring/rescore.ts';
import { turnOf } from '../eval/turn.ts';
import type { ScriptedGeneration } from '../testing/doubles/scripted-conversation.ts';
import { logSchemaAccepts } from '../testing/log-line-fixture.ts';
import { evaluateScripted } from '../testing/scripted-evaluation.ts';
import {
	answer,
	app,
	called,
	captured,
	chunk,
	ingestText,
	lines,
	live,
	prompts,
	reply,
	scoresOf,
	search,
	suite,
	typedSuite,
} from './capture-fixture.ts';
import { type Ingested, ingestCaptures } from './ingest.ts';
import { readCorpusLines } from './lines.ts';

const withoutPrompt = (text: string): string => text.replaceAll(/"prompt":"p\d+",/gu, '');

describe('ingestCaptures', () => {
	it('scores a prefix that ends in half a call marker as in the captured run', async () => {
		const written: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void written.push(line) });
		const script = [[{ text: '수면 카탈로그를 보여드릴게요 <|tool_call' }, search], answer];
		const { scores } = await evaluateScripted(typedSuite, prompts[0] as PrefixSample, script, { logger });
		const [sample] = ingestText(written.join('\n')).samples;
		expect(scores.meaningful).toMatchObject({ value: true });
		expect(sample?.scores.meaningful).toEqual(scores.meaningful);
	});

	it('gives the scores of the captured run', () => {
		const { samples, ...rest } = ingestText(lines.join('\n'));
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
			ambiguous: [],
			broken: [],
			missing: [],
			damaged: [],
		};
		expect(rest).toEqual({ ...nothing, endingUnknown: [], stray: 0 });
	});

	it('has no seed, no messages, no tokens and no raw call', () => {
		const [sample] = ingestText(lines.join('\n')).samples;
		expect(sample?.seed).toBeUndefined();
		expect(sample?.transcript?.messages).toBeUndefined();
		const generation = sample?.transcript.generations[0];
		expect(Object.keys(generation ?? {}).sort()).toEqual(['events', 'finish', 'pieces', 'usage']);
		expect(generation?.events.at(-1)).toEqual({
			type: 'call',
			call: { id: 'call-0', name: 'search_catalog', arguments: { category: 'sleep' }, repairs: [] },
		});
	});

	it('gives samples that fit the log', () => {
		for (const sample of ingestText(lines.join('\n')).samples) expect(logSchemaAccepts(sample)).toBe(true);
	});

	it('recognizes a prompt without an id by its text, decomposed Hangul too', () => {
		const { samples, reworded } = ingestText(withoutPrompt(lines.join('\n')).normalize('NFD'));
		expect(samples.map((sample) => sample.sampleId)).toEqual(['p01', 'p02', 'p03', 'p04']);
		expect(reworded).toEqual([]);
	});

	it.each<readonly [string, ScriptedGeneration]>([
		['after text', [{ text: '수면 카탈로그를 보여드릴게요' }, { malformed: 'call:search{', reason: 'unclosed' }]],
		['alone', [{ malformed: 'call:search{' }, { malformed: 'call:search{' }]],
		['before text', [{ malformed: 'call:search{' }, { text: '수면 습관을 찾아볼게요' }]],
		['next to a valid one', [{ malformed: 'call:search{' }, { text: '수면 습관을 찾아볼게요' }, search]],
	])('scores a malformed call as in the captured run: %s', async (_title, said) => {
		const written: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void written.push(line) });
		const scored = await evaluateScripted(typedSuite, prompts[0] as PrefixSample, [said, answer], { logger });
		const { samples, contradictory } = ingestText(written.join('\n').replace('"text":', '"prompt":"p01","text":'));
		expect(contradictory).toEqual([]);
		expect(scoresOf(samples)).toEqual(scoresOf([scored]));
	});

	it('ignores text that several prompts share, unless it has an id', () => {
		const twice = {
			...suite,
			samples: suite.samples.map((row, at) => (at === 1 ? { ...row, input: '오늘 어때?' } : row)),
		};
		const text = lines.join('\n');
		const unnamed = ingestCaptures(twice, [readCorpusLines(withoutPrompt(text))], app);
		expect(unnamed.ambiguous).toEqual(['오늘 어때?']);
		expect([unnamed.missing, unnamed.repeated]).toEqual([['p02', 'p03'], []]);
		expect(ingestCaptures(twice, [readCorpusLines(text)], app).ambiguous).toEqual([]);
	});

	it('gives scorers the text after the last call as the answer', () => {
		const answerOf = (...events: readonly CorpusEvent[]): string | undefined => {
			const [sample] = captured(...events, { t: 'end', finish: 'stop', atMs: 9 }).samples;
			return sample && turnOf(sample.transcript).answer;
		};
		expect(answerOf(called(2), reply(1, 5))).toBe('두 가지예요.');
		expect(answerOf(chunk('수면 습관을 찾아볼게요.'), called(2))).toBeUndefined();
		expect(answerOf(chunk('안녕하세요.'))).toBe('안녕하세요.');
	});

	it('excludes and lists texts that are not prompts', () => {
		const other = withoutPrompt(lines.join('\n')).replaceAll('오늘 어때?', '날씨 어때?');
		expect(ingestText(other)).toMatchObject({ unknown: ['날씨 어때?'], missing: ['p03'] });
	});

	it('does not score a prompt with another text, and keeps that text', () => {
		const { samples, reworded } = ingestText(lines.join('\n').replaceAll('잠이 안 와', '잠이 잘 안 와'));
		expect(reworded).toEqual(['p02']);
		expect(samples[1]?.sample.input).toBe('잠이 잘 안 와');
		const causes = Object.values(samples[1]?.scores ?? {}).map(({ unscored }) => unscored);
		expect(new Set(causes)).toEqual(new Set(['foreign']));
		expect(rescore(samples, [suite], app).changed).toBe(0);
	});

	const again = (prefix: string): Ingested => {
		const call = { t: 'call', turn: 0, prefix, name: search.call, args: search.arguments, atMs: 9 };
		const user = { t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 };
		const events = [user, call, { t: 'end', atMs: 10 }, user];
		return ingestText([...lines, ...events.map((event, n) => JSON.stringify({ v: 1, n, ...event }))].join('\n'));
	};

	it('counts the last complete turn of a repeated prompt', () => {
		const { samples, repeated, broken } = again('수면 습관이 담긴 목록을 열어볼게요');
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: true });
		expect(samples[0]?.timings.endToEndMs).toBe(10);
		expect(repeated).toEqual([{ id: 'p01', times: 2 }]);
		expect(broken).toEqual(['p01']);
	});

	it('does not score a repeated prompt whose answers score differently', () => {
		const { samples, contradictory } = again('');
		expect(contradictory).toEqual([
			{ id: 'p01', problem: message('capture.asked-again', { n: 2, score: 'meaningful' }) },
		]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
	});

	it.each([
		['at its call', ['call'], 'contradictory'],
		['before its call', ['chunk'], undefined],
	])('compares an earlier answer that was cut off %s', (_, names, unscored) => {
		const events = {
			user: { t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 },
			chunk: { t: 'chunk', turn: 0, text: '네.', atMs: 5 },
			call: { t: 'call', turn: 0, prefix: '', name: search.call, args: search.arguments, atMs: 9 },
		};
		const cut = ['user', ...names].map((name, n) =>
			JSON.stringify({ v: 1, n, ...events[name as keyof typeof events] }),
		);
		const { samples } = ingestText([...cut, ...lines].join('\n'));
		expect(samples[0]?.scores.meaningful).toMatchObject(unscored === undefined ? { value: true } : { unscored });
	});

	it('marks the times of a stopped clock as not comparable', () => {
		const stopped = (atMs: number): readonly unknown[] =>
			captured(
				{ t: 'chunk', turn: 0, text: '주무시기 전에 산책을 해보세요.', atMs },
				{ t: 'end', finish: 'stop', atMs },
			).samples.map(({ timings }) => timings.device?.notComparable);
		expect([stopped(0), stopped(1)]).toEqual([[[message('device.clock-stopped')]], [undefined]]);
	});

	it('excludes a turn with missing lines', () => {
		const lost = lines.filter((line) => !line.includes('"t":"call"') && !line.includes('"part":2'));
		const { samples, missing } = ingestText(lost.join('\n'));
		expect(samples.map((sample) => sample.sampleId)).toEqual(['p03', 'p04']);
		expect(missing).toEqual(['p01', 'p02']);
	});

	it('reads a prompt that was repeated fifty thousand times', () => {
		const turns = Array.from({ length: 50_000 }, (_, at) => [
			`{"v":1,"n":${2 * at},"t":"user","prompt":"p03","text":"오늘 어때?","atMs":0}`,
			`{"v":1,"n":${2 * at + 1},"t":"end","atMs":1}`,
		]);
		expect(ingestText(turns.flat().join('\n')).repeated).toEqual([{ id: 'p03', times: 50_000 }]);
	});

	const NESTED = message('log.line-too-deep', { limit: 900 });

	it('survives a hostile capture', () => {
		const hostile = [
			'[gemmark-corpus] {"v":1,"n":0,"t":"user","prompt":"__proto__","text":"constructor","atMs":1e15}',
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
		expect(damaged.map(({ problem }) => problem)).toEqual([message('log.not-json'), NESTED, NESTED]);
	});
});
