import { EnvironmentError } from '../../src/base/errors.ts';
import type { Run } from '../../src/run/evaluate.ts';
import { type ReportOptions, writeReports } from '../../src/run/results/reports.ts';
import { reportFailure } from '../process.ts';
import { hasGate, tellLostGate } from './lost-gate.ts';

/**
 * Writes the reports of a run, and tells where they are without the gate that those before them had. What keeps them from
 * being written is returned: a verdict is told all the same.
 */
export async function unwrittenReports(
	run: Pick<Run, 'folder' | 'log'>,
	options: ReportOptions,
): Promise<EnvironmentError | undefined> {
	const gateIsLost = options.gate === undefined && hasGate(options.out ?? run.folder);
	try {
		await writeReports(run, options);
		if (gateIsLost) tellLostGate();
		return undefined;
	} catch (error) {
		if (error instanceof EnvironmentError) return error;
		throw error;
	}
}

/** Tells, behind the verdict, that there are no reports. Returns the exit code: a failed gate stays one, anything else is no success. */
export function tellUnwritten(unwritten: EnvironmentError | undefined, exitCode: number): number {
	if (unwritten === undefined) return exitCode;
	reportFailure(unwritten, (line) => process.stderr.write(`${line}\n`));
	return exitCodeUnwritten(unwritten, exitCode);
}

/** {@link tellUnwritten} for what is told later. */
export function exitCodeUnwritten(unwritten: EnvironmentError | undefined, exitCode: number): number {
	return unwritten === undefined || exitCode !== 0 ? exitCode : unwritten.exitCode;
}
