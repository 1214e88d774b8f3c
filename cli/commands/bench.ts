import { loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { shownPath } from '../../src/base/read-file.ts';
import { benchCsv, benchJsonLines } from '../../src/bench/csv.ts';
import { benchMarkdown } from '../../src/bench/markdown.ts';
import type { BenchReport } from '../../src/bench/report.ts';
import { newReportFolder, writeReport } from '../../src/log/folder.ts';
import { findModelFile } from '../../src/run/compose/load.ts';
import type { DeclaredRunner } from '../../src/run/compose/runners.ts';
import { runOrigin } from '../../src/run/run-log.ts';
import { type BenchRequest, benchEngine } from '../bench/engine.ts';
import { benchOverhead, benchStartup } from '../bench/overhead.ts';
import { filled, integer, integers } from '../flags.ts';
import { INTERRUPTED_EXIT_CODE } from '../process.ts';
import { createProgress } from '../progress.ts';
import { RunnerFlags } from '../runner-flags.ts';

/** The only engine that is measured. */
const RUNNER = 'llama-cpp';
const SECTIONS: readonly BenchSection[] = ['startup', 'overhead', 'engine'];

/** `gemmark bench`: how fast the engine is, and what gemmark adds to it. */
export function addBenchCommand(program: Command, runners: readonly DeclaredRunner[]): void {
	const command = program
		.command('bench')
		.description('measure speed: start-up, overhead, and the engine as llama-bench does')
		.addArgument(new Argument('[what...]', 'what to measure').choices(SECTIONS).default(SECTIONS))
		.option('-m, --model <ref>', 'path.gguf or hf:user/repo:QUANT (default: the bundled miniature)', filled)
		.option('-p, --n-prompt <n,...>', 'prompt lengths; 0 for none', integers(0, 1_000_000), [512])
		.option('-n, --n-gen <n,...>', 'output lengths; 0 for none', integers(0, 1_000_000), [128])
		.option('-d, --n-depth <n,...>', 'tokens in the context before', integers(0, 1_000_000), [0])
		.option('-r, --repetitions <n>', 'repetitions of each test', integer(1, 10_000), 5)
		.option('--no-warmup', 'count the first repetition although everything is cold')
		.addOption(new Option('--format <name>', 'what to print').choices(['md', 'json', 'jsonl', 'csv']).default('md'))
		.option('--out <dir>', 'folder of bench.md, bench.json and bench.csv (default: results/<time>-bench)', filled);
	const flags = new RunnerFlags(
		runners.filter(({ name }) => name === RUNNER),
		{ only: ['threads', 'flashAttention'], short: { threads: '-t' } },
	);
	flags.addTo(command);
	command.action(async (what: readonly BenchSection[]) => {
		const { bench } = await import('./bench.ts');
		await bench(what, flags.request<BenchRequest>(command, RUNNER));
	});
}

export type BenchSection = 'startup' | 'overhead' | 'engine';

/** Measures one section after the other, prints the report and writes it. */
export async function bench(what: readonly BenchSection[], request: BenchRequest): Promise<void> {
	// Exit ends the engines with this process; the signal alone would not.
	process.once('SIGINT', () => process.exit(INTERRUPTED_EXIT_CODE));
	const { command: _, ...origin } = runOrigin();
	// Windows reports no load.
	let report: BenchReport = { ...origin, ...(platform() !== 'win32' && { loadBefore: loadavg()[0] ?? 0 }) };
	const model = await findModelFile(request.model, new AbortController().signal);
	for (const section of new Set(what)) {
		const { update, finish } = createProgress(process.stderr, section);
		try {
			if (section === 'startup') report = { ...report, startup: benchStartup(update) };
			else if (section === 'overhead') report = { ...report, overhead: await benchOverhead(model, request, update) };
			else report = { ...report, engine: await benchEngine(model, request, update) };
		} finally {
			finish();
		}
	}
	const rendered = {
		md: benchMarkdown(report),
		json: `${JSON.stringify(report, undefined, '\t')}\n`,
		jsonl: benchJsonLines(report),
		csv: benchCsv(report),
	};
	// Printed first: a folder that cannot be made must not lose the measurements.
	process.stdout.write(rendered[request.format]);
	const folder = newReportFolder(request.out, 'bench', new Date());
	for (const format of ['md', 'json', 'csv'] as const) writeReport(folder, `bench.${format}`, rendered[format]);
	process.stderr.write(`written to ${shownPath(join(folder, 'bench.md'))}, .json and .csv\n`);
}
