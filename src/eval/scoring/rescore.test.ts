import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LogError } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import { loggedSample } from '../sample.ts';
import { parseRow } from './rescore.ts';

const schema = z.object({
	id: z.string(),
	input: z.string(),
	words: z.string().transform((text) => text.split('|')),
	weight: z.number().transform((weight) => weight * 10),
	on: z.coerce.date(),
	by: z.string().default('지은'),
});
const sample = schema.parse({ id: 'a', input: '산책', words: '산책|물', weight: 2, on: '2026-11-23' });
const suite = { name: 'walks', schema, samples: [sample] };

const refused = (problem: unknown): unknown =>
	expect.objectContaining({ said: { code: 'log.other-suite', params: { suite: 'walks', problem } } });

describe('parseRow', () => {
	it("is the suite's own sample, whatever its schema transforms", () => {
		expect(parseRow(suite, loggedSample(sample))).toBe(sample);
	});

	it('reads a row of an older corpus where the schema leaves its values as they are', () => {
		const row = { id: 'b', input: '물', count: 2, gone: true };
		const older = z.object({
			id: z.string(),
			input: z.string(),
			count: z.coerce.number(),
			since: z.string().default('now'),
		});
		expect(parseRow({ name: 'walks', schema: older, samples: [] }, row)).toEqual({
			id: 'b',
			input: '물',
			count: 2,
			since: 'now',
		});
	});

	it('refuses a row of an older corpus that the schema would transform a second time', () => {
		const tens = z.object({
			id: z.string(),
			input: z.string(),
			deep: z.object({ weight: z.number().transform((weight) => weight * 10) }),
		});
		const before = { id: 'a', input: '물', deep: { weight: 20 } };
		expect(() => parseRow({ name: 'walks', schema: tens, samples: [] }, before)).toThrow(
			refused(message('log.sample-transformed', { field: 'deep.weight' })),
		);
		expect(() => parseRow({ ...suite, samples: [] }, loggedSample(sample))).toThrow(LogError);
	});

	it('refuses a row of another suite', () => {
		expect(() => parseRow(suite, { id: 'a', question: '물' })).toThrow(
			refused(expect.objectContaining({ code: 'log.field', params: expect.objectContaining({ field: 'input' }) })),
		);
	});
});
