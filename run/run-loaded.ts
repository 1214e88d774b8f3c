import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GemmarkError } from '../src/base/errors.ts';
import { englishOf } from '../src/base/message.ts';
import { ENGINE_DIALECT } from '../src/dialects/conversation/open-conversation.ts';
import { declaredSuites } from '../src/eval/plan.ts';
import { dropEmptyFolder, LOG_NAME, newRunFolder } from '../src/log/folder.ts';
import { readLogFile } from '../src/log/read-log.ts';
import { otherPins } from '../src/summary/gate/pins.ts';
import { RunCapture } from './capture.ts';
import { runHeader } from './header.ts';
import { type Run, warned } from './results/read-run.ts';
import { type LoadedRun, planFor, runModel, type WrittenLog } from './run-log.ts';

/**
 * Evaluates a loaded model into a folder. An engine or machine that fails is in the result, and samples before it stand;
 * anything else is thrown, as is a failure before there is a log.
 */
export async function runLoaded(run: LoadedRun): Promise<Run> {
	const { model, request, resumed, out, suites, prepared } = run;
	const { listen, capture: captured } = request;
	const declared = await runHeader(run);
	const plans = planFor(model, suites, declared.settings);
	const header = { ...declared, suites: declaredSuites(plans) };
	const { requireGateable } = await import('./results/judge.ts');
	const doubts = requireGateable({ header }, prepared.gate, request);
	const pins = otherPins({ header }, prepared.gate?.gate.rules ?? []);
	for (const warning of [...doubts, ...pins, ...(header.warnings ?? [])]) listen?.warning?.(warning);
	const capture =
		captured === undefined
			? undefined
			: new RunCapture(captured, {
					resume: resumed !== undefined,
					miniature: model.identity.miniature,
					engineReads: header.settings.dialect === ENGINE_DIALECT,
					timingsNotComparable: englishOf(model.engine.timingsNotComparable),
				});
	const wasThere = out !== undefined && existsSync(out);
	const folder = resumed ?? newRunFolder(out, model.identity.name, new Date(), { resumes: true });
	const logFile = join(folder, LOG_NAME);
	const isFailure = (error: unknown): error is GemmarkError => error instanceof GemmarkError && error.exitCode === 3;
	let written: WrittenLog;
	try {
		written = await runModel(run, { folder, header, plans, capture });
		capture?.requireWhole();
		if (capture?.turns === 0) listen?.warning?.(`${captured}: ${NOTHING_CAPTURED}`);
	} catch (error) {
		if (!isFailure(error) || !existsSync(logFile)) throw error;
		// What ended the run may have taken its log, too.
		const log = await readLogFile(logFile).catch(() => {
			throw error;
		});
		written = { log, error };
	} finally {
		capture?.end();
		// A run that was refused leaves nothing, and the one before stays the latest.
		if (!wasThere && !existsSync(logFile)) dropEmptyFolder(folder);
	}
	const { log, error: failure } = written;
	if (failure !== undefined && !isFailure(failure)) throw failure;
	return { folder, log: warned(log), failure };
}

const NOTHING_CAPTURED =
	'nothing was captured: only turns of the app’s loop here are, in suites of one user turn for each sample';
