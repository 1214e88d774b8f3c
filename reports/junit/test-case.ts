import {
	type DecisionSummary,
	type EvaluatedSuite,
	type GateLine,
	type Log,
	type LogSample,
	localized,
	type MissingSample,
	mainScore,
	remedyFor,
	scoreNamed,
	standingLine,
	standingSummary,
	verdictRemedies,
} from '../../src/index.ts';
import { gateFinding } from '../gate-text.ts';
import { gateLocale } from '../locale/sections/gate-locale.ts';
import { xml } from './xml-text.ts';

/** One `<testcase>`, and what it counts as. */
export interface TestCase {
	readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
	readonly ms: number;
	readonly markup: string;
}

/**
 * Failed where the main score is no, an error where it is unscored. Passed where there is no such question, and where the
 * answers are votes of a decision: a no is an outcome then, and the decision has a test case of its own.
 */
export function sampleCase(suite: EvaluatedSuite, sample: LogSample): TestCase {
	const { arm, sampleId, epoch, timings } = sample;
	return testCase({
		...caseName({ suite: suite.name, arm, sampleId, epoch }),
		ms: timings.endToEndMs,
		out: scoreLines(sample),
		...sampleOutcome(suite, sample),
	});
}

/** A sample that was planned and has no line in the log is an error, as all are that say nothing. */
export function missingCase({ input = '', ...identity }: MissingSample): TestCase {
	const message = `no line of the log: ${remedyFor('missing')}`;
	return testCase({ ...caseName(identity), ms: 0, out: input, outcome: 'error', type: 'missing', message });
}

function caseName({ suite, sampleId, arm, epoch }: MissingSample): {
	readonly classname: string;
	readonly name: string;
} {
	return {
		classname: `gemmark.${suite}.${arm}`,
		name: epoch === 0 ? sampleId : `${sampleId} epoch ${epoch + 1}`,
	};
}

/** Never failed: passed with the path that is taken, an error where there is none, skipped where a subset was asked. */
export function decisionCase(summary: DecisionSummary): TestCase {
	const { suite, decision } = summary;
	const own = { classname: `gemmark.${suite.name}`, name: 'decision', ms: 0 };
	const out = standingLine(summary);
	const { verdict } = standingSummary(summary);
	if (verdict.status === 'subset') return testCase({ ...own, outcome: 'skipped', message: out });
	if (verdict.path === undefined) {
		const type = verdict.unscored.map(({ cause }) => cause).join(' ') || 'undecided';
		return testCase({ ...own, outcome: 'error', type, message: [out, ...verdictRemedies(verdict)].join('; ') });
	}
	const path = decision.paths.find(({ name }) => name === verdict.path);
	const title = path === undefined ? '' : `\n${localized(path.title, 'en')}`;
	return testCase({ ...own, outcome: 'passed', out: `${out}${title}` });
}

/** What failed outside of any sample's score. */
export function failureCase({ code, message, suite = '', sampleId = '' }: Log['failures'][number]): TestCase {
	const name = [suite, sampleId].filter(Boolean).join(' ') || 'run';
	return testCase({ classname: 'gemmark.run', name, ms: 0, outcome: 'error', type: code, message });
}

/** A rule of the gate: failed with what was wanted and found; a soft one passes, and says so. */
export function gateCase(line: GateLine): TestCase {
	const own = { classname: 'gemmark.gate', name: `${line.metric} ${line.expected}`, ms: 0 };
	const told = `wanted ${line.expected}, found ${gateFinding(line)}`;
	if (line.status === 'fail') return testCase({ ...own, outcome: 'failure', type: 'gate', message: told });
	if (line.status === 'undecided') return testCase({ ...own, outcome: 'error', type: 'undecided', message: told });
	const soft = line.status === 'pass' ? '' : `${gateLocale.en.results[line.status]}: `;
	return testCase({ ...own, outcome: 'passed', out: `${soft}${told}` });
}

type Outcome =
	| { readonly outcome: 'passed' }
	| { readonly outcome: 'failure' | 'error'; readonly type: string; readonly message: string }
	| { readonly outcome: 'skipped'; readonly message: string };

type Told = Outcome & {
	readonly classname: string;
	readonly name: string;
	readonly ms: number;
	readonly out?: string | undefined;
};

function testCase({ classname, name, ms, out, ...told }: Told): TestCase {
	const type = 'type' in told ? ` type="${xml(told.type)}"` : '';
	const problem = told.outcome === 'passed' ? '' : `<${told.outcome}${type} message="${xml(told.message)}"/>`;
	const printed = out === undefined ? '' : `<system-out>${xml(out)}</system-out>`;
	return {
		outcome: told.outcome,
		ms,
		markup: `<testcase classname="${xml(classname)}" name="${xml(name)}" time="${(ms / 1000).toFixed(3)}">${problem}${printed}</testcase>\n`,
	};
}

function sampleOutcome(suite: EvaluatedSuite, sample: LogSample): Outcome {
	const main = mainScore(suite);
	if (main === undefined || !Object.values(suite.scores).some(({ kind }) => kind === 'rate'))
		return { outcome: 'passed' };
	const { value, unscored, reason, detail } = scoreNamed(sample, main) ?? { unscored: 'score-missing' };
	const why = [reason, detail].filter((part) => part !== undefined && part !== '').join(': ');
	if (unscored !== undefined) {
		const problem = why || (sample.transcript.error ?? unscored);
		return { outcome: 'error', type: unscored, message: `${problem}: ${remedyFor(unscored)}` };
	}
	const failed = value === false && suite.decision?.score !== main;
	return failed ? { outcome: 'failure', type: main, message: why || `${main} is no` } : { outcome: 'passed' };
}

function scoreLines({ sample, scores, transcript }: LogSample): string {
	const lines = Object.entries(scores).map(([name, { value, unscored, reason, detail }]) => {
		const told = unscored === undefined ? String(value) : `unscored, ${unscored}`;
		return `${name}: ${told}${reason === undefined ? '' : ` (${reason})`}${detail === undefined ? '' : ` ${detail}`}`;
	});
	return [
		typeof sample.input === 'string' ? sample.input : '',
		...lines,
		...(transcript.error === undefined ? [] : [`error: ${transcript.error}`]),
	].join('\n');
}
