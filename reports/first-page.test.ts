import { describe, expect, it } from 'vitest';
import { english, message } from '../src/base/message.ts';
import type { EvaluatedSuite } from '../src/eval/header.ts';
import type { Log } from '../src/log/record.ts';
import type { GateLine, GateResult } from '../src/summary/gate/gate.ts';
import { stateOf } from '../src/summary/state/state.ts';
import { decisionFixture, declaredSuiteFixture } from '../src/testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../src/testing/log-line-fixture.ts';
import { renderCsv } from './csv.ts';
import { fixtureLog, fixtureUnitsLog } from './fixture/fixture-log.ts';
import { textOf } from './fixture/read-page.ts';
import { sampleIndex } from './html/embedded-data.ts';
import { stateOfJunit } from './junit.ts';
import { localeOf } from './messages/catalogue.ts';
import { renderRun } from './render-run.ts';
import { type ReportedRun, reportedRun } from './reported-run.ts';
import { summaryJson } from './terminal/json.ts';
import { summaryLines } from './terminal/run.ts';

const gate = (status: GateLine['status']): GateResult => ({
	passed: status === 'pass',
	undecided: status === 'undecided',
	lines: [{ metric: 'prefix.hits', status, value: 7, expected: message('gate.at-least', { bound: 8 }) }],
});

const RUNS: readonly (readonly [name: string, run: () => ReportedRun])[] = [
	['of texts before a call', () => reportedRun(fixtureLog({ frames: false }))],
	['with tool calls', () => reportedRun(fixtureLog({ frames: false, tools: true }))],
	['that fails its gate', () => reportedRun(fixtureLog({ tools: true }), { gate: gate('fail') })],
	['that passes its gate', () => reportedRun(fixtureLog({ tools: true }), { gate: gate('pass') })],
	['without a path', () => reportedRun(fixtureUnitsLog())],
	['asked three times', () => reportedRun(fixtureLog({ epochs: 3, frames: false, tools: true }))],
];

/** As a reader sees it: without escapes, one kind of space. */
const plain = (text: string): string =>
	text
		.replace(/&#(\d+);/gu, (_, code: string) => String.fromCodePoint(Number(code)))
		.replace(
			/&(amp|lt|gt|quot|apos);/gu,
			(_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '',
		)
		.replace(/\\([^\w\s])/gu, '$1')
		.replace(/\s+/gu, ' ');

describe.each(RUNS)('the first page of a run %s', (_, made) => {
	const run = made();
	const reports = renderRun(run, 'en');
	const terminal = summaryLines(run, { quiet: true }).map(({ text }) => text);
	const page = textOf(reports['report.html'] ?? '');
	const texts = { terminal: terminal.join('\n'), page, markdown: reports['summary.md'] ?? '' };
	const json = JSON.parse(JSON.stringify(summaryJson(run, 'run'))) as {
		readonly state: unknown;
		readonly calls?: unknown;
	};
	const { sign, said } = stateOf(run.summary, run.gate);
	const sentence = said.map(english).join(' ');

	it('has one state', () => {
		for (const text of Object.values(texts)) expect(plain(text)).toContain(plain(sentence));
		expect(plain(reports['junit.xml'] ?? '')).toContain(plain(sentence));
		expect(stateOfJunit(reports['junit.xml'] ?? '')).toEqual(JSON.parse(JSON.stringify({ sign, said })));
		expect(json.state).toEqual(JSON.parse(JSON.stringify({ sign, said })));
		expect(terminal.some((line) => line.startsWith(sign))).toBe(true);
	});

	it('has one path, and says it in one sentence', () => {
		for (const decision of run.summary.decisions) {
			const path = decision.said.map(english).join(' ');
			for (const text of Object.values(texts)) expect(plain(text)).toContain(plain(path));
		}
	});

	it('counts the same right calls, and names the same wrong ones', () => {
		const { calls } = run.summary;
		expect(json.calls).toEqual(calls && JSON.parse(JSON.stringify(calls)));
		if (calls === undefined) return;
		const { hits, n } = calls.right;
		expect(hits + calls.wrong.length).toBe(n);
		for (const text of Object.values(texts)) {
			expect(plain(text)).toContain(`${hits} of ${n}`);
			for (const { said: why } of calls.wrong.slice(0, 3)) expect(plain(text)).toContain(plain(english(why)));
		}
	});
});

/** A prompt with a right call and no text before it, and one with a text and a wrong call. */
function mixedLog(): Log {
	const rate = { kind: 'rate', title: 'x' } as const;
	const suite: EvaluatedSuite = {
		...declaredSuiteFixture({ scores: { meaningful: { ...rate, main: true }, correct: { ...rate, compared: true } } }),
		decision: decisionFixture(5, 15),
	};
	const yes = { value: true };
	const no = { value: false, reason: 'wrong_func_name' };
	return {
		header: logHeaderFixture({ suites: [suite] }),
		failures: [],
		samples: [
			logSampleFixture({
				suite: suite.name,
				sampleId: 'right',
				scores: { meaningful: { value: false, reason: 'empty' }, correct: yes },
			}),
			logSampleFixture({ suite: suite.name, sampleId: 'wrong', scores: { meaningful: yes, correct: no } }),
		],
	};
}

it('a prompt with a right call is not among the failed samples, and one with a wrong call is', () => {
	const log = mixedLog();
	const { rows, reasons } = sampleIndex(log, localeOf('en'));
	expect(rows.map(([, , , , outcome, reason]) => [outcome, reasons[reason ?? -1]])).toEqual([
		[2, undefined],
		[0, localeOf('en').reasons.wrong_func_name],
	]);
	const [head = '', ...cells] = renderCsv(reportedRun(log)).trim().split('\r\n');
	const at = head.split(',').indexOf('right');
	expect(cells.map((row) => row.split(',')[at])).toEqual(['1', '0']);
});
