import { describe, expect, it } from 'vitest';
import type { TimeBudget } from '../../../src/eval/app.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { attribute, elements, textAt, textIn, textOf } from '../../fixture/read-page.ts';
import { renderHtml } from '../../html/render-html.ts';
import { reportedRun } from '../../reported-run.ts';

const APP = { name: 'coach', version: '1', language: 'ko' };
const BUDGET: TimeBudget = { metric: 'endToEndMs', atMost: 900, suites: ['prefix'], title: 'a turn' };

function tilesOf(page: string): readonly string[] {
	return elements(page)
		.filter((element) => attribute(element, 'class')?.startsWith('tile '))
		.map((element) => textIn(element).replace(/\s+/gu, ' '));
}

describe('the first screen', () => {
	it('compares waiting times with budgets, without interval if samples are excluded', () => {
		const budgets: readonly TimeBudget[] = [{ ...BUDGET, metric: 'timeToFirstTokenMs' }];
		const log = fixtureLog({ header: { app: { ...APP, budgets } } });
		const budgetIn = (samples: typeof log.samples): string =>
			tilesOf(renderHtml(reportedRun({ ...log, samples }), 'en')).at(-1) ?? '';
		const [first, ...rest] = log.samples;
		if (first === undefined) throw new Error('the fixture has samples');
		const [generation] = first.timings.generations;
		const afterTool = {
			...first.timings,
			generations: [...first.timings.generations, ...(generation ? [generation] : [])],
		};
		expect(budgetIn([{ ...first, timings: afterTool }, ...rest])).toMatch(/of 15 · 95%/u);
		const page = renderHtml(reportedRun({ ...log, samples: [{ ...first, timings: afterTool }, ...rest] }), 'en');
		expect(
			textAt(page, 'time')
				.match(/\d+ of (?:\d+) within/gu)
				?.map((text) => text.split(' ')[2]),
		).toEqual(['1', '14']);
		const device = { notComparable: ['thermal severe'], states: [], cold: false };
		const throttled = { ...first, timings: { ...first.timings, device } };
		expect(budgetIn([throttled, ...rest])).toMatch(/of 14 ?· 1 excluded: the turn failed or was cut off/u);
	});

	it('counts a missing first token as late after the budget', () => {
		const log = fixtureLog({ frames: false });
		const within = (atMost: number, silent: number): string => {
			const budgets = [{ metric: 'timeToFirstTokenMs', atMost } as const];
			const samples = log.samples.map((sample, index) => {
				const { transcript, timings } = sample;
				if (index >= silent) return sample;
				const finish = { unified: 'deadline', raw: 'deadline' } as const;
				return {
					...sample,
					transcript: { ...transcript, generations: [{ pieces: [], events: [], finish, usage: {} }] },
					timings: {
						...timings,
						generations: [{ source: 'engine' as const, totalMs: 60_000, pieceAtMs: [], eventAtMs: [] }],
					},
				};
			});
			const header = { ...log.header, app: { ...APP, budgets } };
			const page = renderHtml(reportedRun({ ...log, header, samples }), 'en');
			return `${tilesOf(page).at(-1)} ${textAt(page, 'time')}`;
		};
		expect(within(50_000, 2)).toMatch(/13 of 15.* 13 of 14 within/u);
		expect(within(90_000, 2)).toMatch(/13 of 13 ?· 2 excluded.* 13 of 13 within/u);
		expect(within(50_000, 15)).toMatch(/0 of 15/u);
	});

	it('has no tile without a budget or without samples', () => {
		const log = fixtureLog({ frames: false });
		const [suite] = log.header.suites;
		const idle = suite === undefined ? [] : [suite, { ...suite, name: 'idle', decision: undefined }];
		const tiles = tilesOf(renderHtml(reportedRun({ ...log, header: { ...log.header, suites: idle } }), 'en'));
		expect(tiles).toEqual([]);
	});
});

it('the index of the search has every sample once', () => {
	const log = fixtureLog({ tools: true });
	const page = renderHtml(reportedRun(log), 'en');
	const index = elements(page).find((element) => attribute(element, 'id') === 'index');
	const { rows, prompts } = JSON.parse(index === undefined ? '' : textIn(index)) as {
		rows: number[][];
		prompts: string[][];
	};
	expect(rows).toHaveLength(log.samples.length);
	expect(new Set(rows.map(([suite, variant, prompt, epoch]) => [suite, variant, prompt, epoch].join())).size).toBe(
		rows.length,
	);
	expect(prompts.length).toBe(new Set(log.samples.map(({ sampleId }) => sampleId)).size);
	expect(textOf(page)).toContain('Failed samples');
});
