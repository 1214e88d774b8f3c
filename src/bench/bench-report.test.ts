import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { speedSubject } from '../testing/doubles/speed-subject.ts';
import { benchCsv, benchJsonLines } from './bench-csv.ts';
import { benchMarkdown } from './bench-markdown.ts';
import type { BenchReport } from './bench-report.ts';
import { parseLlamaBench } from './llama-bench.ts';
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
	core: [{ name: 'frame parser', samples: 10, mean: 0.5, p50: 0.4, p99: 2, budgetMs: 1 }],
	overhead: {
		model: 'mini.gguf',
		threads: 1,
		outputTokens: 64,
		decode: { n: 8, first: 1000, second: 960, ratio: 0.96, interval: [0.95, 0.97] },
		request: { n: 8, first: 70, second: 80, ratio: 1.14 },
		identical: 8,
		target: 0.97,
	},
	engine: { rows: [row], llamaBench: [{ nPrompt: 4, nGen: 3, nDepth: 8, avgNs: 1, avgTs: row.avg_ts * 2 }] },
};

describe('the bench report', () => {
	it('writes a CSV that a reader of llama-bench reads by its column names', () => {
		expect(parseLlamaBench(benchCsv(report))).toEqual([
			{
				modelFilename: "'=cmd,|모델.gguf",
				modelType: row.model_type,
				modelSize: row.model_size,
				modelParameters: row.model_n_params,
				cpuInfo: row.cpu_info,
				buildCommit: row.build_commit,
				backends: 'cpu',
				threads: 1,
				nPrompt: 4,
				nGen: 3,
				nDepth: 8,
				avgNs: row.avg_ns,
				stddevNs: row.stddev_ns,
				avgTs: row.avg_ts,
				stddevTs: row.stddev_ts,
				samplesNs: row.samples_ns,
				samplesTs: row.samples_ts,
			},
		]);
	});

	it('puts percentiles of first token and gaps into columns of their own', () => {
		const [cells] = parse(benchCsv(report), { columns: true }) as Record<string, string>[];
		expect(cells).toMatchObject({
			state: 'warm',
			ttft_ms_p50: '42.5',
			itl_ms_mean: '16.25',
			load_ms_p50: '',
			flash_attn: '0',
		});
	});

	it('gives one line of JSON for every row and figure', () => {
		const lines = benchJsonLines(report)
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(lines[0]).toEqual({ section: 'engine', ...row });
		expect(lines).toContainEqual({ section: 'overhead', name: 'ratio', value: 0.96, unit: '' });
		expect(parseLlamaBench(benchJsonLines({ ...identity, engine: { rows: [row] } }))).toHaveLength(1);
	});

	it('lists single figures as CSV where the engine was not measured', () => {
		const { engine: _, ...rest } = report;
		const cells = parse(benchCsv(rest), { columns: true }) as Record<string, string>[];
		expect(cells).toContainEqual({ section: 'core', name: 'frame parser p99', value: '2', unit: 'ms' });
	});

	it('marks in Markdown what keeps its budget and what does not, and judges no missed time of a busy machine', () => {
		const text = benchMarkdown(report);
		expect(text).toContain('| frame parser | 0.5000 | 0.4000 | 2.0000 | 10 | 1 ms ✓ |');
		expect(text).toContain(
			'| decode tokens/s | 1000 | 960 | 0.960 | 0.950 to 0.970 | at least 0.97: not judged, the machine was busy |',
		);
		expect(benchMarkdown({ ...report, loadBefore: 0 })).toContain('| at least 0.97 ✗ |');
		expect(text).toContain('The machine was busy');
		expect(text).toMatch(/\| pp4\+tg3 @ d8 \| warm \|.*\| -50\.0 % \|/);
	});

	it('marks a factor that is too low, outputs that differ, and a log that costs too much', () => {
		const sharing = { samples: 120, sharedMs: 10_000, anewMs: 48_000, factor: 4.8, interval: [4.1, 5.2] } as const;
		const prefillMs = { shared: 4000, anew: 42_000 };
		const text = benchMarkdown({
			...identity,
			sharing: [
				{
					...{ model: 'mini.gguf', ...sharing, target: 5, identical: 119, prefillMs },
					...{ promptTokens: 840, cachedPromptTokens: 784 },
				},
			],
			scale: {
				...{ samples: 10_000, logBytes: 46e6, readMs: 700, rescoreMs: 1400, commandMs: 2700, htmlMs: 800 },
				htmlBytes: 16e6,
				allowed: { commandMs: 3000, htmlBytes: 1500 },
			},
		});
		expect(text).toContain(
			'| mini.gguf | 120 | 10.0 | 48.0 | 4.80 | 4.10 to 5.20 | at least 5 ✗ | 4.0, 42.0: 10.50 | 119 of 120 ✗ | 840, 784 |',
		);
		expect(text).toContain('| the whole of gemmark rescore | 2700 |  | 3000 ms ✓ |');
		expect(text).toContain('| report.html | 800 | 1600 | 1500 bytes ✗ |');
	});

	it('has every command’s start-up, and the growth of memory, beside what is allowed', () => {
		const startup = [25, 61].map((extra, at) => ({
			...{ command: `gemmark ${at === 0 ? '--version' : 'run --help'}`, budgetMs: 50 },
			times: { n: 15, first: 40, second: 40 + extra, ratio: 2 },
		}));
		const memory = { samples: 1500, warm: 100e6, end: 112e6, mostGrowth: 0.1 };
		const text = benchMarkdown({ ...identity, startup, memory });
		expect(text).toContain('| node | 40 |  | 15 |  |\n| gemmark --version | 65 | 25 | 15 | 50 ms ✓ |');
		expect(text).toContain('| gemmark run --help | 101 | 61 | 15 | 50 ms ✗ |');
		expect(text).toContain('| 100.0 | 112.0 | 12.0 % | 10.0 % ✗ |');
		expect(benchMarkdown({ ...identity, memory: { ...memory, end: 110e6 } })).toContain('| 10.0 % | 10.0 % ✓ |');
		const cells = parse(benchCsv({ ...identity, startup, memory }), { columns: true }) as Record<string, string>[];
		expect(cells.map(({ section, name }) => `${section} ${name}`)).toEqual([
			...['startup node', 'startup gemmark --version', 'startup gemmark run --help'],
			...['memory samples', 'memory warm', 'memory end'],
		]);
	});

	it('lets no file name break its tables', () => {
		for (const line of benchMarkdown(report).split('\n')) expect(line).not.toMatch(/[^\\]\|모델/);
	});

	it('leaves out sections that were not measured', () => {
		expect(benchMarkdown(identity)).not.toContain('##');
	});
});
