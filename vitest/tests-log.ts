import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EnvironmentError, LogError, UsageError } from '../src/base/errors.ts';
import { canonicalJson, type JsonValue } from '../src/base/json.ts';
import { distinct, message, type Said } from '../src/base/message.ts';
import { shownPath, systemCode } from '../src/base/read-file.ts';
import { unjudged } from '../src/eval/evidence/turn-evidence.ts';
import { declaredSuite } from '../src/eval/header.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import type { Score } from '../src/eval/score.ts';
import { turnOf } from '../src/eval/turn.ts';
import { dropEmptyFolder, LOG_NAME } from '../src/log/folder.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { Log, LogFailure, LogFooter, LogHeader } from '../src/log/record.ts';
import { ASKED, askedSuite, passed } from './asked.ts';

/** How a test ended, with what it asked. */
export interface EndedTest {
	readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
	/** First line of what failed. */
	readonly error?: string;
	readonly samples: readonly SampleResult[];
	readonly failures: readonly LogFailure[];
	readonly doubts: readonly Said[];
}

/** The tests of a file. */
export interface EndedFile {
	/** Relative to the project's root. */
	readonly name: string;
	readonly tests: readonly EndedTest[];
}

type Origin = Pick<LogHeader, 'gemmark' | 'startedAt' | 'timeZone' | 'host' | 'git' | 'command'>;

/** What the tests asked of one target, as a run: a suite for each file, a sample for each question. */
export function testsLog(target: LogHeader, files: readonly EndedFile[], origin: Origin, interrupted: boolean): Log {
	const samples = files.flatMap(({ tests }) => tests.flatMap(samplesOf));
	const warnings = distinct(files.flatMap(({ tests }) => tests.flatMap(({ doubts }) => doubts)));
	const failures = files.flatMap(({ tests }) => tests.flatMap((test) => test.failures));
	const epochs = Math.max(1, ...samples.map(({ epoch }) => epoch + 1));
	const outcome: LogFooter['outcome'] = interrupted ? 'interrupted' : failures.length > 0 ? 'failed' : 'complete';
	return {
		header: {
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
function isTestsLog({ header: { suites } }: Log): boolean {
	return suites.length > 0 && suites.every(({ corpus }) => corpus.version === ASKED);
}

function suiteOf(file: string, tests: readonly EndedTest[], { app }: LogHeader): LogHeader['suites'][number] {
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
	if (state === 'failed') return { value: false, reason: 'test-failed', detail: error };
	return { unscored: 'interrupted' };
}

/** What a run of tests leaves in its folder. */
const WRITTEN: readonly string[] = [LOG_NAME, 'report.html', 'report.csv', 'decision.md', 'summary.md', 'junit.xml'];

/**
 * Takes the run of the tests before out of a folder, and those of its targets below it; what else is there stays. A fixed
 * folder is written anew each time, as the file of any reporter is, and an older run must not be read for one that wrote
 * none. Says whether there was one. Throws {@link UsageError}, before anything is removed, for a folder with a run that no
 * tests wrote.
 */
export async function clearTestsFolder(out: string): Promise<boolean> {
	const folder = resolve(out);
	if (!existsSync(folder)) return false;
	const parts = readdirSync(folder).filter((name) => /^[1-9]\d*$/u.test(name));
	const runs = [folder, ...parts.map((name) => join(folder, name))].filter((run) => existsSync(join(run, LOG_NAME)));
	for (const run of runs) await requireTests(run);
	for (const file of runs.flatMap((run) => WRITTEN.map((name) => join(run, name)))) {
		try {
			rmSync(file, { force: true });
		} catch (cause) {
			const said = message('test.not-replaceable', { path: shownPath(file), code: systemCode(cause) });
			throw new EnvironmentError(said, { cause });
		}
	}
	for (const run of runs) if (run !== folder) dropEmpty(run);
	return runs.length > 0;
}

/** Takes a folder away in which nothing is left. */
export function dropEmpty(folder: string): void {
	try {
		dropEmptyFolder(resolve(folder));
	} catch {
		// One that cannot be taken away, such as a mount, stays.
	}
}

async function requireTests(run: string): Promise<void> {
	const folder = shownPath(run);
	try {
		if (isTestsLog(await readLogFile(join(run, LOG_NAME)))) return;
	} catch (cause) {
		if (!(cause instanceof LogError)) throw cause;
		throw new UsageError(message('test.folder-unreadable', { folder, problem: cause.said }), { cause });
	}
	throw new UsageError(message('test.folder-foreign', { folder }));
}
