import { describe, expect, it } from 'vitest';
import { checkpointRun, lastPrompts } from '../../src/summary/compare/checkpoint-run-fixture.ts';
import { header, sampleOf } from '../../src/summary/compare/compared-run-fixture.ts';
import type { PlannedCell, SweepPlan } from '../../src/summary/sweep/plan.ts';
import { type SweepSummary, summarizeSweep } from '../../src/summary/sweep/summarize.ts';
import { terminalLines } from '../document/terminal.ts';
import { localeOf } from '../messages/catalogue.ts';
import { renderSweep, sweepDocument } from './render.ts';

const N = 60;

interface Cell extends Partial<PlannedCell> {
	readonly quantization: string;
	readonly sizeBytes: number;
	readonly threads: number;
	readonly ms: number;
	readonly wrong?: number;
	readonly n?: number;
	readonly runner?: string;
}

/** Fixture: cells by what was measured. */
function sweepOf(cells: readonly Cell[], changes: Partial<SweepPlan> = {}): SweepSummary {
	const planned = cells.map((cell, index): PlannedCell => {
		const { quantization: name, threads, drop, refused, runner = 'llama-cpp' } = cell;
		return {
			name,
			threads,
			drop,
			refused,
			runner,
			folder: `${index + 1}-${name}`,
			key: String(index),
			apart: [],
		};
	});
	const logs = cells.map(
		({ quantization, sizeBytes, threads, ms, wrong = 0, n = N, refused, runner = 'llama-cpp' }) => {
			if (refused !== undefined) return undefined;
			const samples = Array.from({ length: n }, (_, at) =>
				sampleOf(`p${at}`, at >= wrong, [at < wrong ? '예' : quantization], ms + at / 10),
			);
			const model = { name: `${quantization}.gguf`, sha256: quantization, quantization, sizeBytes, miniature: false };
			const engine = { runner, version: '1', backend: 'cpu', threads, kvCacheType: 'f16', contextSize: 4096 };
			return {
				header: { ...header, model, engine },
				samples,
				footer: { outcome: 'complete' as const, peakRssBytes: sizeBytes * 2 },
			};
		},
	);
	return summarizeSweep({ ...PLAN, cells: planned, ...changes }, logs);
}

const PLAN: Omit<SweepPlan, 'cells'> = {
	version: 1,
	startedAt: '2026-11-26T00:00:00.000Z',
	command: 'gemmark sweep',
	interleaved: 'i',
	suites: ['prefix'],
	planned: N,
	margins: 0.1,
	limits: {},
	usedMs: 60_000,
	outcome: 'complete',
};

const F16: Cell = { quantization: 'F16', sizeBytes: 16e8, threads: 2, ms: 390 };
const Q8: Cell = { quantization: 'Q8_0', sizeBytes: 8e8, threads: 2, ms: 190 };
const Q4: Cell = { quantization: 'Q4_0', sizeBytes: 4e8, threads: 2, ms: 130 };
const REFUSED: Cell = { ...Q4, refused: { code: 'sweep.no-axis', params: { runner: 'web-llm', axis: '--threads' } } };

describe('a sweep', () => {
	const slower: Cell = { ...Q4, threads: 1, ms: 230, n: 12, drop: { rule: 'slower', than: 2, slower: 11, faster: 0 } };
	const summary = sweepOf([F16, Q8, Q4, slower, REFUSED]);

	it('ships the smallest build that passed; dropped and refused cells come last', () => {
		expect(summary.answer).toEqual({ answer: 'ship', basis: 'size', cell: 1, like: 1, reference: 3 });
		expect(summary.cells.map(({ build, threads, state }) => [build, threads, state])).toEqual([
			['Q4_0', 2, 'ship'],
			['Q8_0', 2, 'beaten'],
			['F16', 2, 'beaten'],
			['Q4_0', 1, 'dropped'],
			['Q4_0', 2, 'refused'],
		]);
		expect(summary.cells[3]?.drop).toMatchObject({ rule: 'slower', than: 1 });
		// It has the quality of its class, and its own times.
		expect(summary.cells[3]).toMatchObject({ asked: 12, right: { hits: 60, n: 60 } });
	});

	it.each(['en', 'ko'] as const)('has the same figures on every surface (%s)', (lang) => {
		const reports = renderSweep(summary, lang, 'results/one');
		expect(Object.keys(reports)).toEqual(['sweep.html', 'sweep.md', 'sweep.csv', 'sweep.json']);
		expect(JSON.parse(reports['sweep.json'] ?? '')).toEqual(JSON.parse(JSON.stringify(summary)));
		const html = reports['sweep.html'] ?? '';
		expect(html).not.toMatch(/ style=|<script/u);
		const terminal = terminalLines(sweepDocument(summary, localeOf(lang), 'results/one')).map(({ text }) => text);
		for (const text of [html, reports['sweep.md'] ?? '', terminal.join('\n')]) {
			for (const figure of ['60/60', '133 ms', '800', 'Q4_0']) expect(text.replaceAll('\u00a0', ' ')).toContain(figure);
		}
		// 1 - 0.05^(1/60) is 4.87 points, rounded up.
		expect(html).toMatch(lang === 'en' ? /above 5 points/u : /5%p/u);
		expect(html.match(/<tr id="c\d"/gu)).toHaveLength(5);
	});

	it('has a row a cell in CSV', () => {
		const rows = (renderSweep(summary, 'en', 'x')['sweep.csv'] ?? '').trim().split('\r\n');
		expect(rows).toHaveLength(6);
		expect(rows[1]).toMatch(/^1,Q4_0,Q4_0,llama-cpp,2,f16,4096,,ship,60,60,60,1,/u);
	});
});

it("a sweep that can't tell names what would settle it, and how to go on", () => {
	const summary = sweepOf(
		[
			{ ...F16, n: 10 },
			{ ...Q4, n: 10 },
		],
		{ outcome: 'budget', budgetMs: 60_000 },
	);
	expect(summary.answer).toMatchObject({ answer: 'cant-tell', cell: 2 });
	expect(summary.classes).toMatchObject([
		{ answer: 'cant-tell', lost: 0, gained: 0, n: 10, scores: [{ needed: [{ prompts: 29 }, { prompts: 46 }] }] },
	]);
	const lines = terminalLines(sweepDocument(summary, localeOf('ko'), 'results/one'), 80).map(({ text }) => text);
	expect(lines.join('\n')).toContain('gemmark sweep --resume --out results/one');
});

it('parity compares each model with the first engine', () => {
	const other = { ...Q4, runner: 'wllama', ms: 300 };
	const summary = sweepOf([Q4, other, { ...other, quantization: 'Q8_0', wrong: 9 }, { ...Q8 }]);
	expect(
		summary.parity.map(({ same, equal, compared, lost, gained }) => ({ same, equal, compared, lost, gained })),
	).toEqual([
		{ same: 'yes', equal: 60, compared: 60, lost: 0, gained: 0 },
		{ same: 'no', equal: 51, compared: 60, lost: 9, gained: 0 },
	]);
	expect(summary.parity[1]).toMatchObject({ tokens: Array(9).fill(0), example: { first: 'Q8_0', second: '예' } });
});

it('a sweep over checkpoints is against what ships today, and ships no step that has forgotten a tool', () => {
	const logs = [
		checkpointRun(undefined, lastPrompts(40)),
		checkpointRun(200, lastPrompts(48)),
		checkpointRun(600, lastPrompts(50)),
		checkpointRun(1000, lastPrompts(60), 0),
	];
	const cells = logs.map(({ header: { step = 0 } }): PlannedCell => {
		return { name: `step ${step}`, folder: String(step), key: String(step), runner: 'llama-cpp', apart: [] };
	});
	const summary = summarizeSweep({ ...PLAN, cells }, logs);
	const nameOf = (number: number | undefined) => summary.cells.find((one) => one.number === number)?.name;
	expect([summary.answer.answer, nameOf(summary.answer.cell)]).toEqual(['ship', 'step 600']);
	expect(nameOf(summary.answer.reference)).toBe('step 0');
	const forgetful = summary.classes.filter(({ tools }) => tools.length > 0);
	expect(forgetful).toMatchObject([
		{ answer: 'dont', tools: [{ tool: 'set_alarm', had: 8, has: 0, of: 9, kind: 'forgotten' }] },
	]);
	expect(nameOf(forgetful[0]?.cells[0])).toBe('step 1000');
	for (const lang of ['en', 'ko'] as const) {
		const { tools } = localeOf(lang).comparison;
		const said = tools.forgotten({ tool: 'set_alarm', has: '0', of: 9, had: '8' });
		for (const text of Object.values(renderSweep(summary, lang, 'x')).slice(0, 2)) expect(text).toContain(said);
	}
});
