import { describe, expect, it } from 'vitest';
import type { PrefixSample } from '../../suites/prefix/index.ts';
import { message } from '../base/message.ts';
import { type CorpusEvent, JsonLineLogger } from '../chat/corpus-log.ts';
import { rescore } from '../eval/scoring/rescore.ts';
import { turnOf } from '../eval/turn.ts';
import { sampleProblem } from '../log/line.ts';
import type { ScriptedGeneration } from '../testing/doubles/scripted-conversation.ts';
import { logSchemaAccepts } from '../testing/log-line-fixture.ts';
import { evaluateScripted } from '../testing/scripted-evaluation.ts';
import {
	answer,
	called,
	chunk,
	heldAgainst,
	ingestText,
	lines,
	live,
	own,
	prompts,
	reply,
	scoresOf,
	search,
	suite,
	told,
} from './capture-fixture.ts';
import { type Ingested, ingestCaptures } from './ingest.ts';
import { readCorpusLines } from './lines.ts';

const withoutPrompt = (text: string): string => text.replaceAll(/"prompt":"p\d+",/gu, '');

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
		expect(rest).toEqual({ ...nothing, endingUntold: [], stray: 0 });
	});

	it('invents nothing: no seed, no messages, no tokens, no raw call', () => {
		const [sample] = ingestText(lines.join('\n')).samples;
		expect(sample).not.toHaveProperty('seed');
		expect(sample?.transcript).not.toHaveProperty('messages');
		const generation = sample?.transcript.generations[0];
		expect(Object.keys(generation ?? {}).sort()).toEqual(['events', 'finish', 'pieces', 'usage']);
		expect(generation?.events.at(-1)).toEqual({
			type: 'call',
			call: { id: 'call-0', name: 'search_catalog', arguments: { category: 'sleep' }, repairs: [] },
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

	it.each<readonly [string, ScriptedGeneration]>([
		['behind its words', [{ text: '수면 카탈로그를 보여드릴게요' }, { malformed: 'call:search{', reason: 'unclosed' }]],
		['alone', [{ malformed: 'call:search{' }, { malformed: 'call:search{' }]],
		['before its words', [{ malformed: 'call:search{' }, { text: '찾아볼게요' }]],
		['beside one that was read', [{ malformed: 'call:search{' }, { text: '찾아볼게요' }, search]],
	])('scores a call that nobody could read as the run does that was captured: %s', async (_title, said) => {
		const captured: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void captured.push(line) });
		const scored = await evaluateScripted(own, prompts[0] as PrefixSample, [said, answer], { logger });
		const { samples, contradictory } = ingestText(captured.join('\n').replace('"text":', '"prompt":"p01","text":'));
		expect(contradictory).toEqual([]);
		expect(scoresOf(samples)).toEqual(scoresOf([scored]));
	});

	it('takes words that several prompts have for none of them, unless the app tells which', () => {
		const twice = {
			...suite,
			samples: suite.samples.map((row, at) => (at === 1 ? { ...row, input: '오늘 어때?' } : row)),
		};
		const text = lines.join('\n');
		const unnamed = ingestCaptures(twice, [readCorpusLines(withoutPrompt(text))], heldAgainst);
		expect(unnamed.ambiguous).toEqual(['오늘 어때?']);
		expect([unnamed.missing, unnamed.repeated]).toEqual([['p02', 'p03'], []]);
		expect(ingestCaptures(twice, [readCorpusLines(text)], heldAgainst).ambiguous).toEqual([]);
	});

	it('gives scorers the words behind the last call as the answer, for what the app kept is not told', () => {
		const answerOf = (...events: readonly CorpusEvent[]): string | undefined => {
			const [sample] = told(...events, { t: 'end', finish: 'stop', atMs: 9 }).samples;
			return sample && turnOf(sample.transcript).answer;
		};
		expect(answerOf(called(2), reply(1, 5))).toBe('두 가지예요.');
		expect(answerOf(chunk('찾아볼게요.'), called(2))).toBeUndefined();
		expect(answerOf(chunk('안녕하세요.'))).toBe('안녕하세요.');
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
		expect(rescore(samples, [suite], heldAgainst).changed).toBe(0);
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
		expect(contradictory).toEqual([
			{ id: 'p01', problem: message('capture.asked-again', { n: 2, score: 'meaningful' }) },
		]);
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'contradictory' });
	});

	it.each([
		['at its call', ['call'], 'contradictory'],
		['before its call', ['chunk'], undefined],
	])('hears a first answer that was cut %s', (_, told, unscored) => {
		const events = {
			user: { t: 'user', prompt: 'p01', text: '수면 습관 추천해 줘', atMs: 0 },
			chunk: { t: 'chunk', turn: 0, text: '네.', atMs: 5 },
			call: { t: 'call', turn: 0, prefix: '', name: search.call, args: search.arguments, atMs: 9 },
		};
		const cut = ['user', ...told].map((name, n) => JSON.stringify({ v: 1, n, ...events[name as keyof typeof events] }));
		const { samples } = ingestText([...cut, ...lines].join('\n'));
		expect(samples[0]?.scores.meaningful).toMatchObject(unscored === undefined ? { value: true } : { unscored });
	});

	it('has no times of a clock that stood still', () => {
		const stopped = (atMs: number): readonly unknown[] =>
			told(
				{ t: 'chunk', turn: 0, text: '주무시기 전에 산책을 해보세요.', atMs },
				{ t: 'end', finish: 'stop', atMs },
			).samples.map(({ timings }) => timings.device?.notComparable);
		expect([stopped(0), stopped(1)]).toEqual([[[message('device.clock-stopped')]], [undefined]]);
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
		expect(ingestText(turns.flat().join('\n')).repeated).toEqual([{ id: 'p03', times: 50_000 }]);
	});

	const NESTED = message('log.line-too-deep', { limit: 2000 });

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
		expect(damaged.map(({ problem }) => problem)).toEqual([message('log.not-json'), NESTED, NESTED]);
	});
});
