import { join } from 'node:path';
import type { ProviderOptions } from '../../promptfoo/provider.ts';
import { ConfigError } from '../base/errors.ts';
import { english, type Said } from '../base/message.ts';
import { noHistory, openConversation } from '../dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../eval/app.ts';
import { evaluateSample, SampleFailure } from '../eval/evaluate/evaluate-sample.ts';
import { type PlannedSample, planRun } from '../eval/plan.ts';
import { type SampleResult, sampleKey, sampleSeed } from '../eval/sample.ts';
import type { RunSettings } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import { LOG_NAME } from '../log/folder.ts';
import { sampleProblem } from '../log/line.ts';
import { readLogFile } from '../log/read-log.ts';
import type { LogHeader } from '../log/record.ts';
import type { LoadedModel } from '../model/runner.ts';
import {
	askedChoices,
	decidePolicy,
	type RunChoices,
	refuseContradictoryChoices,
	runSettings,
	unusedSamplers,
} from './choices.ts';
import { compose } from './compose/compose.ts';
import { loadTarget, openTarget } from './compose/load.ts';
import { openConfig } from './compose/open-config.ts';
import { type Run, runLoaded } from './evaluate.ts';
import { chooseTarget } from './prepare.ts';
import { warned } from './results/read-run.ts';
import { writeReports } from './results/reports.ts';

/** Which planned sample a test of promptfoo asks for. */
export type AskedSample = Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch'>;

/** A loaded model with the plan of a run, sample by sample as a caller asks for them. */
export interface PromptedRun {
	readonly suites: readonly Suite[];
	readonly model: LoadedModel;
	/** What puts the results in doubt from the start, one line each. */
	readonly warnings: readonly string[];
	/**
	 * Evaluates a planned sample as `gemmark run` does; another `input` asks it in other words. Undefined where the plan has
	 * no such sample. Throws the engine's own error, and from then on for every sample.
	 */
	evaluate(asked: AskedSample, input: string): Promise<SampleResult | undefined>;
	dispose(): Promise<void>;
}

/** Composes config and choices as `gemmark run` would, and loads the target. Throws what that does. */
export async function openPromptedRun(options: ProviderOptions): Promise<PromptedRun> {
	const { config, target: wanted, suites: names, ...own } = options;
	// What was not found from the promptfooconfig is not looked for elsewhere.
	const opened = config === undefined ? undefined : await openConfig(config);
	const composition = await compose(opened);
	const suites = await composition.suites(names);
	const choices = await decidePolicy(askedChoices(opened, own));
	const target = await openTarget(chooseTarget(composition.targets, wanted), opened?.file ?? 'promptfooconfig.yaml');
	const model = await loadTarget(target, {});
	const settings = runSettings(choices, model, composition.app.system);
	const grammar = model.kind === 'raw' && model.grammar;
	const plans = planRun(suites, settings, { grammar, noHistory: noHistory(model) });
	const planned = new Map<string, PlannedSample>(
		plans.flatMap(({ samples }) => samples.map((one) => [keyOf(one), one] as const)),
	);
	const evaluating = {
		openConversation: (asked: Parameters<typeof openConversation>[2]) =>
			openConversation(model, settings.dialect, asked),
		app: composition.app,
		settings,
	};
	let cold = true;
	let ended: unknown;
	return {
		suites,
		model,
		warnings: [
			...composition.warnings,
			...unusedSamplers(choices, model),
			...suites.flatMap(({ warnings = [] }) => warnings.map(english)),
		],
		async evaluate(asked, input) {
			const found = planned.get(sampleKey(asked));
			if (found === undefined) return undefined;
			if (ended !== undefined) throw ended;
			try {
				const { sample } = found;
				return await evaluateSample({ ...found, sample: { ...sample, input } }, cold, evaluating);
			} catch (error) {
				ended = error instanceof SampleFailure ? error.cause : error;
				throw ended;
			} finally {
				cold = false;
			}
		},
		async dispose() {
			await model.dispose();
			await composition.close();
		},
	};
}

function keyOf({ suite, sample, arm, epoch }: PlannedSample): string {
	return sampleKey({ suite: suite.name, sampleId: sample.id, arm, epoch });
}

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
	get doubts(): readonly Said[] {
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
