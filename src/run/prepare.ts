import type { RunRequest } from '../../cli/commands/run.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import { UsageError } from '../base/errors.ts';
import type { TargetConfig } from '../config/define.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { planRun, type SuitePlan } from '../eval/plan.ts';
import type { Suite } from '../eval/suite.ts';
import { didYouMean } from '../text/nearest-name.ts';
import { decidePolicy, type RunChoices, refuseContradictoryChoices } from './choices.ts';
import { type ComposeOptions, type Composition, compose } from './compose/compose.ts';
import { BUNDLED_MODEL_NAME, checkTarget, type OpenedTarget, openTarget } from './compose/load.ts';
import type { OpenedConfig } from './compose/open-config.ts';
import { DEFAULT_RUNNER } from './compose/runners.ts';
import { requireBaselinePlace } from './results/baseline-file.ts';
import { type LoadedGate, loadGateAndBaseline } from './results/judge.ts';

/** A target with the name its folder gets beside others. */
export interface NamedTarget extends OpenedTarget {
	readonly title: string;
	/** As config and flags say it together. */
	readonly asked: TargetConfig;
}

/** A run of which everything is checked that can be before a model is loaded. */
export interface PreparedRun {
	readonly composition: Composition;
	readonly suites: readonly Suite[];
	/** The work on an engine that can do all of it. */
	readonly plans: readonly SuitePlan[];
	readonly targets: readonly NamedTarget[];
	readonly gate: LoadedGate | undefined;
	/** What is chosen of the run, its policy decided. */
	readonly choices: RunChoices;
}

/**
 * Throws UsageError and ConfigError for anything that is wrong about the request, EngineError for a model file of any
 * target. The app's MCP servers run until the composition is closed.
 */
export async function prepareRun(
	request: RunRequest,
	config: OpenedConfig | undefined,
	flags: TargetFlags,
	{ servers = true }: ComposeOptions = {},
): Promise<PreparedRun> {
	const composition = await compose(config, { servers });
	try {
		return await prepareComposed(composition, request, config, flags);
	} catch (error) {
		await composition.close();
		throw error;
	}
}

async function prepareComposed(
	composition: Composition,
	request: RunRequest,
	config: OpenedConfig | undefined,
	flags: TargetFlags,
): Promise<PreparedRun> {
	const configured = targetsOf(composition.targets, flags);
	refuseContradictions(request, configured);
	if (request.dialect !== undefined) dialectNamed(request.dialect);
	const [suites, targets] = await Promise.all([
		composition.suites(request.suite),
		Promise.all(configured.map((target, index) => openNamed(target, index, config, flags))),
	]);
	const gate =
		request.gate === undefined
			? undefined
			: await loadGateAndBaseline(request.gate, request.baseline, { suites, chosen: request });
	const choices = await decidePolicy(request, {
		config: config && composition,
		onDoubt: (line) => process.stderr.write(`gemmark: ${singleLine(line)}\n`),
	});
	const plans = planRun(suites, choices, { grammar: true });
	for (const target of targets) await checkTarget(target);
	return { composition, suites, plans, targets, gate, choices };
}

async function openNamed(
	target: TargetConfig,
	index: number,
	config: OpenedConfig | undefined,
	{ model, runner, target: names }: TargetFlags,
): Promise<NamedTarget> {
	const ofConfig = config?.config.targets !== undefined;
	const source = ofConfig ? config.file : `--runner ${String(target.runner ?? DEFAULT_RUNNER)}`;
	const asWritten = ofConfig && model === undefined && runner === undefined && names === undefined;
	const opened = await openTarget(target, source, asWritten ? { place: config, index } : undefined);
	return { ...opened, title: targetName(target), asked: target };
}

/** Options that say two things at once are a mistake that would only show after the run. Throws {@link UsageError}. */
export function refuseContradictions(request: RunRequest, targets: readonly TargetConfig[]): void {
	// The option of whatever runner evaluates several samples at once.
	const { sequences } = request.runnerOptions;
	refuseContradictoryChoices(request, request.determinism);
	if (request.baseline !== undefined && request.gate === undefined) {
		throw new UsageError('--baseline is what a gate compares with, but there is no --gate', {
			hint: 'Add --gate FILE, or compare afterwards with: gemmark compare BASELINE RUN.',
		});
	}
	if (request.saveBaseline !== undefined) requireBaselinePlace(request.saveBaseline);
	if (request.saveBaseline !== undefined && targets.length > 1) {
		throw new UsageError('--save-baseline keeps one run, but several models are named', {
			hint: 'Run each model by itself.',
		});
	}
	const part = (['limit', 'filter', 'shard'] as const).find((name) => request[name] !== undefined);
	if (request.saveBaseline !== undefined && part !== undefined) {
		throw new UsageError(`--save-baseline keeps a whole run, but --${part} leaves samples out`, {
			hint: 'Leave one of them out; shards are kept once merged: gemmark merge ... --save-baseline FILE.',
		});
	}
	if (request.capture !== undefined && request.queue !== undefined) {
		throw new UsageError('--capture writes turns that happen here, but --queue has them happen elsewhere', {
			hint: 'Leave one of them out.',
		});
	}
	if (sequences !== undefined && request.queue !== undefined) {
		throw new UsageError('--parallel is for samples evaluated here, but --queue has workers evaluate them', {
			hint: 'Start more workers instead.',
		});
	}
	if (request.capture !== undefined && Number(sequences ?? 1) > 1) {
		throw new UsageError('--capture writes one turn after another, but --parallel has several under way', {
			hint: 'Leave one of them out.',
		});
	}
	if (request.capture !== undefined && targets.length > 1) {
		throw new UsageError('--capture writes one run, but several models are named', {
			hint: 'Run each model by itself.',
		});
	}
	if (request.resume && targets.length > 1) {
		throw new UsageError('--resume goes on with one run, but several models are named', {
			hint: 'Resume each run of the matrix by its own folder.',
		});
	}
	if (request.interleave === true) refuseToInterleave(request, targets);
}

/** Turns are of one sample after another, here, and of the same samples. */
function refuseToInterleave(request: RunRequest, targets: readonly TargetConfig[]): void {
	if (targets.length < 2) {
		throw new UsageError('--interleave has several models take turns, but one is named', {
			hint: 'Name another --model, or leave it out.',
		});
	}
	if (request.queue !== undefined) {
		throw new UsageError('--interleave has models take turns here, but --queue has workers evaluate them', {
			hint: 'Leave one of them out.',
		});
	}
	if (request.earlyStop) {
		throw new UsageError('--interleave needs the same samples of each model, but --early-stop ends each at its own', {
			hint: 'Leave one of them out.',
		});
	}
	if (targets.some(({ sequences }) => Number(sequences ?? 1) > 1)) {
		throw new UsageError('--interleave evaluates one sample after another, but --parallel has several under way', {
			hint: 'Leave one of them out.',
		});
	}
}

/** What the flags say of targets; `runner` only where it was given. */
export type TargetFlags = Pick<RunRequest, 'model' | 'target' | 'runnerOptions'> & {
	readonly runner?: string | undefined;
};

/**
 * The targets of a run: those of the config, or of them the ones that `--target` names; `--runner` and `--model` make
 * their own; the runner's flags hold for all. Throws {@link UsageError} for a name that no target has.
 */
export function targetsOf(configured: readonly TargetConfig[], flags: TargetFlags): readonly TargetConfig[] {
	const { runner, model, runnerOptions } = flags;
	const chosen = chooseTargets(configured, flags.target);
	const [first = {}] = chosen;
	// A target's options are those of its own runner.
	const base = runner === undefined || runner === first.runner ? { ...first, name: undefined } : { runner };
	const targets =
		model !== undefined ? model.map((one) => ({ ...base, model: one })) : runner !== undefined ? [base] : chosen;
	return targets.map((target) => ({ ...target, ...runnerOptions }));
}

/** What a target is called in a folder's name. */
export function targetName({ name, model, runner }: TargetConfig): string {
	const engine = typeof runner === 'object' ? runner.name : runner;
	return name ?? model ?? (engine === undefined || engine === DEFAULT_RUNNER ? BUNDLED_MODEL_NAME : engine);
}

function chooseTargets(
	configured: readonly TargetConfig[],
	names: readonly string[] | undefined,
): readonly TargetConfig[] {
	if (names === undefined) return configured;
	return names.map((name) => {
		const found = configured.find((target) => target.name === name);
		if (found !== undefined) return found;
		const known = configured.flatMap((target) => target.name ?? []);
		throw new UsageError(`--target ${name}: the config has no such target${didYouMean(name, known)}`, {
			hint: known.length === 0 ? 'Give its targets a `name`.' : `There are ${known.join(', ')}.`,
		});
	});
}

/** The target of that name or place, or the one that is given. Throws UsageError. */
export function chooseTarget(
	targets: readonly TargetConfig[],
	wanted: string | number | TargetConfig = 0,
): TargetConfig {
	if (typeof wanted === 'object') return wanted;
	const found = typeof wanted === 'number' ? targets[wanted] : targets.find(({ name }) => name === wanted);
	if (found !== undefined) return found;
	const names = targets.map(({ name }, index) => name ?? String(index));
	throw new UsageError(`there is no target ${wanted}`, {
		hint: `${names.length === 1 ? 'There is' : 'There are'} ${names.join(', ')}: targets go by their name, or their place from 0 on.`,
	});
}
