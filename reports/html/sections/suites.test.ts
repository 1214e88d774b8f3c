import { describe, expect, it } from 'vitest';
import { type Score, UNSCORED_CAUSES } from '../../../src/eval/score.ts';
import { saying } from '../../../src/testing/saying.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { ownSuiteLog } from '../../fixture/fixture-own-suite.ts';
import { attribute, elements, textAt, textIn } from '../../fixture/read-page.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const passing = { metric: { value: true }, polite: { value: true }, words: { value: 12 } };
const failing = { metric: { value: false, reason: 'imperial', detail: 'feet' }, words: { value: 30 } };
const silent = (unscored: (typeof UNSCORED_CAUSES)[number]): Readonly<Record<string, Score>> => ({
	metric: { unscored },
	words: { unscored },
});

describe('a custom suite', () => {
	const log = ownSuiteLog([passing, failing, passing, passing]);
	const page = renderHtml(reportedRun(log), 'en');
	const section = textAt(page, 'suite-units');

	it('has a section under its title, with every rate and its interval', () => {
		expect(section).toContain('Units of measure units');
		expect(section).toMatch(/metric units 75\.0% 3 of 4 · 95% CI 30\.1–95\.4%/u);
		expect(section).toMatch(/polite ?100\.0% 3 of 3 · 95% CI 43\.9–100\.0%/u);
	});

	it('has its numbers with unit, distribution, direction and budget', () => {
		expect(section).toContain('length (lower is better)');
		expect(section).toContain('p50 12 words · p95 27.3 words · n 4');
		expect(section).toContain('mean 16.5 words');
		expect(section).toContain('budget: ≤ 20 words · 3 of 4 within');
	});

	it('has the outcomes of its main score by reason, its groups, and its samples in order', () => {
		expect(section).toContain('imperial 1 polite');
		expect(section).toMatch(/kind ?length ?100\.0% 2 of 2/u);
		const asked = elements(page).filter((element) => attribute(element, 'class') === 'asked');
		expect(asked.map((element) => textIn(element))).toEqual(['질문 1', '질문 2', '질문 3', '질문 4']);
		expect(section).toContain('feet');
	});

	it('has its verdict with declared name and title', () => {
		const verdict = textAt(page, 'verdict');
		expect(verdict).toContain('Path ship, narrow: release it');
		expect(verdict).toContain('Good enough.');
		expect(verdict).toContain('path ship needs 2 of 4');
		expect(verdict).toContain('P(true rate ≥ 1 of 2)');
		expect(textAt(renderHtml(reportedRun(log), 'ko'), 'verdict')).toContain('경로 ship (근소한 판정): 출시한다');
	});

	it('links its cells to its rows', () => {
		const all = elements(page);
		const ids = all.flatMap((element) => attribute(element, 'id') ?? []);
		const cells = all.filter((element) => attribute(element, 'href')?.startsWith('#units_'));
		expect(cells).toHaveLength(4);
		for (const cell of cells) expect(ids).toContain(attribute(cell, 'href')?.slice(1));
		expect(new Set(ids).size).toBe(ids.length);
	});

	it('has its reliability over epochs', () => {
		const samples = [0, 1].flatMap((epoch) => log.samples.map((sample) => ({ ...sample, epoch })));
		const { settings } = log.header;
		const repeated = { ...log, header: { ...log.header, settings: { ...settings, epochs: 2 } }, samples };
		const section = textAt(renderHtml(reportedRun(repeated), 'en'), 'suite-units');
		expect(section).toMatch(/pass\^k ?75\.0%(?: [\d.]+–[\d.]+%)? ?75\.0%/u);
		expect(section).toMatch(/95% CI [\d.]+–[\d.]+%, clustered by \d+ prompts/u);
	});
});

describe('samples without a score', () => {
	const all = ownSuiteLog(['cut-length', 'cut-length', 'engine-failed'].map((cause) => silent(cause as 'cut-length')));

	it('are no misses; alone they give no rate, path or interval', () => {
		const page = renderHtml(reportedRun(all), 'en');
		expect(textAt(page, 'verdict')).toEqual(
			saying('score.no-path', { hits: 0, n: 3, threshold: 2, first: 'ship', open: 3 }),
		);
		const section = textAt(page, 'suite-units');
		expect(section).toContain('metric units – 3 unscored: hit the token limit 2, engine failed 1');
		expect(section + textAt(page, 'verdict')).not.toMatch(/Path|\d %|not passed|○/u);
	});

	it('are counted by cause at the verdict, with remedies', () => {
		const verdict = textAt(renderHtml(reportedRun(all), 'en'), 'verdict');
		expect(verdict).toContain('hit the token limit2Raise --max-tokens.');
		expect(verdict).toContain('engine failed1Read the failure in the report');
		const korean = textAt(renderHtml(reportedRun(all), 'ko'), 'verdict');
		expect(korean).toContain('토큰 한도 초과로 잘림2--max-tokens 값을 늘리세요.');
	});

	it('are counted at the rate, and have their cause in their row', () => {
		const page = renderHtml(reportedRun(ownSuiteLog([passing, passing, passing, silent('cut-deadline')])), 'en');
		expect(textAt(page, 'suite-units')).toContain('3 of 3 · 1 unscored: hit the deadline');
		expect(textAt(page, 'units_units-4')).toMatch(/^◌ 질문 4대답 4 hit the deadline/u);
		expect(textAt(page, 'verdict')).toContain('Path ship: at least 3 of 4 prompts pass (2 needed');
	});

	it.each(UNSCORED_CAUSES.map((cause) => [cause]))('have words and a remedy in both languages: %s', (cause) => {
		for (const lang of ['en', 'ko'] as const) {
			const page = renderHtml(reportedRun(ownSuiteLog([silent(cause)])), lang);
			const [, , remedy = ''] = elements(page)
				.filter((element) => element.tagName === 'tr' && element.parentNode?.nodeName === 'tbody')
				.map((row) => row.childNodes.map((cell) => textIn(cell)))
				.find((cells) => cells.length === 3) ?? ['', ''];
			expect(remedy.length).toBeGreaterThan(8);
			if (lang === 'ko') expect(textAt(page, 'units_units-1')).not.toContain(cause);
		}
	});

	it('are unscored for a number too', () => {
		const page = renderHtml(reportedRun(ownSuiteLog([passing, silent('interrupted')])), 'en');
		expect(textAt(page, 'suite-units')).toContain('mean 12 words · 1 unscored: interrupted');
	});
});

describe('the verdict', () => {
	it('of a subset has counts, but no letter, probability or interval', () => {
		const { settings } = fixtureLog().header;
		const some = ownSuiteLog([passing, failing], { samples: 4 }, { header: { settings: { ...settings, limit: 2 } } });
		const verdict = textAt(renderHtml(reportedRun(some), 'en'), 'verdict');
		expect(verdict).toEqual(saying('score.subset', { n: 4 }));
		expect(verdict).toContain('without --limit and --filter');
		expect(verdict).not.toMatch(/Path ship|wait|P\(|95%/u);
	});

	it('is undecided if prompts without samples could decide', () => {
		const verdict = textAt(renderHtml(reportedRun(ownSuiteLog([passing], { samples: 4 })), 'en'), 'verdict');
		expect(verdict).toEqual(saying('score.no-path', { hits: 1, n: 4, threshold: 2, first: 'ship', open: 3 }));
		expect(verdict).toContain('not evaluated3Finish the run with --resume.');
	});

	it('covers each decision of a run', () => {
		const [first, second] = [ownSuiteLog([passing]), ownSuiteLog([failing], { name: 'other-units' })];
		const log = {
			...first,
			header: { ...first.header, suites: [...first.header.suites, ...second.header.suites] },
			samples: [...first.samples, ...second.samples],
		};
		const page = renderHtml(reportedRun(log), 'en');
		const verdict = textAt(page, 'verdict');
		expect(verdict).toContain('Path ship, narrow: release it');
		expect(verdict).toContain('Path wait, narrow: hold it back');
		expect(elements(page).filter(({ tagName }) => tagName === 'h1')).toHaveLength(1);
	});

	it('notes that filler is not recognised in a language without word lists', () => {
		const inLanguage = (language: string): string => {
			const app = { name: 'a', version: '1', language };
			return textAt(renderHtml(reportedRun(ownSuiteLog([passing], {}, { header: { app } })), 'en'), 'verdict');
		};
		expect(inLanguage('fr')).toEqual(saying('run.no-word-lists'));
		expect(inLanguage('en-US')).not.toContain('Filler');
		expect(inLanguage('no language')).toEqual(saying('run.no-word-lists'));
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

	it('fall back to the common view if theirs is unknown', () => {
		const page = renderHtml(reportedRun(ownSuiteLog([passing], { view: 'constructor' })), 'en');
		expect(textAt(page, 'suite-units')).toContain('metric units 100.0% 1 of 1');
	});
});
