import { loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { benchCsv, benchJsonLines } from '../../src/bench/bench-csv.ts';
import { benchMarkdown } from '../../src/bench/bench-markdown.ts';
import type { BenchReport } from '../../src/bench/bench-report.ts';
import { shownPath } from '../../src/files/shown-path.ts';
import { rowsOf } from '../../src/index.ts';
import { writeReport } from '../../src/run/folder/report-file.ts';
import { newReportFolder } from '../../src/run/folder/run-folder.ts';
import { runOrigin } from '../../src/run/run-origin.ts';
import { parseFramePatterns } from '../../suites/frame/frame-patterns.ts';
import { frameSample } from '../../suites/frame/sample.ts';
import { INTERRUPTED_EXIT_CODE } from '../process/interrupt.ts';
import { findModelFile } from '../run/load-model.ts';
import { createProgress } from '../terminal/progress.ts';
import type { BenchRequest, BenchSection } from './bench-request.ts';

type Measured = Omit<BenchReport, 'gemmark' | 'startedAt' | 'host' | 'git' | 'loadBefore'>;
type OnProgress = (done: number, total: number, label: string) => void;

/** `gemmark bench`: measures what is asked for, one after the other, prints it and writes it down. */
export async function bench(what: readonly BenchSection[], request: BenchRequest): Promise<void> {
	// By exit, not by the signal: temporary models are removed then, and the engines end with this process.
	process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
	const { command: _, ...origin } = runOrigin();
	// Windows tells no load.
	const load = platform() === 'win32' ? {} : { loadBefore: loadavg()[0] ?? 0 };
	const model = await findModelFile(request.model, new AbortController().signal);
	let measured: Measured = {};
	for (const section of new Set(what)) {
		const progress = createProgress(process.stderr, section);
		try {
			measured = { ...measured, ...(await SECTIONS[section](model, request, progress.update)) };
		} finally {
			progress.finish();
		}
	}
	const report: BenchReport = { ...origin, ...load, ...measured };
	const rendered = {
		md: benchMarkdown(report),
		json: `${JSON.stringify(report, undefined, '\t')}\n`,
		jsonl: benchJsonLines(report),
		csv: benchCsv(report),
	};
	// Printed first: a folder that cannot be made must not take the measurements with it.
	process.stdout.write(rendered[request.format]);
	const folder = newReportFolder(request.out, 'bench', new Date());
	writeReport(folder, 'bench.md', rendered.md);
	writeReport(folder, 'bench.json', rendered.json);
	writeReport(folder, 'bench.csv', rendered.csv);
	process.stderr.write(`written to ${shownPath(join(folder, 'bench.md'))}, .json and .csv\n`);
}

type Section = (model: string, request: BenchRequest, onProgress: OnProgress) => Promise<Measured>;

const SECTIONS: Readonly<Record<BenchSection, Section>> = {
	async core(_model, _request, onProgress) {
		onProgress(0, 1, 'timing');
		const { benchCore } = await import('../../lab/benches/core-bench.ts');
		const { loadOwnCorpus } = await import('../../src/corpus/corpus-files.ts');
		return {
			core: await benchCore(
				loadOwnCorpus('frame-patterns', parseFramePatterns).contents,
				loadOwnCorpus('frames', rowsOf(frameSample)).contents.map(({ input, ...wish }) => ({
					...wish,
					rawText: input,
				})),
				500,
			),
		};
	},
	async startup(_model, _request, onProgress) {
		const runs = 15;
		const { benchStartup } = await import('./bench-startup.ts');
		return { startup: benchStartup(runs, (done) => onProgress(done, runs, 'timing')) };
	},
	async overhead(model, request, onProgress) {
		const { benchOverhead } = await import('./bench-overhead.ts');
		return { overhead: await benchOverhead(model, request, (done, total) => onProgress(done, total, 'turns')) };
	},
	async engine(model, request, onProgress) {
		const { benchEngine } = await import('./bench-engine.ts');
		return { engine: await benchEngine(model, request, onProgress) };
	},
	async sharing(model, request, onProgress) {
		const { benchSharing } = await import('../../lab/benches/bench-sharing.ts');
		return { sharing: await benchSharing(model, request, onProgress) };
	},
	async install(_model, _request, onProgress) {
		onProgress(0, 1, 'reading node_modules');
		const { benchInstall } = await import('../../lab/benches/bench-install.ts');
		return { install: benchInstall() };
	},
	async scale(model, _request, onProgress) {
		const { benchScale } = await import('../../lab/benches/bench-scale.ts');
		return { scale: await benchScale(model, onProgress) };
	},
	async memory(model, _request, onProgress) {
		const { benchMemory } = await import('../../lab/benches/bench-memory.ts');
		return { memory: await benchMemory(model, onProgress) };
	},
	async statistics(_model, _request, onProgress) {
		const { intervalCoverage } = await import('../../lab/benches/interval-coverage.ts');
		return { statistics: intervalCoverage(15_000, (done, total) => onProgress(done, total, 'simulated')) };
	},
};
