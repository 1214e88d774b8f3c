import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createProgress, findModelFile } from '../../cli/progress.ts';
import { runOrigin } from '../../run/log/header.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { loadOwnCorpus } from '../../src/corpus/corpus-files.ts';
import { rowsOf } from '../../src/corpus/corpus-text.ts';
import { newReportFolder, writeReport } from '../../src/log/folder.ts';
import { frameSample, parseFramePatterns } from '../../suites/frame/sample.ts';
import { benchInstall } from './bench-install.ts';
import { benchLoad } from './bench-load.ts';
import { benchMemory } from './bench-memory.ts';
import { benchOverhead, benchStartup } from './bench-overhead.ts';
import { benchRuns } from './bench-runs.ts';
import { benchScale } from './bench-scale.ts';
import { benchSharing } from './bench-sharing.ts';
import { benchThreads } from './bench-threads.ts';
import { benchView } from './bench-view.ts';
import { benchCore, type CoreTiming } from './core-bench.ts';
import { errorRates } from './error-rates.ts';
import { intervalCoverage } from './interval-coverage.ts';
import { isBusyMachine, labMarkdown } from './markdown.ts';
import type { LabBenchRequest, LabReport } from './report.ts';

// What is measured and tried asks the model.
process.env.GEMMARK_NO_CACHE = '1';

/**
 * `npm run bench -- [section...] [options]`: the engine's speed by `gemmark bench`, which takes every option
 * that is not listed here, and the lab's. Without a section: core, startup, overhead and engine.
 */
const HOUSE = ['engine'];
const LAB = [
	'core',
	'startup',
	'overhead',
	'runs',
	'sharing',
	'load',
	'threads',
	'install',
	'scale',
	'view',
	'memory',
	'statistics',
] as const;
type Section = (typeof LAB)[number];
type OnProgress = (done: number, total: number, label: string) => void;

const args = process.argv.slice(2);
const { values, tokens } = parseArgs({
	args,
	options: {
		model: { type: 'string', short: 'm' },
		threads: { type: 'string', short: 't' },
		epochs: { type: 'string', default: '8' },
		large: { type: 'boolean', default: false },
		out: { type: 'string' },
		checkout: { type: 'string' },
	},
	strict: false,
	tokens: true,
});
const named = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
const sections = named.filter((name) => HOUSE.includes(name) || (LAB as readonly string[]).includes(name));
const wanted = new Set(sections.length === 0 ? ['core', 'startup', 'overhead', ...HOUSE] : sections);
// A value of an option of `gemmark bench`, such as `-p 512`, is a word like a section's name.
const flags = args.filter((arg) => !wanted.has(arg));

const house = HOUSE.filter((name) => wanted.has(name));
if (house.length > 0) {
	const gemmark = join(packageRoot(), 'cli', 'main.ts');
	const { status } = spawnSync(process.execPath, [gemmark, 'bench', ...house, ...flags], { stdio: 'inherit' });
	if (status !== 0) process.exit(status ?? 1);
}
const lab = LAB.filter((name) => wanted.has(name));
if (lab.length > 0) await benchLab(lab);

async function benchLab(names: readonly Section[]): Promise<void> {
	const text = (value: string | boolean | undefined): string | undefined =>
		typeof value === 'string' ? value : undefined;
	const threads = text(values.threads);
	const request: LabBenchRequest = {
		runnerOptions: threads === undefined ? {} : { threads: Number(threads) },
		epochs: Number(values.epochs),
		large: values.large === true,
		checkout: text(values.checkout),
	};
	const isBusy = isBusyMachine();
	const model = await findModelFile(text(values.model), new AbortController().signal);
	let report: LabReport = {};
	for (const name of names) {
		const progress = createProgress(process.stderr, name);
		try {
			report = { ...report, [name]: await measure(name, model, request, progress.update) };
		} finally {
			progress.finish();
		}
	}
	const markdown = labMarkdown(report, isBusy);
	process.stdout.write(markdown);
	const folder = newReportFolder(text(values.out), 'lab-bench', new Date());
	writeReport(folder, 'lab-bench.md', markdown);
	writeReport(folder, 'lab-bench.json', `${JSON.stringify({ ...runOrigin(), ...report }, undefined, '\t')}\n`);
	process.stderr.write(`written to ${join(folder, 'lab-bench.md')} and .json\n`);
}

async function measure(
	name: Section,
	model: string,
	request: LabBenchRequest,
	onProgress: OnProgress,
): Promise<LabReport[Section]> {
	switch (name) {
		case 'core':
			return core(onProgress);
		case 'startup':
			return benchStartup(onProgress);
		case 'overhead':
			return benchOverhead(model, request, onProgress);
		case 'runs':
			return benchRuns(model, request.checkout, onProgress);
		case 'sharing':
			return benchSharing(model, request, onProgress);
		case 'load':
			return benchLoad(onProgress);
		case 'threads':
			return benchThreads(onProgress);
		case 'install':
			return benchInstall();
		case 'scale':
			return benchScale(model, onProgress, request.checkout);
		case 'view':
			return benchView(onProgress);
		case 'memory':
			return benchMemory(model, onProgress);
		case 'statistics':
			return {
				coverage: intervalCoverage(15_000, (done, total) => onProgress(done, total, 'intervals')),
				errors: errorRates(15_000, (done, total) => onProgress(done, total, 'answers')),
			};
	}
}

async function core(onProgress: OnProgress): Promise<readonly CoreTiming[]> {
	onProgress(0, 1, 'timing');
	const patterns = loadOwnCorpus('frame-patterns', parseFramePatterns).contents;
	const frames = loadOwnCorpus('frames', rowsOf(frameSample)).contents;
	const inputs = frames.map(({ input, ...wish }) => ({ ...wish, rawText: input }));
	return benchCore(patterns, inputs, 500);
}
