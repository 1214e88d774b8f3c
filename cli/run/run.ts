import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { singleLine } from '../../reports/terminal/text.ts';
import { dropEmptyFolder, newReportFolder, slug } from '../../src/log/folder.ts';
import type { ProbedThreads } from '../../src/model/runner.ts';
import type { Composition } from '../../src/run/compose/compose.ts';
import type { OpenedConfig } from '../../src/run/compose/open-config.ts';
import { type RunParts, runInterleaved, runOne } from '../../src/run/evaluate.ts';
import { type NamedTarget, prepareRun, type TargetFlags } from '../../src/run/prepare.ts';
import { writeComparison } from '../compare/compare.ts';
import { reportFailure } from '../process/failure.ts';
import { catchInterrupt, INTERRUPTED_EXIT_CODE } from '../process/interrupt.ts';
import { printGate } from '../report/conclude.ts';
import { tellUnwritten } from '../report/unwritten-reports.ts';
import { type FinishedRun, printRun } from './finished-run.ts';
import type { RunRequest } from './run-request.ts';

/**
 * `gemmark run`: each target is loaded once, evaluated and reported; several are compared, the first as baseline.
 * Returns the worst exit code. Everything that can be wrong about the request is told before a model is loaded.
 */
export async function run(request: RunRequest, config: OpenedConfig | undefined, flags: TargetFlags): Promise<number> {
	const { composition, suites, targets, gate, choices } = await prepareRun(request, config, flags);
	const interrupt = catchInterrupt(() => {
		process.stderr.write('\ngemmark: stopping; what is done is kept. Ctrl-C again ends at once\n');
	});
	const parts = {
		suites,
		app: composition.app,
		code: composition.code,
		signal: interrupt.signal,
		gate,
		choices,
		probedThreads: new Map<string, ProbedThreads>(),
	};
	try {
		if (request.queue !== undefined) await (await import('../../src/queue/connection.ts')).requireRedis(request.queue);
		if (request.quiet !== true) {
			if (config === undefined) process.stderr.write('no gemmark.config here: evaluating the bundled habit coach\n');
			warn(composition);
		}
		const [only] = targets;
		if (targets.length > 1 || only === undefined) return await inNewFolder(request, parts, targets);
		const finished = await runOne(request, parts, only, request.out);
		printRun(finished, request);
		return finished.exitCode;
	} catch (error) {
		// Ctrl-C while the model was being found or loaded: nothing was begun.
		if (!interrupt.signal.aborted) throw error;
		reportFailure(error, (line) => process.stderr.write(`${line}\n`));
		return INTERRUPTED_EXIT_CODE;
	} finally {
		await composition.close();
		interrupt.release();
	}
}

function warn({ warnings, unheld }: Composition): void {
	for (const warning of [...warnings, ...unheld]) process.stderr.write(`gemmark: ${singleLine(warning)}\n`);
}

/** A comparison of which no run was begun leaves no folder that was not there before. */
async function inNewFolder(request: RunRequest, parts: RunParts, targets: readonly NamedTarget[]): Promise<number> {
	const wasThere = request.out !== undefined && existsSync(request.out);
	const folder = newReportFolder(request.out, 'comparison', new Date());
	try {
		return await runMatrix(request, parts, targets, folder);
	} finally {
		if (!wasThere) dropEmptyFolder(folder);
	}
}

async function runMatrix(
	request: RunRequest,
	parts: RunParts,
	targets: readonly NamedTarget[],
	folder: string,
): Promise<number> {
	const folders = targets.map(({ title }, index) => join(folder, `${index + 1}-${slug(title)}`));
	// With --json the comparison is the one object on stdout.
	const print = (run: FinishedRun): void => {
		if (request.json) {
			printGate(run.gate, request);
			tellUnwritten(run.unwritten, run.exitCode);
		} else printRun(run, request, true);
	};
	const finished: FinishedRun[] = [];
	if (request.interleave === true) {
		finished.push(...(await runInterleaved(request, parts, targets, folders)));
		finished.forEach(print);
	} else {
		for (const [index, target] of targets.entries()) {
			if (parts.signal.aborted) break;
			const run = await runOne(request, parts, target, folders[index]);
			finished.push(run);
			print(run);
		}
	}
	const unbegun = targets.slice(finished.length).map(({ title }) => singleLine(title));
	if (unbegun.length > 0) process.stderr.write(`gemmark: interrupted before ${unbegun.join(', ')} began\n`);
	const logs = finished.map(({ log }) => log);
	const gates = finished.map(({ gate }) => gate);
	const compared = logs.length > 1 ? await writeComparison(logs, () => folder, { ...request, gates }) : 0;
	return Math.max(compared, ...finished.map(({ exitCode }) => exitCode));
}
