import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { speedSubject } from '../testing/doubles/speed-subject.ts';
import { parseLlamaBench } from './llama-bench.ts';
import { type BenchReport, renderBench } from './report.ts';
import { speedRow } from './speed-row.ts';

const runs = [
	{ tokenAtMs: [40, 50, 70], totalMs: 70 },
	{ tokenAtMs: [45, 55, 80], totalMs: 80 },
];
const row = speedRow(
	speedSubject,
	{ promptTokens: 4, outputTokens: 3, depth: 8 },
	'warm',
	runs,
	'2026-11-21T12:00:00Z',
);
const identity = { gemmark: '0.1.0', startedAt: '2026-11-21T12:00:00Z', host: { cores: 2, cpu: 'a | b' } };
const report: BenchReport = {
	...identity,
	loadBefore: 3,
	engine: { rows: [row], llamaBench: [{ n_prompt: 4, n_gen: 3, n_depth: 8, avg_ns: 1, avg_ts: row.avg_ts * 2 }] },
};

describe('the bench report', () => {
	it('writes a CSV that a reader of llama-bench reads by its column names', () => {
		expect(parseLlamaBench(renderBench(report).csv)).toMatchObject([
			{
				model_filename: "'=cmd,|모델.gguf",
				cpu_info: row.cpu_info,
				backends: 'cpu',
				n_threads: 1,
				n_prompt: 4,
				n_gen: 3,
				n_depth: 8,
				avg_ns: row.avg_ns,
				stddev_ns: row.stddev_ns,
				avg_ts: row.avg_ts,
				stddev_ts: row.stddev_ts,
			},
		]);
	});

	it('puts percentiles of first token and gaps into columns of their own', () => {
		const [cells] = parse(renderBench(report).csv, { columns: true }) as Record<string, string>[];
		expect(cells).toMatchObject({
			state: 'warm',
			ttft_ms_p50: '42.5',
			itl_ms_mean: '16.25',
			load_ms_p50: '',
			flash_attn: '0',
		});
	});

	it('gives one line of JSON for every row and figure', () => {
		const lines = renderBench(report)
			.jsonl.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(lines[0]).toEqual({ section: 'engine', ...row });
		expect(parseLlamaBench(renderBench({ ...identity, engine: { rows: [row] } }).jsonl)).toHaveLength(1);
	});

	it('says in Markdown that the machine was busy, and how far llama-bench is', () => {
		const text = renderBench(report).md;
		expect(text).toContain('The machine was busy');
		expect(renderBench({ ...report, loadBefore: 0 }).md).not.toContain('The machine was busy');
		expect(text).toMatch(/\| pp4\+tg3 @ d8 \| warm \|.*\| -50\.0% \|/);
	});

	it('compares llama-bench with what was decoded without choosing, where that was measured', () => {
		const lengths = { promptTokens: 0, outputTokens: 3, depth: 0 };
		const decoded = [{ tokenAtMs: [10, 20, 30], totalMs: 30 }];
		const output = speedRow(speedSubject, lengths, 'warm', runs, '2026-11-21T12:00:00Z', decoded);
		const other = { n_prompt: 0, n_gen: 3, n_depth: 0, avg_ns: 1, avg_ts: 80 };
		const text = renderBench({ ...identity, engine: { rows: [output], llamaBench: [other] } }).md;
		expect(text).toMatch(/\| tg3 \| warm \| 40\.2 ± \S+ \| 100\.0 \|.*\| 80\.0 \| 25\.0% \|/u);
	});

	it('lets no file name break its tables', () => {
		for (const line of renderBench(report).md.split('\n')) expect(line).not.toMatch(/[^\\]\|모델/);
	});
});
