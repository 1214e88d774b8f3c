import { describe, expect, it } from 'vitest';
import { message } from '../base/message.ts';
import type { LoggedGeneration } from '../eval/sample.ts';
import { FINISH_WORDS } from '../model/generation.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { callFixture, transcriptFixture } from '../testing/transcript-fixture.ts';
import type { Log, LogHeader, LogSample } from './record.ts';
import { leakedMarks, missingCounts, parserFaults, refusedAttempts, serverChanges } from './warnings.ts';

function sample(sampleId: string, changes: Partial<LoggedGeneration>): LogSample {
	const { generations, ...transcript } = transcriptFixture([[{ type: 'text', text: '네.' }]]);
	const generation = { ...(generations[0] as LoggedGeneration), ...changes };
	return logSampleFixture({
		sampleId,
		sample: { id: sampleId },
		transcript: { ...transcript, generations: [generation] },
	});
}

const counted = (id: string, promptTokens: number, changes: Partial<LoggedGeneration> = {}): LogSample =>
	sample(id, { usage: { promptTokens }, ...changes });

describe('serverChanges', () => {
	it('tells another fingerprint, with how many samples have each', () => {
		const samples = ['fp_a', 'fp_a', 'fp_b'].map((systemFingerprint, at) => sample(`p${at}`, { systemFingerprint }));
		expect(serverChanges({ samples })).toEqual([expect.objectContaining({ code: 'run.fingerprint-changed' })]);
		expect(serverChanges({ samples: samples.slice(0, 2) })).toEqual([]);
	});

	it('tells prompts that cannot have the system text and tools of the others, also before these', () => {
		const told = serverChanges({ samples: [counted('p1', 230), counted('p2', 1100), counted('p3', 1090)] });
		expect(told).toEqual([
			message('run.prompts-short', { suite: 'prefix', ids: 'p1', seen: 230, floor: expect.any(Number) }),
		]);
	});

	it('names the long prompts where they are the fewer: their counts may be the wrong ones', () => {
		const samples = [counted('p1', 100), counted('p2', 999_999), counted('p3', 102), counted('p4', 98)];
		expect(serverChanges({ samples })).toEqual([
			message('run.prompts-long', { suite: 'prefix', ids: 'p2', seen: 999_999, most: 102 }),
		]);
	});

	it('tells nothing of prompts that differ by their own words, that gemmark rendered, or that are unscored already', () => {
		const cut = { unified: 'length', raw: 'context: prompt cut (230 tokens)' } as const;
		for (const short of [
			counted('p1', 1085),
			counted('p1', 0),
			counted('p1', 230, { promptSha256: 'a' }),
			counted('p1', 230, { finish: cut }),
		]) {
			expect(serverChanges({ samples: [short, counted('p2', 1100)] })).toEqual([]);
		}
	});
});

it('what a server refused before it took a request is counted in one line, with the wait that is in no time', () => {
	const timed = { source: 'wall-clock', totalMs: 9, pieceAtMs: [], eventAtMs: [] } as const;
	const of = (...refused: readonly { attempts: number; ms: number }[]): LogSample => {
		const generations = refused.map((one) => ({ ...timed, refused: one }));
		return logSampleFixture({ timings: { generations, endToEndMs: 9, cold: false } });
	};
	const taken = of();
	const waiting = of({ attempts: 2, ms: 14_020 }, { attempts: 1, ms: 250 });
	expect(refusedAttempts({ samples: [taken, waiting] })).toEqual([
		message('run.refused-attempts', { attempts: 3, n: 1, seconds: '14.3' }),
	]);
	expect(refusedAttempts({ samples: [taken] })).toEqual([]);
});

const log = (dialect: string, input: string, ...texts: readonly string[]): Pick<Log, 'header' | 'samples'> =>
	({
		header: { settings: { dialect } },
		samples: texts.map((text) => ({
			sample: { input },
			transcript: { generations: [{ pieces: [text.slice(0, 9), text.slice(9)] }] },
		})),
	}) as unknown as Log;

it.each([
	['engine', '잠', ['찾아볼게요.<end_of_turn>', '네.<turn|>', '네.'], { marks: '<end_of_turn>, <turn|>', n: 2 }],
	['engine', '잠', ['찾아볼게요.</s>'], { marks: '</s>', n: 1 }],
])('%s, asked %s, tells turn marks as text: %j', (dialect, input, texts, told) => {
	expect(leakedMarks(log(dialect, input, ...texts))).toEqual([message('run.leaked-marks', told)]);
});

it.each([
	['engine', '<eos>가 뭐야?', '<eos>는 끝을 뜻해요.'],
	['engine', '잠', '3 < 5, <b>굵게</b>'],
	['gemma4', '잠', '네.<end_of_turn>'],
])('%s, asked %s, has nothing to tell of: %s', (dialect, input, text) => {
	expect(leakedMarks(log(dialect, input, text))).toEqual([]);
});

const live = logHeaderFixture();
const engine: LogHeader = { ...live, settings: { ...live.settings, dialect: 'engine' } };

function counting(changes: Partial<LoggedGeneration>): LogSample {
	const { generations, ...transcript } = transcriptFixture([[{ type: 'text', text: '네.' }]]);
	const generation = { ...(generations[0] as LoggedGeneration), ...changes };
	return logSampleFixture({ transcript: { ...transcript, generations: [generation] } });
}

describe('missingCounts', () => {
	it('counts the turns in which nothing swallowed or cut could be seen, and those without a call', () => {
		const called = counting({ events: [callFixture('f')], finish: { unified: 'tool-call', raw: '' } });
		const samples = [counting({}), called, counting({ usage: { outputTokens: 3 } })];
		expect(missingCounts({ header: engine, samples })).toEqual([message('run.no-token-counts', { n: 2, silent: 1 })]);
	});

	it.each<[string, LogHeader, Partial<LoggedGeneration>]>([
		['whose output gemmark read itself', live, {}],
		['that was counted', engine, { usage: { outputTokens: 0 } }],
		['that was cut, as its engine tells', engine, { finish: { unified: 'length', raw: 'length' } }],
		['that was captured, which ingest tells', engine, { finish: { unified: 'stop', raw: 'captured' } }],
	])('says nothing of a turn %s', (_, header, changes) => {
		expect(missingCounts({ header, samples: [counting(changes)] })).toEqual([]);
	});
});

it('warns of calls without a name, and of thoughts though thinking is off', () => {
	const nameless = counting({ finish: { unified: 'unknown', raw: FINISH_WORDS.missingName } });
	const thoughtful = counting({ events: [{ type: 'thinking', text: '찾아볼게요.' }] });
	const samples = [nameless, thoughtful, counting({})];
	const warned = message('run.nameless-calls', { n: 1 });
	expect(parserFaults({ header: engine, samples })).toEqual([warned, message('run.thinking-off', { n: 1 })]);
	const on: LogHeader = { ...engine, settings: { ...engine.settings, thinking: 'on' } };
	expect(parserFaults({ header: on, samples })).toEqual([warned]);
	expect(parserFaults({ header: live, samples })).toEqual([]);
});
