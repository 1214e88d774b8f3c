import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { ownSuiteLog } from '../../fixture/fixture-own-suite.ts';
import { attribute, elements, textAt } from '../../fixture/read-page.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const passing = { metric: { value: true }, polite: { value: true }, words: { value: 12 } };
const failing = { metric: { value: false, reason: 'imperial', detail: 'feet' }, words: { value: 30 } };

describe('a custom suite', () => {
	const log = ownSuiteLog([passing, failing, passing, passing]);
	const page = renderHtml(reportedRun(log), 'en');

	it('links its cells to its rows', () => {
		const all = elements(page);
		const ids = all.flatMap((element) => attribute(element, 'id') ?? []);
		const cells = all.filter((element) => attribute(element, 'href')?.startsWith('#units_'));
		expect(cells).toHaveLength(4);
		for (const cell of cells) expect(ids).toContain(attribute(cell, 'href')?.slice(1));
		expect(new Set(ids).size).toBe(ids.length);
	});
});

describe('suites of one view', () => {
	it('have a section each, with distinct ids', () => {
		const log = fixtureLog({ frames: false });
		const [suite] = log.header.suites;
		if (suite === undefined) throw new Error('the fixture has a suite');
		const twice = {
			...log,
			header: { ...log.header, suites: [suite, { ...suite, name: 'prefix-formal', title: 'Formal prompts' }] },
			samples: [...log.samples, ...log.samples.map((sample) => ({ ...sample, suite: 'prefix-formal' }))],
		};
		const page = renderHtml(reportedRun(twice), 'en');
		const ids = elements(page).flatMap((element) => attribute(element, 'id') ?? []);
		expect(ids).toEqual(expect.arrayContaining(['suite-prefix', 'suite-prefix-formal']));
		expect(new Set(ids).size).toBe(ids.length);
		expect(textAt(page, 'suite-prefix-formal')).toContain('Formal prompts (prefix-formal)');
		expect(textAt(page, 'prefix-formal_prefix-01')).toContain('수면 카탈로그에서 알맞은 습관을 찾아볼게요.');
	});
});
