import { dirname } from 'node:path';
import { metricLines } from '../../reports/terminal/gate.ts';
import type { EnvironmentError } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { logPath, reportFolder } from '../../src/log/folder.ts';
import { judgementsBeside } from '../../src/run/results/labels-file.ts';
import { composeIfNamed } from '../compose.ts';
import { type ConfigRequest, type GateRequest, openGate } from '../gate/gate-options.ts';
import { conclude } from './conclude.ts';
import { miniatureLines, peoplesLines, tellUndecided } from './evidence.ts';
import { openRun } from './open-run.ts';

export interface ReportRequest extends GateRequest, ConfigRequest {
	readonly out?: string;
	readonly lang?: 'en' | 'ko' | undefined;
	/** List all runs of a folder on one page instead. */
	readonly index?: boolean | undefined;
	/** Print what gates may ask of the run instead. */
	readonly metrics?: boolean | undefined;
}

/**
 * Writes the reports of a logged run, beside its log or into another folder; or lists all runs, or prints what gates may
 * ask of it instead. Returns the exit code: 3 where its verdict is open, or nothing was measured.
 */
export async function report(run: string, options: ReportRequest): Promise<number> {
	if (options.index === true) {
		const { reportIndex } = await import('./report-index.ts');
		return await reportIndex(run === 'results/latest' ? 'results' : run, options);
	}
	const config = await composeIfNamed(options.config);
	if (options.metrics === true) {
		process.stdout.write(`${metricLines(await openRun(run, { config })).join('\n')}\n`);
		return 0;
	}
	const log = logPath(run);
	const gate = await openGate(options, config);
	const read = await openRun(log, { config, warn: true });
	const out = reportFolder(options.out, log);
	const judgements = await judgementsBeside(dirname(log), read);
	const print = (unwritten: EnvironmentError | undefined): void => {
		if (unwritten === undefined) process.stdout.write(`reports written to ${shownPath(out)}\n`);
		const lines = [...peoplesLines(read, judgements), ...miniatureLines(read)];
		for (const line of lines) process.stdout.write(`${line}\n`);
		tellUndecided(read, judgements);
	};
	return await conclude({ log: read, folder: dirname(log), out, gate, judgements, print }, options);
}
