import { test as base, type RunnerTestCase, type TestAPI } from 'vitest';
import { saidOf } from '../run/log/failure.ts';
import type { Run } from '../run/results/read-run.ts';
import type { Session } from '../run/session.ts';
import { GemmarkError, UsageError } from '../src/base/errors.ts';
import { type Message, message, type Said } from '../src/base/message.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { type SampleResult, sampleSeed } from '../src/eval/sample.ts';
import type { LogFailure, LogHeader } from '../src/log/record.ts';
import { type GemmarkTestOptions, openApp } from './app.ts';
import { type AskedSample, AskedTurn, askedSuite, sampleId } from './asked.ts';
import { kindOf } from './matchers/matcher.ts';

/** What a test may take of its context. */
export interface GemmarkFixtures {
	/** Takes one user turn through the app's real chat loop, over a fresh state of the app. */
	readonly ask: (text: string, options?: AskOptions) => Promise<AskedTurn>;
	/**
	 * Evaluates suites of the config (default: all), as `gemmark run` does, into `out` or `results/<time>-<model>`. Throws
	 * what ended the run early.
	 */
	readonly evaluate: (suites?: string | readonly string[], options?: { readonly out?: string }) => Promise<Run>;
	/** The app under test. */
	readonly app: AppUnderTest;
}

export interface AskOptions {
	/** How the user answers a confirmation (default `yes`). */
	readonly confirm?: 'yes' | 'no';
}

/**
 * Vitest's `test` with an app and its model: loaded before the first test of a file that needs it, closed after the last,
 * also where they fail. What is wrong with config, target or engine fails the file with a GemmarkError.
 */
export function gemmarkTest(options: GemmarkTestOptions = {}): TestAPI<GemmarkFixtures> {
	const extended = base
		// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
		.extend('gemmark', { scope: 'file' }, async ({}, { onCleanup }) => {
			const loaded = await openApp(options).catch(throwWithHint);
			onCleanup(() => loaded.close());
			return loaded;
		})
		.extend('app', { scope: 'file' }, ({ gemmark }) => gemmark.app)
		.extend('ask', ({ gemmark, task, signal }, { onCleanup }): GemmarkFixtures['ask'] => {
			const ask = asking(gemmark, task, signal);
			const turns: Promise<unknown>[] = [];
			// A turn that its test did not wait for, as at a timeout, is in the log too.
			onCleanup(async () => void (await Promise.allSettled(turns)));
			return (text, choice) => {
				const turn = ask(text, choice);
				turns.push(turn);
				return turn;
			};
		})
		.extend('evaluate', ({ gemmark, signal }): GemmarkFixtures['evaluate'] => {
			return (names, { out } = {}) =>
				gemmark.evaluate(typeof names === 'string' ? [names] : names, { out, signal }).catch(throwWithHint);
		});
	// Loading takes longer than a test may.
	extended.beforeAll(({ gemmark }) => void gemmark, LOAD_TIMEOUT_MS);
	return extended as unknown as TestAPI<GemmarkFixtures>;
}

const LOAD_TIMEOUT_MS = 30 * 60_000;

function asking(loaded: Session, task: RunnerTestCase, signal: AbortSignal): GemmarkFixtures['ask'] {
	const suite = askedSuite(task.file.name);
	const record = recordOf(task, loaded);
	// A test that is tried again asks the same: repeats of its samples.
	const epoch = new Set(record.samples.map((sample) => sample.epoch)).size;
	let place = 0;
	return async (text, options = {}) => {
		requireQuestion(text, options);
		const { confirm } = options;
		place += 1;
		const sample: AskedSample = { id: sampleId(nameOf(task), place), input: text, test: nameOf(task), confirm };
		try {
			const variant = suite.variants[0]?.name ?? 'free';
			const seed = sampleSeed(loaded.header.settings.seed, suite.name, sample.id, variant, epoch);
			const result = await loaded.ask({ suite, sample, epoch, variant, seed }, signal);
			record.samples.push(result);
			// A copy: what a test does to its turn is not what the model did.
			return new AskedTurn(structuredClone(result), loaded.app.language ?? 'ko');
		} catch (error) {
			record.failures.push({
				type: 'failure',
				at: new Date().toISOString(),
				...saidOf(error),
				suite: suite.name,
				sampleId: sample.id,
				epoch,
			});
			return throwWithHint(error);
		} finally {
			record.doubts = loaded.model.doubts?.() ?? [];
		}
	};
}

/** Tests may be written without types. A model that is asked nothing would be judged by what it says to it. */
function requireQuestion(text: unknown, options: AskOptions): void {
	const refused = (said: Message): never => throwWithHint(new UsageError(said));
	if (typeof text !== 'string' || text.trim() === '') {
		refused(message('test.ask-text', { given: typeof text === 'string' ? 'an empty text' : kindOf(text) }));
	}
	const { confirm, ...unknown } = options;
	const [other] = Object.keys(unknown);
	if (other !== undefined) refused(message('test.ask-option', { name: other }));
	if (confirm === undefined || confirm === 'yes' || confirm === 'no') return;
	refused(message('test.ask-confirm', { value: String(confirm) }));
}

function recordOf({ meta, file }: RunnerTestCase, { header }: Session): TestRecord {
	file.meta.gemmarkTargets ??= [];
	const targets = file.meta.gemmarkTargets;
	if (!targets.includes(header)) targets.push(header);
	meta.gemmark ??= { target: targets.indexOf(header), samples: [], failures: [], doubts: [] };
	return meta.gemmark;
}

/** With the names of the groups that the test is in. */
function nameOf(task: RunnerTestCase): string {
	const names = [task.name];
	for (let group = task.suite; group !== undefined; group = group.suite) {
		if (group.type === 'suite' && group.id !== task.file.id) names.unshift(group.name);
	}
	return names.join(' > ');
}

/** Vitest shows an error's message and not its hint. */
function throwWithHint(error: unknown): never {
	if (error instanceof GemmarkError && error.hint !== undefined && !error.message.endsWith(error.hint)) {
		error.message = `${error.message}${/[.?!]$/u.test(error.message) ? '' : '.'} ${error.hint}`;
	}
	throw error;
}

/** What a test reports to the reporter, which runs in another process: plain data alone. */
interface TestRecord {
	/** Place among the file's targets. */
	readonly target: number;
	/** Of every attempt. */
	readonly samples: SampleResult[];
	readonly failures: LogFailure[];
	/** What puts the measures of its model in doubt, so far. */
	doubts: readonly Said[];
}

declare module 'vitest' {
	interface TaskMeta {
		/** What the test asked. */
		gemmark?: TestRecord;
		/** Of a file: the targets that its tests asked. */
		gemmarkTargets?: LogHeader[];
	}
}
