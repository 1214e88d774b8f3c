import { createHash } from 'node:crypto';
import { canonicalJson, type JsonValue } from '../src/base/json.ts';
import { unjudged } from '../src/eval/evidence/turn-evidence.ts';
import { declaredSuite } from '../src/eval/run.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import type { Score } from '../src/eval/score.ts';
import { turnOf } from '../src/eval/turn.ts';
import type { Log, LogFailure, LogFooter, LogHeader } from '../src/log/record.ts';
import type { LoadedHeader } from '../src/run/session.ts';
import { ASKED, askedSuite, passed } from './asked-suite.ts';

/** How a test ended, with what it asked. */
export interface EndedTest {
	readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
	/** First line of what failed. */
	readonly error?: string | undefined;
	readonly samples: readonly SampleResult[];
	readonly failures: readonly LogFailure[];
	readonly doubts: readonly string[];
}

/** The tests of a file. */
export interface EndedFile {
	/** Relative to the project's root. */
	readonly name: string;
	readonly tests: readonly EndedTest[];
}

type Origin = Pick<LogHeader, 'gemmark' | 'startedAt' | 'host' | 'git' | 'command'>;

/** What the tests asked of one target, as a run: a suite for each file, a sample for each question. */
export function testsLog(target: LoadedHeader, files: readonly EndedFile[], origin: Origin, interrupted: boolean): Log {
	const samples = files.flatMap(({ tests }) => tests.flatMap(samplesOf));
	const warnings = [...new Set(files.flatMap(({ tests }) => tests.flatMap(({ doubts }) => doubts)))];
	const failures = files.flatMap(({ tests }) => tests.flatMap((test) => test.failures));
	const epochs = Math.max(1, ...samples.map(({ epoch }) => epoch + 1));
	const outcome: LogFooter['outcome'] = interrupted ? 'interrupted' : failures.length > 0 ? 'failed' : 'complete';
	return {
		header: {
			type: 'header',
			...target,
			...origin,
			settings: { ...target.settings, epochs },
			suites: files.map(({ name, tests }) => suiteOf(name, tests, target)),
		},
		samples: samples.map((sample) => ({ type: 'sample', ...sample })),
		failures,
		footer: { type: 'footer', endedAt: new Date().toISOString(), outcome, ...(warnings.length > 0 && { warnings }) },
	};
}

/** Whether a log is of tests, and of nothing else. */
export function isTestsLog({ header: { suites } }: Log): boolean {
	return suites.length > 0 && suites.every(({ corpus }) => corpus.version === ASKED);
}

function suiteOf(file: string, tests: readonly EndedTest[], { app }: LoadedHeader): LogHeader['suites'][number] {
	const asked = tests.flatMap(({ samples }) => samples.map(({ sample }) => sample));
	const unique = new Map(asked.map((sample) => [sample.id, sample]));
	const sha256 = createHash('sha256')
		.update(canonicalJson([...unique.values()] as JsonValue))
		.digest('hex');
	const suite = askedSuite(file);
	return {
		...declaredSuite(suite, { skipped: [], planned: asked.length }),
		corpus: { ...suite.corpus, sha256, prompts: app?.files ?? [] },
		samples: unique.size,
	};
}

/** Every attempt of a test but its last has failed, or there would be no later one. */
function samplesOf(test: EndedTest): readonly SampleResult[] {
	const last = Math.max(...test.samples.map(({ epoch }) => epoch));
	return test.samples.map((sample) => {
		const { [passed.name]: _, ...scores } = sample.scores;
		const ended = sample.epoch < last ? { ...test, state: 'failed' as const } : test;
		return { ...sample, scores: { [passed.name]: passedScore({ ...sample, scores }, ended), ...scores } };
	});
}

/** Nothing that was not observed is the model's failure. */
function passedScore(
	{ transcript, scores }: Pick<SampleResult, 'transcript' | 'scores'>,
	{ state, error }: Pick<EndedTest, 'state' | 'error'>,
): Score {
	const turn = turnOf(transcript);
	const cause = unjudged(turn);
	if (cause !== undefined) return { unscored: cause, detail: turn.failureDetail };
	const unscored = Object.values(scores).find((score) => score.unscored !== undefined);
	if (unscored !== undefined && state !== 'passed') return unscored;
	if (state === 'passed') return { value: true };
	if (state === 'failed') return { value: false, reason: 'test-failed', ...(error !== undefined && { detail: error }) };
	return { unscored: 'interrupted' };
}
