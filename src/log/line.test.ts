import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { english } from '../base/message.ts';
import { Asker } from '../eval/evaluate/asker.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logSampleFixture } from '../testing/log-line-fixture.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { saying } from '../testing/saying.ts';
import { readLine, sampleProblem, writtenLine } from './line.ts';
import { isSampleRecord, logRecordSchema } from './record.ts';

const deep = (levels: number): JsonObject => {
	let value: JsonValue = 1;
	for (let level = 0; level < levels; level += 1) value = { value };
	return { value };
};

describe('a line of a log', () => {
	it('is not written if no reader would accept it', () => {
		const footer = { type: 'footer', endedAt: '', outcome: 'complete', peakRssBytes: Number.NaN } as const;
		expect(() => writtenLine(footer, 'log')).toThrow(
			saying('log.unwritable', { where: 'log', problem: 'peakRssBytes' }),
		);
	});

	it.each([
		['arguments 1,100 deep', { facts: deep(1100), generations: [] }, /nested deeper than 1000/u, 'too-large'],
		['arguments 20,000 deep', { facts: deep(20_000), generations: [] }, /nested deeper than 1000/u, 'too-large'],
		[
			'a text over 32 Mi',
			{ facts: { text: 'x'.repeat(33 << 20) }, generations: [] },
			/more than \d+ characters/u,
			'too-large',
		],
		[
			'a message of the suite that lacks its result',
			{ facts: {}, generations: [], messages: [{ role: 'tool-call', call: { id: '1' } }] as never },
			/transcript\.messages/u,
			'own-code-failed',
		],
		[
			'1e16 tokens',
			{
				facts: {},
				generations: [
					{ pieces: [], events: [], finish: { unified: 'stop' as const, raw: '' }, usage: { outputTokens: 1e16 } },
				],
			},
			/usage\.outputTokens/u,
			'engine-failed',
		],
	])(
		'cannot hold %s, which is the sample’s own failure, advised by its cause',
		async (_, transcript, problem, cause) => {
			const sample = logSampleFixture({ transcript: { messages: [], ...transcript } });
			expect(english(sampleProblem(sample)?.detail ?? '')).toMatch(problem);
			const suite = suiteDouble(['a'], async () => ({ messages: [], facts: {} }));
			const [planned] = suite.samples;
			if (planned === undefined) throw new Error('the suite has a sample');
			const asker = new Asker({
				openConversation: () => {
					throw new Error('nothing is asked');
				},
				app: { name: 'app', version: '1' } as never,
				settings: runSettingsFixture(),
				problemOf: (own) => sampleProblem({ ...own, transcript: { ...own.transcript, ...transcript } }),
			});
			const result = await asker.ask({ suite, sample: planned, variant: 'free', epoch: 0, seed: 1 });
			expect(english(result.transcript.failureDetail ?? '')).toMatch(problem);
			expect(result.scores).toMatchObject({ spoke: { unscored: cause } });
			expect(sampleProblem(result)).toBeUndefined();
		},
	);

	it('is a sample by the compiled schema if it is by the schema', () => {
		const sample = logSampleFixture({
			scores: { meaningful: { value: true }, other: { unscored: 'missing' } },
			transcript: {
				messages: [{ role: 'user', text: '안녕' }],
				generations: [
					{
						pieces: ['a'],
						tokens: [1],
						events: [{ type: 'text', text: 'a' }],
						finish: { unified: 'stop', raw: '' },
						usage: {},
					},
				],
				facts: {},
			},
		});
		const odd = [null, -1, 1e16, 0.5, 'text', '', true, [], {}, [null], { type: 'text' }, undefined];
		const changed = oneChanged(JSON.parse(JSON.stringify(sample)) as JsonObject, odd);
		expect(changed.length).toBeGreaterThan(300);
		for (const value of [sample, ...changed]) {
			const read = logRecordSchema.safeParse(value);
			expect(isSampleRecord(value)).toBe(read.success && read.data.type === 'sample');
			if (read.success) expect(read.data).toEqual(value);
		}
	});

	it('is read at the maximum depth and length', () => {
		const sample = logSampleFixture({ transcript: { messages: [], facts: deep(990), generations: [] } });
		expect(readLine(writtenLine(sample, 'log'))).toHaveProperty('value');
	});
});

/** The object with one value at a time, at every depth, replaced by an odd one. */
function oneChanged(value: JsonObject, odd: readonly unknown[]): readonly unknown[] {
	return Object.entries(value).flatMap(([key, item]) => {
		const deeper = typeof item === 'object' && item !== null ? oneChanged(item as JsonObject, odd) : [];
		return [...odd, ...deeper].map((other) => {
			const copy = structuredClone(value) as Record<string, unknown>;
			copy[key] = Array.isArray(item) && deeper.includes(other) ? Object.values(other as object) : other;
			return copy;
		});
	});
}
