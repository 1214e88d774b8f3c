import { loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { runOrigin } from '../../run/log/header.ts';
import { INTERRUPTED_EXIT_CODE } from '../../src/base/errors.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type EngineSpeed, renderBench } from '../../src/bench/report.ts';
import { newReportFolder, writeReport } from '../../src/log/folder.ts';
import { createProgress, findModelFile } from '../progress.ts';
import { type BenchRequest, benchEngine } from './engine.ts';

/** Measures one model after the other, prints the report and writes it. */
export async function bench(request: BenchRequest): Promise<void> {
	// Exit ends the engines with this process; the signal alone would not.
	process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
	const { command: _, ...origin } = runOrigin();
	// Windows reports no load.
	const loadBefore = platform() === 'win32' ? undefined : (loadavg()[0] ?? 0);
	const models: string[] = [];
	for (const model of request.model ?? [undefined]) {
		models.push(await findModelFile(model, new AbortController().signal));
	}
	const { update, finish } = createProgress(process.stderr, 'engine');
	const measured: EngineSpeed[] = [];
	try {
		for (const model of models) measured.push(await benchEngine(model, request, update));
	} finally {
		finish();
	}
	const rendered = renderBench({ ...origin, loadBefore, engine: joined(measured) });
	// Printed first: a folder that cannot be made must not lose the measurements.
	process.stdout.write(rendered[request.format]);
	const folder = newReportFolder(request.out, 'bench', new Date());
	for (const format of ['md', 'json', 'csv'] as const) writeReport(folder, `bench.${format}`, rendered[format]);
	process.stderr.write(`written to ${shownPath(join(folder, 'bench.md'))}, .json and .csv\n`);
}

function joined(measured: readonly EngineSpeed[]): EngineSpeed {
	const llamaBench = measured.flatMap((one) => one.llamaBench ?? []);
	const without = [...new Set(measured.flatMap((one) => one.withoutLlamaBench ?? []))];
	return {
		rows: measured.flatMap(({ rows }) => rows),
		llamaBench: llamaBench.length > 0 ? llamaBench : undefined,
		withoutLlamaBench: without.length > 0 ? without.join(' ') : undefined,
	};
}
