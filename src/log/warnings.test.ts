import { describe, expect, it } from 'vitest';
import type { LoggedGeneration } from '../eval/sample.ts';
import { logSampleFixture } from '../testing/log-line-fixture.ts';
import { transcriptFixture } from '../testing/transcript-fixture.ts';
import type { Log, LogSample } from './record.ts';
import { leakedTurns, refusedAttempts, serverChanges } from './warnings.ts';

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
		expect(serverChanges({ samples })).toEqual([expect.stringMatching(/: fp_a \(2 samples\), fp_b \(1 sample\)$/u)]);
		expect(serverChanges({ samples: samples.slice(0, 2) })).toEqual([]);
	});

	it('tells prompts that cannot have the system text and tools of the others, also before these', () => {
		const told = serverChanges({ samples: [counted('p1', 230), counted('p2', 1100), counted('p3', 1090)] });
		expect(told).toEqual([
			expect.stringMatching(/prompts of p1 have fewer tokens \(230\) than system text and tools/u),
		]);
	});

	it('names the long prompts where they are the fewer: their counts may be the wrong ones', () => {
		const samples = [counted('p1', 100), counted('p2', 999_999), counted('p3', 102), counted('p4', 98)];
		expect(serverChanges({ samples })).toEqual([
			expect.stringMatching(
				/prompts of p2 have more tokens \(999999\) than goes with those of the others \(102 or fewer\)/u,
			),
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
		'the server did not take 3 requests of 1 sample at first: the 14.3 s until it did are in no time of the model',
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
	[
		'engine',
		'잠',
		['찾아볼게요.<end_of_turn>', '네.<turn|>', '네.'],
		/^marks .*\(<end_of_turn>, <turn\|>\) .* 2 turns:/u,
	],
	['engine', '잠', ['찾아볼게요.</s>'], /\(<\/s>\) .* 1 turn:/u],
])('%s, asked %s, tells turn marks as text: %j', (dialect, input, texts, told) => {
	expect(leakedTurns(log(dialect, input, ...texts))).toEqual([expect.stringMatching(told)]);
});

it.each([
	['engine', '<eos>가 뭐야?', '<eos>는 끝을 뜻해요.'],
	['engine', '잠', '3 < 5, <b>굵게</b>'],
	['gemma4', '잠', '네.<end_of_turn>'],
])('%s, asked %s, has nothing to tell of: %s', (dialect, input, text) => {
	expect(leakedTurns(log(dialect, input, text))).toEqual([]);
});
