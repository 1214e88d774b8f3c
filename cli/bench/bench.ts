import { loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { INTERRUPTED_EXIT_CODE, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { type BenchReport, type EngineSpeed, renderBench } from '../../src/bench/report.ts';
import { newReportFolder, writeReport } from '../../src/log/folder.ts';
import { runOrigin } from '../../src/run/header.ts';
import { createProgress, findModelFile } from '../progress.ts';
import { type BenchRequest, benchEngine } from './engine.ts';
import { benchOverhead, benchStartup } from './overhead.ts';

export type BenchSection = 'startup' | 'overhead' | 'engine';

/** Measures one section after the other, prints the report and writes it. */
export async function bench(what: readonly BenchSection[], request: BenchRequest): Promise<void> {
	// Exit ends the engines with this process; the signal alone would not.
	process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
	const { command: _, ...origin } = runOrigin();
	// Windows reports no load.
	let report: BenchReport = { ...origin, ...(platform() !== 'win32' && { loadBefore: loadavg()[0] ?? 0 }) };
	if (what.includes('overhead') && (request.model?.length ?? 0) > 1) {
		throw new UsageError(message('command.bench-one-model'));
	}
	const models: string[] = [];
	for (const model of request.model ?? [undefined]) {
		models.push(await findModelFile(model, new AbortController().signal));
	}
	for (const section of new Set(what)) {
		const { update, finish } = createProgress(process.stderr, section);
		try {
			if (section === 'startup') report = { ...report, startup: benchStartup(update) };
			else if (section === 'overhead')
				report = { ...report, overhead: await benchOverhead(models[0] ?? '', request, update) };
			else
				for (const model of models)
					report = { ...report, engine: joined(report.engine, await benchEngine(model, request, update)) };
		} finally {
			finish();
		}
	}
	const rendered = renderBench(report);
	// Printed first: a folder that cannot be made must not lose the measurements.
	process.stdout.write(rendered[request.format]);
	const folder = newReportFolder(request.out, 'bench', new Date());
	for (const format of ['md', 'json', 'csv'] as const) writeReport(folder, `bench.${format}`, rendered[format]);
	process.stderr.write(`written to ${shownPath(join(folder, 'bench.md'))}, .json and .csv\n`);
}

function joined(before: EngineSpeed | undefined, next: EngineSpeed): EngineSpeed {
	if (before === undefined) return next;
	const llamaBench = [...(before.llamaBench ?? []), ...(next.llamaBench ?? [])];
	const without = [...new Set([before.withoutLlamaBench, next.withoutLlamaBench])].filter((text) => text !== undefined);
	return {
		rows: [...before.rows, ...next.rows],
		...(llamaBench.length > 0 && { llamaBench }),
		...(without.length > 0 && { withoutLlamaBench: without.join(' ') }),
	};
}
