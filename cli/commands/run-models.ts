import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { ReportedRun } from '../../reports/reported-run.ts';
import { type OpenedConfig, openConfig } from '../../run/compose/open-config.ts';
import { DEFAULT_RUNNER, loadRunner } from '../../run/compose/runners.ts';
import { seriesTargets } from '../../run/compose/series.ts';
import { runPrepared } from '../../run/evaluate.ts';
import { commandArguments } from '../../run/host.ts';
import { prepare, type RunListener, type RunRequest, targetNamed } from '../../run/prepare.ts';
import type { Run } from '../../run/results/read-run.ts';
import { ConfigError, INTERRUPTED_EXIT_CODE, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { filesRead, shownPath } from '../../src/base/read-file.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import { placeOf } from '../../src/config/issue.ts';
import { type PathSetting, settingPath } from '../../src/config/where-from.ts';
import { LATEST, LOG_NAME, markLatest, slug } from '../../src/log/folder.ts';
import { peekHeader } from '../../src/log/read-log.ts';
import { shellQuoted } from '../../src/text/text.ts';
import { catchInterrupt, reportFailure, STOPPING, tell } from '../process.ts';
import { showRun } from '../progress.ts';
import type { ConcludeOptions } from '../results/conclude.ts';
import { kebabCase, type RunnerChoice, type RunnerFlags } from '../runner-flags.ts';
import { painted } from '../terminal.ts';

/** A run as flags and config ask for it together, and what is printed of it. */
export interface AskedRun extends RunRequest, Pick<RunnerChoice, 'runnerOptions'> {
	/** Of `--model`. */
	readonly model?: readonly string[];
	/** Ask the compared models again, token by token. */
	readonly divergence?: boolean;
	readonly json: boolean;
	/** Print the verdict and the report's place alone. */
	readonly quiet?: boolean;
	/** Print the result of each sample. */
	readonly verbose?: boolean;
	readonly lang: 'en' | 'ko';
}

interface RunFlags extends Omit<AskedRun, 'suites' | 'targets'>, RunnerChoice {
	readonly suite?: readonly string[];
	readonly target?: readonly string[];
}

/**
 * Gives a command that resumes a run the options of that run, unless they are given again; what is printed is not among
 * them. `blank` has the same options. Throws UsageError for an option whose secrets the log does not have.
 */
export async function restoreOptions(command: Command, blank: Command): Promise<void> {
	const given = command.opts<{ readonly out?: string; readonly config?: string }>();
	const opened = given.out === undefined ? await openConfig(given.config) : undefined;
	const folder = resolve(given.out ?? (opened && settingPath(opened, 'out')) ?? LATEST);
	const header = peekHeader(join(folder, LOG_NAME));
	const [name, ...options] = header === undefined ? [] : commandArguments(header.command);
	if (header === undefined || name !== 'run') return;
	blank.copyInheritedSettings(command).parse(options, { from: 'user' });
	const restored: Record<string, unknown> = { ...blank.opts(), ...(header.target && { target: [header.target] }) };
	for (const [option, value] of Object.entries(restored)) {
		const isAsked = blank.getOptionValueSource(option) === 'cli' || option === 'target';
		if (!isAsked || NOT_RESTORED.has(option) || command.getOptionValueSource(option) === 'cli') continue;
		if (String(value).includes('=***'))
			throw new UsageError(message('usage.resume-secret', { option: kebabCase(option), value: String(value) }));
		command.setOptionValueWithSource(option, option === 'model' ? oneOf(value, folder) : value, 'cli');
	}
}

/** What is printed, and what a single run does not have. */
const NOT_RESTORED: ReadonlySet<string> = new Set(['json', 'quiet', 'verbose', 'resume', 'interleave', 'divergence']);

/** Of several models the one of this folder, which its place and name are in. */
function oneOf(models: unknown, folder: string): unknown {
	if (!Array.isArray(models) || models.length < 2) return models;
	const name = basename(realpathSync(folder));
	const own = models.filter((model, index) => name === `${index + 1}-${slug(String(model))}`);
	if (own.length === 0) return models;
	const others = models.filter((model) => !own.includes(model)).map(String);
	tell(message('usage.resume-one-model', { model: String(own[0]), others }));
	return own;
}

/** Flags over the config's settings over the defaults. Throws UsageError for what the runner does not have. */
export function askedRun(command: Command, runnerFlags: RunnerFlags, opened: OpenedConfig | undefined): AskedRun {
	const isFlag = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
	const pathOf = (name: PathSetting): string | undefined =>
		opened === undefined || isFlag(name) ? undefined : settingPath(opened, name);
	const [gate, baseline] = [pathOf('gate'), pathOf('baseline')];
	requireThere(opened, 'gate', gate);
	// Without a gate nothing is compared.
	if (isFlag('gate') || gate !== undefined) requireThere(opened, 'baseline', baseline);
	const runner = isFlag('runner') ? command.opts<RunFlags>().runner : runnerOf(opened);
	const asked = runnerFlags.request<RunFlags>(command, runner);
	const given = Object.fromEntries(Object.entries(asked).filter(([name]) => isFlag(name)));
	if (asked.runnerOptions.sequences !== undefined && asked.queue !== undefined) {
		const why = 'workers evaluate one sample at a time';
		throw new UsageError(message('usage.conflict', { flag: '--parallel', other: '--queue', why }));
	}
	const named = isFlag('runner') ? runner : undefined;
	const { json, cache, runnerOptions } = asked;
	return {
		...given,
		json,
		cache,
		runnerOptions,
		suites: asked.suite,
		targets: (configured) => targetsOf(configured, { ...asked, runner: named }),
		gate: asked.gate ?? (gate && shownPath(gate)),
		baseline: asked.baseline ?? (baseline && shownPath(baseline)),
		out: asked.out ?? pathOf('out'),
		lang: isFlag('lang') ? asked.lang : (opened?.config.lang ?? asked.lang),
	};
}

/** An unknown flag value is reported as such; a config has a line. */
function requireThere(opened: OpenedConfig | undefined, name: 'gate' | 'baseline', path: string | undefined): void {
	if (opened === undefined || path === undefined || existsSync(path)) return;
	const place = `${placeOf(opened, [name])}: ${name}`;
	throw new ConfigError(message('config.setting-missing', { place, path: String(opened.config[name]), name }));
}

/** The runner that runner flags are for, where none is named: that of the config's first target. */
function runnerOf(opened: OpenedConfig | undefined): string {
	const runner = opened?.config.targets?.[0]?.runner ?? DEFAULT_RUNNER;
	return typeof runner === 'string' ? runner : DEFAULT_RUNNER;
}

/**
 * The config's targets, or those that `--target` names; `--runner` and `--model` replace them; the runner's flags hold for
 * all. Throws {@link UsageError} for an unknown target.
 */
function targetsOf(
	configured: readonly TargetConfig[],
	{
		runner,
		model,
		target: names,
		runnerOptions,
	}: Pick<RunFlags, 'model' | 'target' | 'runnerOptions'> & {
		readonly runner?: string;
	},
): readonly TargetConfig[] {
	// A run that is resumed names its step of a pattern.
	const steps = seriesTargets((model ?? []).map((one) => ({ model: one }))).map(({ name }) => name);
	const chosen = names?.filter((name) => !steps.includes(name)).map((name) => targetNamed(configured, name));
	const [first = {}] = chosen?.length ? chosen : configured;
	// A target's options are those of its runner.
	const base = runner === undefined || runner === first.runner ? { ...first, name: undefined } : { runner };
	const targets =
		model?.map((one) => ({ ...base, model: one })) ?? (runner === undefined ? (chosen ?? configured) : [base]);
	// A target that no flag changes is the config's own, which errors name by its place.
	const isPlain = Object.keys(runnerOptions).length === 0;
	const all = seriesTargets(isPlain ? targets : targets.map((target) => ({ ...target, ...runnerOptions })));
	const asked = all.filter(({ name }) => steps.includes(name) && names?.includes(name ?? ''));
	return asked.length > 0 ? asked : all;
}

/**
 * `gemmark run`: each target is loaded once, evaluated and reported; several are compared, the first as baseline. Returns
 * the worst exit code.
 */
export async function run(
	asked: AskedRun,
	opened: OpenedConfig | undefined,
	{ compared, order }: RunPorts = {},
): Promise<number> {
	const request = { ...asked, ...order, cache: asked.cache === true && order?.cache !== false };
	const prepared = await prepare({ ...request, listen: { warning: tell } }, opened);
	tellWatch();
	const interrupt = catchInterrupt(() => IS_WATCHED || process.stderr.write(`\n${STOPPING}\n`));
	const { suites, targets } = prepared;
	const shown = showRun(asked.quiet === true);
	const outcomes = asked.verbose ? await import('../../reports/terminal/run.ts') : undefined;
	const finished: { readonly folder: string; readonly reported: ReportedRun; readonly exitCode: number }[] = [];
	const listen: RunListener = {
		...shown.listen,
		load(progress) {
			void concluding();
			shown.listen.load?.(progress);
		},
		warning: asked.quiet === true ? undefined : tell,
		sample: outcomes && ((result) => shown.print(painted(outcomes.sampleOutcome(result, suites), process.stderr))),
		async ended(run) {
			shown.finish();
			const { failure } = run;
			const isWhole = failure === undefined && run.log.footer?.outcome !== 'interrupted';
			const gate = isWhole ? prepared.gate : undefined;
			// With --json the comparison is the one object on stdout.
			const silent = asked.json && targets.length > 1;
			const { conclude, printSummary } = await concluding();
			const print: ConcludeOptions['print'] = (reported, unwritten) => {
				if (!silent) printSummary(reported, run.folder, asked, unwritten);
			};
			const ended = await conclude(run, { ...request, gate, made: true, print });
			if (ended.exitCode === INTERRUPTED_EXIT_CODE && !silent && !IS_WATCHED) printResume(run, targets.length > 1);
			finished.push({ folder: run.folder, reported: ended.run, exitCode: ended.exitCode });
		},
	};
	try {
		if (opened === undefined && asked.quiet !== true) process.stderr.write(`${NO_CONFIG}\n`);
		await runPrepared(prepared, { ...request, signal: interrupt.signal, listen });
		const unbegun = targets.slice(finished.length).map(({ title }) => title);
		if (unbegun.length > 0) tell(`interrupted before ${unbegun.join(', ')} began`);
		const runs = finished.map(({ reported }) => reported);
		const makeFolder = (): string => {
			const folder = dirname(finished[0]?.folder ?? '');
			// An unfinished run stays the latest, for --resume.
			if (runs.every(({ log }) => log.footer?.outcome === 'complete')) markLatest(folder);
			return folder;
		};
		compared?.(runs);
		const apart =
			runs.length > 1
				? await (await import('../results/compare.ts')).writeComparison(runs, makeFolder, {
						...request,
						margin: prepared.margin,
					})
				: 0;
		return Math.max(apart, ...finished.map(({ exitCode }) => exitCode));
	} catch (error) {
		// Ctrl-C while the model was found or loaded: no run was begun.
		if (!interrupt.signal.aborted) throw error;
		if (!IS_WATCHED) reportFailure(error);
		return INTERRUPTED_EXIT_CODE;
	} finally {
		shown.finish();
		await prepared.close();
		interrupt.release();
	}
}

interface RunPorts {
	readonly compared?: (runs: readonly ReportedRun[]) => void;
	/** Of a watching process. */
	readonly order?: { readonly first: readonly string[]; readonly cache: boolean };
}

/**
 * What the process that watches this one says when the run may begin: `cached` or `anew`, then the prompts that it wants to
 * see first, as lines `SUITE ID`. Until then this one loads what every run needs. Undefined where nobody watches.
 */
export async function watchedOrder(runner: string): Promise<RunPorts['order']> {
	if (!IS_WATCHED) return undefined;
	const waiting = text(process.stdin);
	const reports = import('../../reports/render-run.ts');
	await Promise.all([concluding(), reports, loadRunner(runner)]).catch(() => undefined);
	const [how = '', ...first] = (await waiting).split('\n');
	// The other process is gone.
	if (how === '') process.exit(INTERRUPTED_EXIT_CODE);
	return { first, cache: how === 'cached' };
}

/** Tells the process that watches this run which files it depends on. Without that process nobody waits for the run. */
export function tellWatch(): void {
	if (!IS_WATCHED || !process.connected) return;
	process.send?.({ files: filesRead() });
	process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
	process.channel?.unref();
}

/** Reports are imported while an engine starts, if one does. */
const concluding = () => import('../results/conclude.ts');

const IS_WATCHED = process.env.GEMMARK_WATCH !== undefined;

const NO_CONFIG = 'No gemmark.config found. Evaluating the bundled habit coach.';

function printResume({ log, folder }: Run, isOneOfSeveral: boolean): void {
	const alone = isOneOfSeveral ? ' (one model at a time)' : '';
	const onward = `to continue: gemmark run --resume --out ${shellQuoted(shownPath(folder))}${alone}`;
	const again = 'interleaved runs cannot be resumed: start them again';
	tell(log.header.interleaved === undefined ? onward : again);
}
