import { describe, expect, it } from 'vitest';
import { speedSubject } from '../testing/doubles/speed-subject.ts';
import { speedRow, testName } from './speed-row.ts';

const TIME = '2026-11-21T12:00:00.000Z';

describe('speedRow', () => {
	it('gives mean and sample deviation of time and speed over the repetitions, as llama-bench does', () => {
		const runs = [
			{ tokenAtMs: [], totalMs: 100 },
			{ tokenAtMs: [], totalMs: 200 },
		];
		const row = speedRow(speedSubject, { promptTokens: 10, outputTokens: 0, depth: 0 }, 'warm', runs, TIME);
		expect(row).toMatchObject({ n_prompt: 10, n_gen: 0, avg_ns: 150e6, samples_ns: [100e6, 200e6], avg_ts: 75 });
		expect(row.stddev_ns).toBe(Math.round(Math.SQRT1_2 * 100e6));
		expect(row.stddev_ts).toBeCloseTo(Math.SQRT1_2 * 50, 9);
	});

	it('counts prompt and output together, and has first token and gaps', () => {
		const runs = [{ tokenAtMs: [40, 50, 70], totalMs: 70, loadMs: 900 }];
		const row = speedRow(speedSubject, { promptTokens: 4, outputTokens: 3, depth: 8 }, 'cold', runs, TIME);
		expect(row.avg_ts).toBeCloseTo(100, 9);
		expect(row.ttft_ms).toMatchObject({ n: 1, p50: 40 });
		expect(row.itl_ms).toMatchObject({ n: 2, min: 10, max: 20 });
		expect(row.load_ms).toMatchObject({ n: 1, mean: 900 });
	});

	it('omits what one repetition, or a run without a prompt, cannot have', () => {
		const runs = [{ tokenAtMs: [5], totalMs: 5 }];
		const row = speedRow(speedSubject, { promptTokens: 0, outputTokens: 1, depth: 0 }, 'warm', runs, TIME);
		for (const field of ['stddev_ns', 'stddev_ts', 'ttft_ms', 'itl_ms', 'load_ms'])
			expect(row).not.toHaveProperty(field, expect.anything());
	});

	it('names tests as llama-bench does', () => {
		expect(testName({ n_prompt: 512, n_gen: 0, n_depth: 0 })).toBe('pp512');
		expect(testName({ n_prompt: 0, n_gen: 128, n_depth: 256 })).toBe('tg128 @ d256');
		expect(testName({ n_prompt: 512, n_gen: 128, n_depth: 0 })).toBe('pp512+tg128');
	});
});
