import { join } from 'node:path';
import type { Run } from '../api/evaluate.ts';
import { warned } from '../api/log/read-run.ts';
import { writeReports } from '../api/log/write-reports.ts';
import { runLoaded } from '../api/run/run-loaded.ts';
import { ConfigError } from '../src/base/errors.ts';
import { openConversation } from '../src/dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { evaluateSample, SampleFailure } from '../src/eval/evaluate/evaluate-sample.ts';
import type { PlannedSample } from '../src/eval/plan.ts';
import { type SampleResult, sampleSeed } from '../src/eval/sample.ts';
import type { RunSettings } from '../src/eval/settings.ts';
import type { Suite } from '../src/eval/suite.ts';
import { LOG_NAME } from '../src/log/folder.ts';
import { sampleProblem } from '../src/log/line.ts';
import { readLogFile } from '../src/log/read-log.ts';
import type { LogHeader } from '../src/log/record.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { type RunChoices, refuseContradictoryChoices } from '../src/run/run-choices.ts';

/** What a run's header tells of a loaded target; the rest is known once all tests have ended. */
export type LoadedHeader = Omit<LogHeader, 'type' | 'gemmark' | 'startedAt' | 'host' | 'git' | 'command' | 'suites'>;

interface LoadedParts {
	readonly app: AppUnderTest;
	readonly header: LoadedHeader;
	readonly model: LoadedModel;
	readonly choices: RunChoices;
	readonly settings: RunSettings;
	readonly suites: (names?: readonly string[]) => Promise<readonly Suite[]>;
	/** Ends the MCP servers of the app. */
	readonly closeApp: () => Promise<void>;
}

/** An app with its model loaded: asked one thing at a time, until it is closed. */
export class LoadedApp {
	readonly app: AppUnderTest;
	readonly header: LoadedHeader;
	readonly #parts: LoadedParts;
	#cold = true;
	#last: Promise<unknown> = Promise.resolve();

	constructor(parts: LoadedParts) {
		this.app = parts.app;
		this.header = parts.header;
		this.#parts = parts;
	}

	/** What came to put the measures of its model in doubt. */
	get doubts(): readonly string[] {
		return this.#parts.model.doubts?.() ?? [];
	}

	/**
	 * Takes a question through the app's real chat loop. Mistakes of the model, and a turn that was cut, are in the result;
	 * an engine that fails for good throws EngineError.
	 */
	ask({ suite, sample, epoch }: Omit<PlannedSample, 'seed' | 'arm'>, signal: AbortSignal): Promise<SampleResult> {
		return this.#alone(async () => {
			const { app, model, settings } = this.#parts;
			const arm = suite.arms[0]?.name ?? 'free';
			const seed = sampleSeed(settings.seed, suite.name, sample.id, arm, epoch);
			const cold = this.#cold;
			this.#cold = false;
			try {
				return await evaluateSample({ suite, sample, epoch, arm, seed }, cold, {
					openConversation: (options) => openConversation(model, settings.dialect, options),
					confirm: async () => model.confirm?.('sample'),
					app,
					settings,
					problemOf: (result) => sampleProblem(result, settings.dialect),
					signal,
				});
			} catch (error) {
				throw error instanceof SampleFailure ? error.cause : error;
			}
		});
	}

	/** Evaluates suites of the config into a folder of their own, with reports. Throws what ended the run early. */
	evaluate(names: readonly string[] | undefined, out: string | undefined, signal: AbortSignal): Promise<Run> {
		return this.#alone(async () => {
			const { app, model, choices } = this.#parts;
			refuseContradictoryChoices(choices);
			const suites = await this.#parts.suites(names);
			if (suites.length === 0) {
				throw new ConfigError('evaluate: the config has no suites', { hint: 'Name what is asked of the app: suites.' });
			}
			const { target } = this.header;
			const onProgress = (): undefined => undefined;
			const { folder, failure } = await runLoaded({ model, target, suites, app, choices, out, signal, onProgress });
			this.#cold = false;
			const run: Run = { folder, log: await warned(await readLogFile(join(folder, LOG_NAME))) };
			await writeReports(run);
			if (failure !== undefined) throw failure;
			return run;
		});
	}

	async close(): Promise<void> {
		try {
			await this.#parts.model.dispose();
		} finally {
			await this.#parts.closeApp();
		}
	}

	/** Concurrent tests wait for each other: the model answers one at a time. */
	#alone<T>(work: () => Promise<T>): Promise<T> {
		const result = this.#last.then(work);
		this.#last = result.catch(() => undefined);
		return result;
	}
}
