import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GemmarkError } from '../../src/base/errors.ts';
import { ENGINE_DIALECT } from '../../src/dialects/conversation/open-conversation.ts';
import { declaredSuite } from '../../src/eval/run.ts';
import type { RunSettings } from '../../src/eval/settings.ts';
import { doubtful, findingText } from '../../src/lint/subject.ts';
import { dropEmptyFolder, LOG_NAME, markLatest, newRunFolder } from '../../src/log/folder.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { surplusThreads } from '../../src/run/host.ts';
import { loggedApp } from '../../src/run/logged-app.ts';
import { RunCapture } from '../../src/run/run-capture.ts';
import { type RunChoices, runSettings, unusedSamplers } from '../../src/run/run-choices.ts';
import { type ModelRun, runModel } from '../../src/run/run-model.ts';
import { runOrigin } from '../../src/run/run-origin.ts';
import { requireKnownFields } from '../../src/summary/compare/comparability.ts';
import { requireComparable } from '../../src/summary/compare/compare.ts';
import { codeLines, type IdentifiedRun } from '../../src/summary/compare/identity.ts';
import { lintModel } from './lint-model.ts';

export interface LoadedRun
	extends Pick<
		ModelRun,
		'target' | 'code' | 'suites' | 'app' | 'signal' | 'onProgress' | 'onSample' | 'inTurn' | 'interleaved'
	> {
	readonly model: LoadedModel;
	readonly choices: RunChoices;
	/** Absent: `results/<time>-<model>`. */
	readonly out?: string | undefined;
	/** Folder of the run to go on with. */
	readonly resumed?: string | undefined;
	/** File that takes the app's turns. */
	readonly capture?: string | undefined;
	readonly queue?: string | undefined;
	/** Run that this one will be held against. */
	readonly baseline?: IdentifiedRun | undefined;
	/** In what the run may differ from the baseline, and from itself when it is resumed. */
	readonly allow?: readonly string[] | undefined;
	readonly onWarning?: ((line: string) => void) | undefined;
	/** The command that repeats the run, where there is one. */
	readonly command?: string | undefined;
}

export interface EndedRun {
	readonly folder: string;
	/** What ended it early. */
	readonly failure?: GemmarkError | undefined;
}

/**
 * Evaluates a loaded model into a folder. An engine or machine that fails is in the result, for what was evaluated
 * before stands; anything else is thrown, as is a failure before there is a log. Throws UsageError for a baseline that was
 * asked something else.
 */
export async function runLoaded(run: LoadedRun): Promise<EndedRun> {
	const { model, choices, resumed, capture: captured } = run;
	const settings = runSettings(choices, model, run.app.system);
	requireSameQuestion(run, settings);
	const lint = await lintModel(model, settings.dialect, run.app, choices.thinking);
	const warnings = [
		...unusedSamplers(choices, model),
		...surplusThreads(model.engine),
		...doubtful(lint).map((finding) => findingText(finding)),
		...run.suites.flatMap((suite) => suite.warnings ?? []),
	];
	for (const warning of warnings) run.onWarning?.(warning);
	const { miniature } = model.identity;
	const { timingsNotComparable } = model.engine;
	const capture =
		captured === undefined
			? undefined
			: new RunCapture(captured, {
					resume: resumed !== undefined,
					miniature,
					engineReads: settings.dialect === ENGINE_DIALECT,
					timingsNotComparable,
				});
	const wasThere = run.out !== undefined && existsSync(run.out);
	const folder = resumed ?? newRunFolder(run.out, model.identity.name, new Date(), { resumes: true });
	try {
		await runModel({
			...run,
			settings,
			lint,
			warnings,
			origin: runOrigin(run.command),
			logFile: join(folder, LOG_NAME),
			// Not at its end, which a killed run never comes to: what is gone on with is the newest.
			onBegun: () => markLatest(folder),
			resume: resumed !== undefined,
			loggerFor: capture && ((planned) => capture.loggerFor(planned)),
			onSample(result) {
				capture?.sampled(result);
				run.onSample?.(result);
			},
		});
		capture?.requireWhole();
		if (capture?.turns === 0) run.onWarning?.(`${captured}: ${NOTHING_CAPTURED}`);
		return { folder };
	} catch (error) {
		if (!(error instanceof GemmarkError) || error.exitCode !== 3) throw error;
		// Where not even a log could be begun, there is nothing to report.
		if (!existsSync(join(folder, LOG_NAME))) throw error;
		return { folder, failure: error };
	} finally {
		capture?.end();
		// A run that was refused leaves nothing, and the one before stays the latest.
		if (!wasThere && !existsSync(join(folder, LOG_NAME))) dropEmptyFolder(folder);
	}
}

const NOTHING_CAPTURED =
	'nothing was captured: only turns of the app’s loop here are, in suites of one user turn for each sample';

/** A baseline that was asked something else is told before the first sample, not behind the last. */
function requireSameQuestion(
	{ baseline, allow, model, suites, app, code, onWarning }: LoadedRun,
	settings: RunSettings,
): void {
	const asked = suites.map((suite) => declaredSuite(suite, { skipped: [], planned: 0 }));
	const { identity, engine } = model;
	const header = { model: identity, engine, settings, suites: asked, app: loggedApp(app, engine) };
	requireKnownFields(allow, baseline === undefined ? [{ header }] : [baseline, { header }]);
	if (baseline === undefined) return;
	requireComparable(baseline, { header }, { allow });
	for (const line of codeLines(baseline.header, { code })) onWarning?.(line);
}
