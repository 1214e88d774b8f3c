import type { AppUnderTest } from '../../eval/app.ts';
import type { DoneSample } from '../../eval/evaluate/evaluate.ts';
import { UNCONFIRMED } from '../../eval/sample.ts';
import type { RunSettings } from '../../eval/settings.ts';
import type { Suite } from '../../eval/suite.ts';
import { requireScores } from '../../log/checks/own-scores.ts';
import { type LogEnd, readResumedLog } from '../../log/read-log.ts';
import type { LogFooter, LogHeader } from '../../log/record.ts';
import { requireSameRun } from './resume.ts';
import { resumedSystems } from './resumed-systems.ts';

/** What an earlier process has of the run in its log. */
export interface StartedRun {
	readonly header: LogHeader;
	/** What is not asked again. */
	readonly done: readonly DoneSample[];
	readonly footer?: LogFooter | undefined;
	/** What puts its being one run in doubt. */
	readonly doubts?: readonly string[];
}

export interface ResumeOptions {
	readonly logFile: string;
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** In what the run may differ from what it was: `code`. */
	readonly allow?: readonly string[] | undefined;
	readonly onWarning?: ((line: string) => void) | undefined;
}

/**
 * Reads what there is of a run to go on with it as `now` says. Nothing is started where it was cut before its header was
 * whole. What another model may have answered is to be asked again. Throws UsageError where it is another run, LogError
 * where the suites' code scores otherwise what is there.
 */
export async function resumedRun(
	{ logFile, suites, app, settings, allow, onWarning }: ResumeOptions,
	now: LogHeader,
): Promise<{ readonly end: LogEnd; readonly started?: StartedRun }> {
	const { log, end } = await readResumedLog(logFile);
	if (log === undefined) return { end };
	const { header, samples, footer } = log;
	const identity = requireSameRun(header, now, logFile, allow);
	// One run has one scorer: what is there must be what the suites' code, as it is now, comes to.
	if (header.version > 1) requireScores(log, suites, logFile);
	const doubts = [...identity, ...(await resumedSystems(samples, { suites, app, settings }, logFile))];
	// Of its samples only what is still needed is kept.
	const done = samples
		.filter(({ transcript }) => transcript.failure !== UNCONFIRMED)
		.map(({ suite, sampleId, arm, epoch, scores }) => ({ suite, sampleId, arm, epoch, scores }));
	// Where all is there nothing is added.
	const isWhole = footer?.outcome === 'complete' && done.length === samples.length;
	if (!isWhole) for (const doubt of doubts) onWarning?.(doubt);
	return { end, started: { header, done, footer, doubts } };
}
