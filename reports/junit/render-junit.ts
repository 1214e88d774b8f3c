import {
	type DecisionSummary,
	engineNameWithBackend,
	type GateResult,
	type Log,
	localized,
	MINIATURE_NOTICE,
	missingSamples,
	type PeoplesJudgement,
	samplingNote,
	summarizeDecisions,
	summarizeSuites,
} from '../../src/index.ts';
import { gateAgainst, gateJudgement } from '../locale/sections/gate-locale.ts';
import { decisionCase, failureCase, gateCase, missingCase, sampleCase, type TestCase } from './test-case.ts';
import { xml } from './xml-text.ts';

/**
 * JUnit XML: a testsuite per suite and arm with a test case per planned sample, one per decision with a single test case, one of
 * what failed outside of a sample, and one of the gate with a test case per rule. People's word is the last on a decision;
 * samples are judged by the rule.
 */
export function renderJunit(log: Log, { gate, judgements }: JunitOptions = {}): string {
	const decisions = summarizeDecisions(log, judgements);
	const missing = missingSamples(log);
	const suites = summarizeSuites(log).flatMap(({ suite, arms: evaluated }) => {
		const own = log.samples.filter((sample) => sample.suite === suite.name);
		const lost = missing.filter((sample) => sample.suite === suite.name);
		const arms = new Set([...evaluated, ...lost].map(({ arm }) => arm));
		return [
			...Array.from(arms, (arm): TestSuite => {
				const samples = own.filter((sample) => sample.arm === arm).map((sample) => sampleCase(suite, sample));
				const absent = lost.filter((sample) => sample.arm === arm).map(missingCase);
				return { name: `${suite.name} ${arm}`, cases: [...samples, ...absent] };
			}),
			...decisions.filter((decision) => decision.suite === suite).map(decisionSuite),
		];
	});
	const failed = log.failures.length === 0 ? [] : [{ name: 'run', cases: log.failures.map(failureCase) }];
	const held = gate === undefined ? [] : [gateSuite(gate)];
	const all: readonly TestSuite[] = [...suites, ...failed, ...held];
	const total = counts(all.flatMap(({ cases }) => cases));
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gemmark" ${total}>\n${all.map((suite) => testSuite(log, suite)).join('')}</testsuites>\n`;
}

interface JunitOptions {
	/** People's labels by sample key. */
	readonly judgements?: ReadonlyMap<string, PeoplesJudgement> | undefined;
	readonly gate?: GateResult | undefined;
}

interface TestSuite {
	readonly name: string;
	readonly cases: readonly TestCase[];
	/** Of a gate, its baseline, and whose judgement its rules look at where people labelled. */
	readonly against?: string | undefined;
	readonly judgement?: string | undefined;
}

function gateSuite(gate: GateResult): TestSuite {
	const cases = gate.lines.map(gateCase);
	return { name: 'gate', cases, against: gateAgainst(gate, 'en'), judgement: gateJudgement(gate, 'en') };
}

function decisionSuite(decision: DecisionSummary): TestSuite {
	return { name: `${decision.suite.name} decision`, cases: [decisionCase(decision)] };
}

function testSuite(log: Log, { name, cases, ...gate }: TestSuite): string {
	return `<testsuite name="${xml(name)}" ${counts(cases)} skipped="${cases.filter(({ outcome }) => outcome === 'skipped').length}" timestamp="${xml(log.header.startedAt.slice(0, 19))}">\n${properties(log, gate)}${cases.map(({ markup }) => markup).join('')}</testsuite>\n`;
}

function counts(cases: readonly TestCase[]): string {
	const failures = cases.filter(({ outcome }) => outcome === 'failure').length;
	const errors = cases.filter(({ outcome }) => outcome === 'error').length;
	const seconds = cases.reduce((sum, { ms }) => sum + ms, 0) / 1000;
	return `tests="${cases.length}" failures="${failures}" errors="${errors}" time="${seconds.toFixed(3)}"`;
}

function properties({ header }: Log, { against, judgement }: Omit<TestSuite, 'name' | 'cases'>): string {
	const { model, engine } = header;
	const greedy = samplingNote({ header });
	const known: readonly (readonly [name: string, value: string | undefined])[] = [
		['model', model.name],
		['quantization', model.quantization],
		['model.sha256', model.sha256],
		['notice', model.miniature ? MINIATURE_NOTICE.en : undefined],
		['sampling', greedy && localized(greedy, 'en')],
		['warnings', header.warnings?.join(' · ')],
		['engine', engineNameWithBackend(engine)],
		['gemmark', header.gemmark],
		['baseline', against],
		['judgement', judgement],
	];
	return `<properties>${known
		.flatMap(([name, value]) => (value === undefined ? [] : [`<property name="${name}" value="${xml(value)}"/>`]))
		.join('')}</properties>\n`;
}
