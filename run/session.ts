import { ConfigError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import { Asker } from '../src/eval/evaluate/asker.ts';
import type { PlannedSample, SuitePlan } from '../src/eval/plan.ts';
import type { SampleResult } from '../src/eval/sample.ts';
import { isRepeatable } from '../src/eval/settings/identity.ts';
import type { Suite } from '../src/eval/suite.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { refuseContradictoryChoices } from './choices.ts';
import { load } from './compose/load.ts';
import { causeOf } from './log/failure.ts';
import { asking, type LoadedRun, planFor, type RunHeader, runHeader } from './log/header.ts';
import { runLoaded } from './log/run-log.ts';
import type { Prepared, RunRequest } from './prepare.ts';
import type { Run } from './results/read-run.ts';
import { writeReports } from './results/reports.ts';

/**
 * A prepared target with its model loaded, asked one thing at a time until it is closed: what vitest, promptfoo and a
 * worker of a queue hold.
 */
export interface Session {
	readonly app: AppUnderTest;
	readonly model: LoadedModel;
	/** Of a log, without suites. */
	readonly header: RunHeader;
	/** The work that the model can do of these suites. */
	plan(suites: readonly Suite[]): readonly SuitePlan[];
	/**
	 * Takes a sample through the app's chat loop. Mistakes of the model, and a turn that was cut, are in the result; an
	 * engine that fails for good throws EngineError.
	 */
	ask(planned: PlannedSample, signal?: AbortSignal): Promise<SampleResult>;
	/** Evaluates suites of the config into their own folder, with reports. Throws what ended the run early. */
	evaluate(suites?: readonly string[], into?: { readonly out?: string; readonly signal?: AbortSignal }): Promise<Run>;
	close(): Promise<void>;
}

/** Loads the first target of what was prepared, which is closed with the session, and where the load fails. */
export async function openSession(prepared: Prepared, { signal, listen }: RunRequest = {}): Promise<Session> {
	const [target] = prepared.targets;
	if (target === undefined) throw new Error('a session has a target');
	let model: LoadedModel | undefined;
	try {
		model = await load(target, { signal, listen });
		const loaded: LoadedRun = { prepared, suites: prepared.suites, target, model, request: {} };
		const header = await runHeader(loaded);
		const warnings = [...prepared.composition.warnings, ...(header.warnings ?? [])];
		return sessionOf(loaded, { ...header, warnings });
	} catch (error) {
		await model?.dispose();
		await prepared.close();
		throw error;
	}
}

function sessionOf(loaded: LoadedRun, header: RunHeader): Session {
	const { prepared, model } = loaded;
	const { app, suites: suitesNamed } = prepared.composition;
	const { settings } = header;
	const asker = new Asker({ ...asking(model, app, settings), confirm: async () => model.confirm?.('sample') });
	let last: Promise<unknown> = Promise.resolve();
	/** Concurrent callers wait for each other: the model answers one at a time. */
	const alone = <T>(work: () => Promise<T>): Promise<T> => {
		const result = last.then(work);
		last = result.catch(() => undefined);
		return result;
	};
	return {
		app,
		model,
		header,
		plan: (suites) => planFor(model, suites, settings),
		ask: (planned, signal) =>
			alone(() =>
				asker.ask(planned, signal).catch((error: unknown) => {
					throw causeOf(error);
				}),
			),
		evaluate: (names, { out, signal } = {}) =>
			alone(async () => {
				refuseContradictoryChoices(prepared.choices, isRepeatable(model.engine));
				const suites = await suitesNamed(names);
				if (suites.length === 0) throw new ConfigError(message('config.no-suites', { place: 'evaluate' }));
				const run = await runLoaded({ ...loaded, suites, out, request: { signal } });
				asker.cold = false;
				await writeReports(run);
				if (run.failure !== undefined) throw run.failure;
				return run;
			}),
		async close() {
			try {
				await model.dispose();
			} finally {
				await prepared.close();
			}
		},
	};
}
