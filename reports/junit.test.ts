import { describe, expect, it } from 'vitest';
import { message } from '../src/base/message.ts';
import { sampleKey } from '../src/eval/sample.ts';
import { hostileLog } from './fixture/fixture-hostile.ts';
import { fixtureLog, fixtureUnitsLog } from './fixture/fixture-log.ts';
import { renderJunit } from './junit.ts';
import { reportedRun } from './reported-run.ts';

describe('renderJunit', () => {
	const xml = renderJunit(reportedRun(fixtureLog()));

	it('has testsuites per variant and decision, with model and notice as properties', () => {
		expect(xml.match(/<testsuite name="[^"]*"/gu)).toEqual([
			'<testsuite name="state"',
			'<testsuite name="prefix free"',
			'<testsuite name="prefix decision"',
			'<testsuite name="frame free"',
			'<testsuite name="frame constrained"',
		]);
		expect(xml).toContain('<property name="model" value="gemmark-mini-q8_0.gguf"/>');
		expect(xml).toContain('miniature');
	});

	it('has a testsuite of the gate with a test case per rule', () => {
		const gate = {
			passed: false,
			undecided: false,
			lines: [
				{ metric: 'prefix.hits', expected: message('gate.at-least', { bound: 9 }), value: 7, status: 'fail' },
				{ metric: 'prefix.n', expected: message('gate.at-least', { bound: 15 }), value: 15, status: 'pass' },
				{ metric: 'loadMs', expected: message('gate.at-most', { bound: 9 }), value: 8, status: 'soft-undecided' },
			],
		} as const;
		const xml = renderJunit(reportedRun(fixtureLog(), { gate }));
		expect(testSuite(xml, 'gate')).toContain('tests="3" failures="1" errors="0"');
		expect(xml).toContain('<failure type="gate" message="required &#62;= 9, measured 7"/>');
		expect(xml).toContain('<system-out>undecided (soft): required &#60;= 9, measured 8</system-out>');
		countsHold(xml);
	});

	it('fails a sample whose main score is false, with its reason', () => {
		expect(xml).toMatch(/<testsuite name="frame free" tests="40" failures="14" errors="0"/u);
		expect(xml).toContain('<failure type="valid" message="hard-avoid"/>');
		expect(xml).toContain('meaningful: false (echo)');
	});

	it('passes a decision with its path, and counts everything at the top', () => {
		const decision = testSuite(xml, 'prefix decision');
		expect(decision).toContain('tests="1" failures="0" errors="0"');
		expect(decision).toContain('name="decision"');
		expect(decision).toMatch(/<system-out>Path A: the rule counts 7 of these 15 [^<]*<\/system-out>/u);
		expect(xml).toMatch(/<testsuites name="gemmark" tests="97" failures="\d+" errors="0" time="\d+\.\d{3}">/u);
		for (const text of [xml, renderJunit(reportedRun(fixtureUnitsLog())), renderJunit(reportedRun(hostileLog()))])
			countsHold(text);
	});

	it("has people's path, and none while their labels leave it open", () => {
		const log = fixtureLog();
		const own = log.samples.filter(({ suite }) => suite === 'prefix');
		const decisionOf = (judged: typeof own): string => {
			const judgements = new Map(judged.map((sample) => [sampleKey(sample), { meaningful: false, labels: [] }]));
			return testSuite(renderJunit(reportedRun(log, { labels: judgements })), 'prefix decision');
		};
		expect(decisionOf(own)).toMatch(
			/<system-out>Path B: rule and labels count 0 of these 15 [^<]*The rule alone: path A, 7 of 15[^<]*<\/system-out>/u,
		);
		expect(decisionOf(own.slice(0, 5))).toMatch(/<error type="labels" message="No path: people labelled 5/u);
	});

	it("does not fail samples that are a decision's votes", () => {
		const votes = testSuite(renderJunit(reportedRun(fixtureUnitsLog())), 'units free');
		expect(votes).toContain('tests="6" failures="0" errors="2"');
	});

	it('passes the samples of a suite without any yes-or-no score', () => {
		const { header, ...rest } = fixtureUnitsLog();
		const suites = header.suites.map(({ decision: _, ...suite }) => ({
			...suite,
			scores: { digits: { kind: 'number' as const, title: 'digits' } },
		}));
		expect(renderJunit(reportedRun({ ...rest, header: { ...header, suites } }))).toMatch(
			/<testsuite name="units free" tests="6" failures="0" errors="0"/u,
		);
	});

	it('reports a failing engine as an error', () => {
		expect(renderJunit(reportedRun(hostileLog()))).toContain('<error type="engine"');
	});

	it('is well-formed for any log', () => {
		for (const text of [xml, renderJunit(reportedRun(hostileLog()))]) {
			// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them
			expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u);
			expect(text.isWellFormed()).toBe(true);
			expect(unbalanced(text)).toEqual([]);
			expect(text).not.toMatch(/&(?!#\d+;)/u);
		}
	});
});

function testSuite(text: string, name: string): string {
	return text.split('<testsuite ').find((part) => part.startsWith(`name="${name}"`)) ?? '';
}

/** What each testsuite and the document say of their test cases is what is there. */
function countsHold(text: string): void {
	const [top = '', ...suites] = text.split('<testsuite ');
	for (const [part, whole] of [[top, text] as const, ...suites.map((suite) => [suite, suite] as const)]) {
		for (const [name, tag] of [
			['tests', '<testcase '],
			['failures', '<failure '],
			['errors', '<error '],
		] as const) {
			expect(part).toMatch(new RegExp(`\\b${name}="${whole.split(tag).length - 1}"`, 'u'));
		}
	}
}

/** Elements left open or closed out of turn; attributes hold no `<` or `>`, because they are escaped. */
function unbalanced(xml: string): readonly string[] {
	const open: string[] = [];
	for (const [, close, name = '', empty] of xml.matchAll(/<(\/?)([\w-]+)[^<>]*?(\/?)>/gu)) {
		if (close === '/') {
			if (open.pop() !== name) return [...open, name];
		} else if (empty !== '/') open.push(name);
	}
	return open;
}
