import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { singleLine } from '../../reports/terminal/text.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { english } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import { placeOf } from '../../src/config/issue.ts';
import { type PathSetting, settingPath } from '../../src/config/where-from.ts';
import { dropEmptyFolder, newReportFolder, slug } from '../../src/log/folder.ts';
import type { ProbedThreads } from '../../src/model/runner.ts';
import { type AskedChoices, askedChoices } from '../../src/run/choices.ts';
import type { Composition } from '../../src/run/compose/compose.ts';
import type { OpenedConfig } from '../../src/run/compose/open-config.ts';
import { DEFAULT_RUNNER } from '../../src/run/compose/runners.ts';
import { type RunParts, runInterleaved, runOne } from '../../src/run/evaluate.ts';
import { type NamedTarget, prepareRun, type TargetFlags } from '../../src/run/prepare.ts';
import type { GateRequest } from '../open.ts';
import { catchInterrupt, INTERRUPTED_EXIT_CODE, reportFailure } from '../process.ts';
import { printGate } from '../report/conclude.ts';
import { tellUnwritten } from '../report/unwritten-reports.ts';
import { writeComparison } from '../results/compare.ts';
import { type FinishedRun, printRun } from '../run/finished-run.ts';
import type { RunnerChoice, RunnerFlags } from '../runner-flags.ts';

/** A run as flags and config ask for it together. */
export interface AskedRun {
	readonly request: RunRequest;
	/** What the flags alone say of targets. */
	readonly flags: TargetFlags;
	/** The command's own flags that were given, by option; those of the runner are in the request. */
	readonly given: Readonly<Record<string, unknown>>;
}

/** Flags over the config's settings over the defaults. Throws UsageError for what the runner does not have. */
export function askedRun(command: Command, runnerFlags: RunnerFlags, opened: OpenedConfig | undefined): AskedRun {
	const values = command.opts<RunRequest>();
	const isFlag = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
	const pathOf = (name: PathSetting): string | undefined =>
		opened === undefined || isFlag(name) ? undefined : settingPath(opened, name);
	const gate = pathOf('gate');
	const baseline = pathOf('baseline');
	requireThere(opened, 'gate', gate);
	// Without a gate nothing is compared.
	if (isFlag('gate') || gate !== undefined) requireThere(opened, 'baseline', baseline);
	const runner = isFlag('runner') ? values.runner : runnerOf(opened);
	const request = runnerFlags.request<RunRequest>(command, runner);
	const settings = {
		gate: gate && shownPath(gate),
		baseline: baseline && shownPath(baseline),
		out: pathOf('out'),
		lang: isFlag('lang') ? undefined : opened?.config.lang,
	};
	const overridden = Object.entries(settings).filter(([, value]) => value !== undefined);
	const flagged = Object.fromEntries(Object.entries(request).filter(([name]) => isFlag(name)));
	return {
		request: {
			...request,
			...Object.fromEntries(overridden),
			...askedChoices(opened, flagged),
		},
		flags: { ...request, runner: isFlag('runner') ? runner : undefined },
		given: flagged,
	};
}

/** A flag that names nothing is told as such; a config has a line. */
function requireThere(opened: OpenedConfig | undefined, name: 'gate' | 'baseline', path: string | undefined): void {
	if (opened === undefined || path === undefined || existsSync(path)) return;
	throw new ConfigError(
		`${placeOf(opened, [name])}: ${name}: there is no ${name === 'gate' ? 'file' : 'run'} ${opened.config[name]}`,
		{
			hint: `Correct it there, or name another with --${name}.`,
		},
	);
}

/** The runner that runner flags are for, where none is named: that of the config's first target. */
function runnerOf(opened: OpenedConfig | undefined): string {
	const runner = opened?.config.targets?.[0]?.runner ?? DEFAULT_RUNNER;
	return typeof runner === 'string' ? runner : DEFAULT_RUNNER;
}

/** `gemmark run` as asked for, checked: flags over the config's settings over the defaults. */
export interface RunRequest extends AskedChoices, RunnerChoice, GateRequest {
	/** Absent: those of the config, or of gemmark's own the default ones. */
	readonly suite?: readonly string[] | undefined;
	/** Absent: those of the config's targets, or the bundled miniature. */
	readonly model?: readonly string[] | undefined;
	/** Names of the config's targets (default: all). */
	readonly target?: readonly string[] | undefined;
	readonly config?: string | undefined;
	readonly out?: string | undefined;
	readonly resume: boolean;
	/** Repeats at temperature 0 are pointless, unless they check that the engine is deterministic. */
	readonly determinism: boolean;
	/** Several models take turns, sample by sample. */
	readonly interleave?: boolean | undefined;
	/** Ask the compared models again, token by token. */
	readonly divergence?: boolean | undefined;
	/** Address of a Redis, when workers on other devices do the work. */
	readonly queue?: string | undefined;
	/** File that takes the app's turns as its logger would write them. */
	readonly capture?: string | undefined;
	readonly json: boolean;
	/** Print the verdict and the report's place alone. */
	readonly quiet?: boolean | undefined;
	/** Print what each sample came to. */
	readonly verbose?: boolean | undefined;
	readonly lang: 'en' | 'ko';
}

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
	for (const warning of [...warnings, ...unheld]) process.stderr.write(`gemmark: ${singleLine(english(warning))}\n`);
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
