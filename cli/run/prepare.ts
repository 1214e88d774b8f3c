import { type ComposeOptions, type Composition, compose } from '../../api/compose.ts';
import type { OpenedConfig } from '../../api/open-config.ts';
import { decidePolicy } from '../../api/run/decided-policy.ts';
import { checkTarget, type OpenedTarget, openTarget } from '../../api/run/load-target.ts';
import { DEFAULT_RUNNER } from '../../api/runners.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import { dialectNamed } from '../../src/dialects/dialects.ts';
import { planRun, type SuitePlan } from '../../src/eval/plan.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { RunChoices } from '../../src/run/run-choices.ts';
import { type LoadedGate, loadGateAndBaseline } from '../gate/gate.ts';
import { refuseContradictions } from './run-contradictions.ts';
import type { RunRequest } from './run-request.ts';
import { type TargetFlags, targetName, targetsOf } from './targets.ts';

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
