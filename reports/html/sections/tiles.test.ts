import { describe, expect, it } from 'vitest';
import type { TimeBudget } from '../../../src/eval/app.ts';
import { fixtureLog, fixtureUnitsLog } from '../../fixture/fixture-log.ts';
import { attribute, elements, textAt, textIn, textOf } from '../../fixture/read-page.ts';
import { renderHtml } from '../../html/render-html.ts';
import { renderDecision, renderSummary } from '../../render-run.ts';
import { reportedRun } from '../../reported-run.ts';

const APP = { name: 'coach', version: '1', language: 'ko' };
const BUDGET: TimeBudget = { metric: 'endToEndMs', atMost: 900, suites: ['prefix'], title: 'a turn' };

function tilesOf(page: string): readonly string[] {
	return elements(page)
		.filter((element) => attribute(element, 'class')?.startsWith('tile '))
		.map((element) => textIn(element).replace(/\s+/gu, ' '));
}

describe('the first screen', () => {
	it('has tiles for suites without a decision and for budgets', () => {
		const log = fixtureLog({ tools: true, header: { app: { ...APP, budgets: [BUDGET] } } });
		const page = renderHtml(reportedRun(log), 'en');
		const [frame = '', speed = '', ...more] = tilesOf(page);
		expect(frame).toMatch(/^frame a valid .*free decoding .*% .*constrained decoding .*%/u);
		expect(textAt(page, 'calls')).toMatch(/^Tool calls ?2 ?\/ 6 ?2 of 6 calls are right\./u);
		expect(speed).toMatch(/^Speed against budget ?a turn ≤ 0\.9 s|^Speed against budget ?a turn ≤ 900 ms/u);
		expect(speed).toMatch(/\d+ of 15 · 95% CI /u);
		expect(more).toEqual([]);
	});

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

	it('excludes turns cut within the budget, not those cut after it', () => {
		const log = fixtureLog({ frames: false, header: { app: { ...APP, budgets: [BUDGET] } } });
		const cutAfter = (endToEndMs: number, count: number): string => {
			const samples = log.samples.map((sample, index) => {
				if (index >= count) return sample;
				const generations = sample.transcript.generations.map((generation) => ({
					...generation,
					finish: { unified: 'length' as const, raw: '' },
				}));
				const { transcript, timings } = sample;
				return { ...sample, transcript: { ...transcript, generations }, timings: { ...timings, endToEndMs } };
			});
			const page = renderHtml(reportedRun({ ...log, samples }), 'en');
			return `${tilesOf(page).at(-1)} ${textAt(page, 'time')}`;
		};
		expect(cutAfter(5, 2)).toMatch(/of 13 ?· 2 excluded: the turn failed or was cut off/u);
		expect(cutAfter(5, 2)).not.toMatch(/of 15 within/u);
		expect(cutAfter(9000, 2)).toMatch(/% \d+ of 15/u);
		expect(cutAfter(5, 15)).toMatch(/– ?· 15 excluded.*Every turn was cut off before its time was known\./u);
	});

	it("compares a group's budget with its samples only; no tile without samples", () => {
		const log = fixtureLog({ frames: false });
		const budgets: readonly TimeBudget[] = [
			{ ...BUDGET, suites: ['prefix[kind!=chain]'] },
			{ ...BUDGET, atMost: 9000, suites: ['prefix[kind=chain]'], title: 'a chain' },
			{ ...BUDGET, atMost: 9500, suites: ['prefix[kind=rule]'], title: 'a rule' },
		];
		const samples = log.samples.map((sample, index) => ({
			...sample,
			groups: { kind: index < 3 ? 'chain' : 'single' },
			timings: { ...sample.timings, endToEndMs: index < 3 ? 8000 : 300 },
		}));
		const asked = { ...log, header: { ...log.header, app: { ...APP, budgets } }, samples };
		const page = renderHtml(reportedRun(asked), 'en');
		expect(tilesOf(page).at(-1)).toMatch(/a turn ≤ 900 ms 100\.0% 12 of 12.*a chain ≤ 9 s 100\.0% 3 of 3/u);
		expect(textAt(page, 'time')).toMatch(/12 of 12 within.*2 of 2 within/u);
		expect(renderSummary(reportedRun(asked))).toMatch(/^- a turn ≤ 900 ms: 12 of 12 .*\n- a chain ≤ 9 s: 3 of 3 /mu);
		expect(textAt(page, 'time')).not.toContain('a rule');
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

	it('counts cut samples at the verdict', () => {
		const page = renderHtml(reportedRun(fixtureUnitsLog()), 'en');
		expect(textAt(page, 'verdict')).toContain('1 of 6 samples was cut off; 1 of these has no main score.');
		const log = fixtureUnitsLog([{ value: true }, { value: true }]);
		const [first, ...rest] = log.samples;
		if (first === undefined) throw new Error('a sample');
		const generations = first.transcript.generations.map((generation) => ({
			...generation,
			finish: { unified: 'length', raw: 'length' } as const,
		}));
		const settled = { ...log, samples: [{ ...first, transcript: { ...first.transcript, generations } }, ...rest] };
		expect(textAt(renderHtml(reportedRun(settled), 'en'), 'verdict')).toContain('1 of 2 samples was cut off.');
	});

	it('names the phone in the headline, the summary and the decision', () => {
		const log = fixtureLog({ header: { host: { device: 'Pixel <9>' } } });
		expect(textAt(renderHtml(reportedRun(log), 'en'), 'verdict-title')).toMatch(/^On Pixel <9> Path A/u);
		for (const text of [renderSummary(reportedRun(log)), renderDecision(reportedRun(log))])
			expect(text).toContain('Device: Pixel &#60;9&#62;');
	});
});

describe('decision.md and summary.md in Korean', () => {
	const log = fixtureLog();

	it('have verdict, interval and notice, without struck-through ranges', () => {
		const text = renderDecision(reportedRun(log), 'ko');
		expect(text).toContain('경로 A: 15건 중 7건');
		expect(text).toContain('내장 테스트 모델의 결과이며, Gemma의 성능과 무관합니다.');
		expect(renderSummary(reportedRun(log), 'ko')).toContain('7/15건 | 46.7% | 24.8\\~69.9%');
		for (const file of [text, renderSummary(reportedRun(log), 'ko')])
			expect(file).not.toMatch(/\d~\d|\d of \d|prompts|warm/u);
	});

	it('have causes and remedies', () => {
		const text = renderDecision(reportedRun(fixtureUnitsLog()), 'ko');
		expect(text).toContain('토큰 한도 초과로 잘림 1/6건: --max-tokens');
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
