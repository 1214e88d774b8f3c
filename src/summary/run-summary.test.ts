import { describe, expect, it } from 'vitest';
import { fixtureLog, fixtureQuantizations } from '../../reports/fixture/fixture-log.ts';
import { english } from '../base/message.ts';
import { summarizeComparison } from './compare/compare.ts';
import { cut, HIT, MISS, runOf, scored, times } from './decisions/decided-run-fixture.ts';
import { summarizeLatencies } from './speed.ts';
import { summarizeSuites } from './suites.ts';
import { printedSummary, summarizeRun } from './summarize.ts';

const LOGS = {
	'of all suites': fixtureLog({ frames: true, tools: true }),
	'with epochs': fixtureLog({ epochs: 3 }),
	'that was cut short': fixtureLog({ footer: 'none', tools: true }),
	'without some samples': runOf(scored(...times(4, HIT), ...times(8, MISS), cut('cut-length')), { prompts: 15 }),
};

describe.each(Object.entries(LOGS))('the summary of a run %s', (_, log) => {
	const summary = summarizeRun(log);

	it('is plain JSON', () => {
		expect(JSON.parse(JSON.stringify(summary))).toEqual(JSON.parse(JSON.stringify(structuredClone(summary))));
	});

	it('has the suites and times', () => {
		expect(summary.suites).toEqual(summarizeSuites(log));
		expect(summary.speed).toMatchObject({ ...summarizeLatencies(log) });
	});
});

it('has messages for a verdict', () => {
	const run = runOf(scored(...times(4, HIT), ...times(8, MISS), cut('cut-length')), { prompts: 15 });
	expect(summarizeRun(run).decisions.flatMap(({ said }) => said.map(english))).toMatchInlineSnapshot(`
		[
		  "No verdict yet: 4 of 15 prompts pass (5 needed for path A), 3 unscored: 1 hit the token limit.",
		]
	`);
});

it('a comparison has each run once, and every other one against the first', () => {
	const logs = fixtureQuantizations();
	const summary = summarizeComparison(logs.map((log) => ({ log, summary: summarizeRun(log) })));
	expect(summary.runs.map(({ label }) => label)).toEqual(['F16', 'Q8_0', 'Q4_0']);
	expect(summary.against.map(({ run, paired }) => [run, paired > 0])).toEqual([
		[1, true],
		[2, true],
	]);
});

it('a printed summary has no raw times, and the English of its messages', () => {
	const log = runOf(scored(...times(4, HIT), ...times(8, MISS)), { prompts: 15 });
	const printed = JSON.stringify(printedSummary(summarizeRun(log)));
	expect(printed).not.toContain('"values":[');
	expect(printed).toContain('"text":"No verdict yet: 4 of 15 prompts pass');
});
