import { z } from 'zod';
import { gemmarkMessage } from '../src/base/border.ts';
import { english, englishOf, message } from '../src/base/message.ts';
import type { EvaluatedSuite } from '../src/eval/header.ts';
import type { MissingSample } from '../src/eval/missing.ts';
import type { RunRow } from '../src/history/run-row.ts';
import type { Log, LogSample } from '../src/log/record.ts';
import { engineNameWithBackend } from '../src/model/identity.ts';
import { MINIATURE_NOTICE } from '../src/model/miniature-notice.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import type { GateLine, GateResult } from '../src/summary/gate/gate.ts';
import { checksOf, failedCheck } from '../src/summary/state/right.ts';
import { type RunState, stateOf } from '../src/summary/state/state.ts';
import type { RunSummary } from '../src/summary/summarize.ts';
import { localized } from '../src/text/text.ts';
import { gateFinding, gateLead } from './gate.ts';
import { causeRemedy } from './html/words.ts';
import { localeOf } from './messages/catalogue.ts';
import type { ReportedRun } from './reported-run.ts';
import { finalVerdictLine, verdictRemedies } from './verdict.ts';

const EN = localeOf('en');

/**
 * JUnit XML: testsuites per suite and variant (a case per planned sample), per decision, for failures outside of samples,
 * and for the gate (a case per rule). Labels count for decisions, not for samples.
 */
export function renderJunit(run: ReportedRun): string {
	return Array.from(junitParts(run)).join('');
}

export function* junitParts(run: ReportedRun): Generator<string, void, void> {
	const { log, summary, gate } = run;
	const { decisions } = summary;
	const suites = summary.suites.flatMap(({ suite, variants: evaluated }) => {
		const own = log.samples.filter((sample) => sample.suite === suite.name);
		const missing = summary.samples.missing.filter((sample) => sample.suite === suite.name);
		const variants = new Set([...evaluated, ...missing].map(({ variant }) => variant));
		return [
			...Array.from(variants, (variant): TestSuite => {
				const samples = own.filter((sample) => sample.variant === variant).map((sample) => sampleCase(suite, sample));
				const absent = missing.filter((sample) => sample.variant === variant).map(missingCase);
				return { name: `${suite.name} ${variant}`, cases: [...samples, ...absent] };
			}),
			...decisions.filter((decision) => decision.suite.name === suite.name).map(decisionSuite),
		];
	});
	const failed = log.failures.length === 0 ? [] : [{ name: 'run', cases: log.failures.map(failureCase) }];
	const all: readonly TestSuite[] = [
		stateSuite(run),
		...suites,
		...failed,
		...(gate === undefined ? [] : [gateSuite(gate)]),
	];
	const total = counts(all.flatMap(({ cases }) => cases));
	yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="gemmark" ${total}>\n`;
	for (const suite of all) yield* testSuite(log, summary, suite);
	yield '</testsuites>\n';
}

/** The result of the gate in a file of {@link renderJunit}; undefined without. */
export function gateOfJunit(junit: string): RunRow['gate'] {
	const from = junit.lastIndexOf('<testsuite name="gate" ');
	if (from < 0) return undefined;
	const cases = [...junit.slice(from).matchAll(GATE_CASE)];
	const named = (outcome: string): readonly string[] =>
		cases.flatMap(([, metric = '', found]) => (found === outcome ? [metric] : []));
	const [failed, open] = [named('failure'), named('error')];
	if (failed.length > 0) return { result: 'fail', metrics: failed };
	return open.length > 0 ? { result: 'undecided', metrics: open } : { result: 'pass', metrics: [] };
}

/** The state that a file of {@link renderJunit} has; undefined without. */
export function stateOfJunit(junit: string): RunState | undefined {
	const json = STATE.exec(junit)?.[1]?.replaceAll(/&#(\d+);/gu, (_, code: string) => String.fromCharCode(Number(code)));
	try {
		return stateSchema.safeParse(JSON.parse(json ?? 'null')).data;
	} catch {
		return undefined;
	}
}

const STATE = /<property name="state" value="([^"]*)"/u;
const stateSchema = z.object({ sign: z.enum(['✓', '✕', '?']), said: z.array(gemmarkMessage) });

const GATE_CASE = /<testcase classname="gemmark\.gate" name="([^" ]*)[^>]*>(?:<(failure|error)\b)?/gu;

interface TestSuite {
	readonly name: string;
	readonly cases: readonly TestCase[];
	/** Of a gate: its baseline, and whether it ignores labels. */
	readonly against?: string;
	readonly judgement?: string;
	/** As JSON, which `view` says in its language. */
	readonly state?: string;
}

function gateSuite({ labelled, ...gate }: GateResult): TestSuite {
	const cases = gate.lines.map(gateCase);
	const judgement = labelled === true ? EN.gate.labelled : undefined;
	return { name: 'gate', cases, against: gateLead(gate, EN), judgement };
}

function decisionSuite(decision: DecisionSummary): TestSuite {
	return { name: `${decision.suite.name} decision`, cases: [decisionCase(decision)] };
}

function* testSuite(log: Log, summary: RunSummary, { name, cases, ...gate }: TestSuite): Generator<string, void, void> {
	yield `<testsuite name="${xml(name)}" ${counts(cases)} skipped="${cases.filter(({ outcome }) => outcome === 'skipped').length}" timestamp="${xml(log.header.startedAt.slice(0, 19))}">\n${properties(log, summary, gate)}`;
	for (let at = 0; at < cases.length; at += CASES) {
		const some = cases.slice(at, at + CASES);
		yield some.map(({ markup }) => markup()).join('');
	}
	yield '</testsuite>\n';
}

/** Cases of a part. */
const CASES = 1000;

function counts(cases: readonly TestCase[]): string {
	const failures = cases.filter(({ outcome }) => outcome === 'failure').length;
	const errors = cases.filter(({ outcome }) => outcome === 'error').length;
	const seconds = cases.reduce((sum, { ms }) => sum + ms, 0) / 1000;
	return `tests="${cases.length}" failures="${failures}" errors="${errors}" time="${seconds.toFixed(3)}"`;
}

function properties(
	{ header }: Log,
	{ greedy }: RunSummary,
	{ against, judgement, state }: Omit<TestSuite, 'name' | 'cases'>,
): string {
	const { model, engine } = header;
	const known: readonly (readonly [name: string, value: string | undefined])[] = [
		['model', model.name],
		['quantization', model.quantization],
		['model.sha256', model.sha256],
		['notice', model.miniature ? MINIATURE_NOTICE.en : undefined],
		['sampling', greedy ? english(message('run.greedy')) : undefined],
		['warnings', header.warnings?.map(english).join(' · ')],
		['engine', engineNameWithBackend(engine)],
		['gemmark', header.gemmark],
		['baseline', against],
		['judgement', judgement],
		['state', state],
	];
	return `<properties>${known
		.flatMap(([name, value]) => (value === undefined ? [] : [`<property name="${name}" value="${xml(value)}"/>`]))
		.join('')}</properties>\n`;
}

interface TestCase {
	readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
	readonly ms: number;
	readonly markup: () => string;
}

function sampleCase(suite: EvaluatedSuite, sample: LogSample): TestCase {
	const { variant, sampleId, epoch, timings } = sample;
	// Of a long run, the texts of all cases together would take hundreds of megabytes.
	const whole = (): TestCase =>
		testCase({
			...caseName({ suite: suite.name, variant, sampleId, epoch }),
			ms: timings.endToEndMs,
			out: scoreLines(sample),
			...sampleOutcome(suite, sample),
		});
	return { outcome: sampleOutcome(suite, sample).outcome, ms: timings.endToEndMs, markup: () => whole().markup() };
}

function missingCase({ input = '', ...identity }: MissingSample): TestCase {
	const message = `no line of the log: ${causeRemedy('missing', EN)}`;
	return testCase({ ...caseName(identity), ms: 0, out: input, outcome: 'error', type: 'missing', message });
}

function caseName({ suite, sampleId, variant, epoch }: MissingSample): {
	readonly classname: string;
	readonly name: string;
} {
	return {
		classname: `gemmark.${suite}.${variant}`,
		name: epoch === 0 ? sampleId : `${sampleId} epoch ${epoch + 1}`,
	};
}

/** Passed with a path, an error without one, skipped for a subset of the prompts. */
function decisionCase(summary: DecisionSummary): TestCase {
	const { suite, decision, standing } = summary;
	const own = { classname: `gemmark.${suite.name}`, name: 'decision', ms: 0 };
	const out = finalVerdictLine(summary, EN);
	const { verdict } = standing;
	if (verdict.status === 'subset') return testCase({ ...own, outcome: 'skipped', message: out });
	if (verdict.path === undefined) {
		const type = verdict.unscored.map(({ cause }) => cause).join(' ') || verdict.cause;
		return testCase({ ...own, outcome: 'error', type, message: [out, ...verdictRemedies(summary, EN)].join('; ') });
	}
	const path = decision.paths.find(({ name }) => name === verdict.path);
	const title = path === undefined ? '' : `\n${localized(path.title, 'en')}`;
	return testCase({ ...own, outcome: 'passed', out: `${out}${title}` });
}

function failureCase({ kind, said, suite = '', sampleId = '' }: Log['failures'][number]): TestCase {
	const name = [suite, sampleId].filter(Boolean).join(' ') || 'run';
	return testCase({ classname: 'gemmark.run', name, ms: 0, outcome: 'error', type: kind, message: english(said) });
}

/** A soft rule always passes. */
function gateCase(line: GateLine): TestCase {
	const own = { classname: 'gemmark.gate', name: `${line.metric} ${english(line.expected)}`, ms: 0 };
	const finding = `required ${english(line.expected)}, measured ${gateFinding(line, EN)}`;
	if (line.status === 'fail') return testCase({ ...own, outcome: 'failure', type: 'gate', message: finding });
	if (line.status === 'undecided') return testCase({ ...own, outcome: 'error', type: 'undecided', message: finding });
	const soft = line.status === 'pass' ? '' : `${EN.gate.results[line.status]}: `;
	return testCase({ ...own, outcome: 'passed', out: `${soft}${finding}` });
}

type Outcome =
	| { readonly outcome: 'passed' }
	| { readonly outcome: 'failure' | 'error'; readonly type: string; readonly message: string }
	| { readonly outcome: 'skipped'; readonly message: string };

type CaseFields = Outcome & {
	readonly classname: string;
	readonly name: string;
	readonly ms: number;
	readonly out?: string;
};

function testCase({ classname, name, ms, out, ...result }: CaseFields): TestCase {
	const markup = (): string => {
		const type = 'type' in result ? ` type="${xml(result.type)}"` : '';
		const problem = result.outcome === 'passed' ? '' : `<${result.outcome}${type} message="${xml(result.message)}"/>`;
		const printed = out === undefined ? '' : `<system-out>${xml(out)}</system-out>`;
		return `<testcase classname="${xml(classname)}" name="${xml(name)}" time="${(ms / 1000).toFixed(3)}">${problem}${printed}</testcase>\n`;
	};
	return { outcome: result.outcome, ms, markup };
}

/** Failed if a check fails, an error if it is unscored; passed without a rate, and for a decision's votes. */
function sampleOutcome(suite: EvaluatedSuite, sample: LogSample): Outcome {
	const failed = failedCheck(checksOf(suite, sample));
	if (failed === undefined) return { outcome: 'passed' };
	const { unscored, reason, detail } = failed.score;
	const why = [reason, englishOf(detail)].filter((part) => part !== undefined && part !== '').join(': ');
	if (unscored !== undefined) {
		const problem = why || (sample.transcript.error ?? unscored);
		return { outcome: 'error', type: unscored, message: `${problem}: ${causeRemedy(unscored, EN)}` };
	}
	if (failed.decides) return { outcome: 'passed' };
	return { outcome: 'failure', type: failed.name, message: why || `${failed.name} is false` };
}

/** The state of the run: the sentence that every report begins with. */
function stateSuite({ summary, gate }: ReportedRun): TestSuite {
	const state = stateOf(summary, gate);
	return { name: 'state', cases: [stateCase(state)], state: JSON.stringify(state) };
}

function stateCase({ sign, said }: RunState): TestCase {
	const sentence = `${sign} ${said.map(english).join(' ')}`;
	const own = { classname: 'gemmark', name: 'state', ms: 0 };
	if (sign === '✕') return testCase({ ...own, outcome: 'failure', type: 'state', message: sentence });
	return sign === '?'
		? testCase({ ...own, outcome: 'skipped', message: sentence })
		: testCase({ ...own, outcome: 'passed', out: sentence });
}

function scoreLines({ sample, scores, transcript }: LogSample): string {
	const lines = Object.entries(scores).map(([name, { value, unscored, reason, detail }]) => {
		const result = unscored === undefined ? String(value) : `unscored, ${unscored}`;
		return `${name}: ${result}${reason === undefined ? '' : ` (${reason})`}${detail === undefined ? '' : ` ${english(detail)}`}`;
	});
	return [
		typeof sample.input === 'string' ? sample.input : '',
		...lines,
		...(transcript.error === undefined ? [] : [`error: ${transcript.error}`]),
	].join('\n');
}

/** Escapes content and attributes; characters that XML 1.0 forbids become U+FFFD. */
function xml(text: string): string {
	return (
		text
			.toWellFormed()
			// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
			.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '\ufffd')
			.replace(/[&<>"'\t\n\r]/gu, (char) => `&#${char.charCodeAt(0)};`)
	);
}
