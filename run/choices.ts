import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UsageError } from '../src/base/errors.ts';
import { english, message, type Said } from '../src/base/message.ts';
import { policyRun, policyWithin } from '../src/config/define.ts';
import { pathWithin } from '../src/config/where-from.ts';
import { dialectOf, thinkingOf } from '../src/dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../src/dialects/dialects.ts';
import { triggerOf } from '../src/dialects/prompt/renderer.ts';
import { fileSha256 } from '../src/download/cache.ts';
import type { UndecidedCause } from '../src/eval/decision.ts';
import {
	type AskedChoices,
	CHOICES,
	DEFAULT_CHOICES,
	type OpenChoices,
	type PolicySource,
	RECOMMENDED,
	type RunChoices,
	type RunSettings,
	reflectionSetting,
	settingRows,
} from '../src/eval/settings.ts';
import { logPath } from '../src/log/folder.ts';
import type { Sampler } from '../src/model/completer.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import type { DecisionSummary } from '../src/summary/decisions/decisions.ts';
import type { OpenedConfig } from './compose/open-config.ts';
import type { CheckedReading } from './results/read-run.ts';

/** The defaults with the choices of each layer over those before it; undefined chooses nothing. */
export function layeredChoices(...layers: readonly OpenChoices[]): AskedChoices {
	return Object.assign({}, DEFAULT_CHOICES, ...layers.map(chosenIn)) as AskedChoices;
}

/** Fields of a layer override what its `sampling` means. */
function chosenIn(layer: OpenChoices): OpenChoices {
	const chosen = Object.entries(layer).filter(([, value]) => value !== undefined);
	return { ...(layer.sampling === 'recommended' && RECOMMENDED), ...Object.fromEntries(chosen) };
}

/** Choices that say two things at once, or repeat what cannot differ (`repeatable`). Throws {@link UsageError}. */
export function refuseContradictoryChoices(
	{ epochs, temperature, sampling }: Pick<AskedChoices, 'epochs' | 'temperature' | 'sampling'>,
	repeatable: boolean,
): void {
	if (epochs > 1 && temperature === 0 && repeatable) throw new UsageError(message('usage.epochs-greedy', { epochs }));
	if (sampling === 'recommended' && temperature === 0) throw new UsageError(message('usage.sampling-greedy'));
}

/** Suites and choices, so that they can be planned again. */
export function plannedRun(
	suites: readonly { readonly name: string }[],
	{ deadline, sampling: _applied, policyFrom: _from, ...others }: RunChoices,
): { readonly suites: string[]; readonly deadlineMs: number } {
	return { suites: suites.map(({ name }) => name), ...others, deadlineMs: Math.round(deadline * 1000) };
}

/** What of the choices may change the outcome, for the log's header. */
export function runSettings(choices: RunChoices, model: LoadedModel, system: string): RunSettings {
	const dialect = dialectOf(model, choices.dialect);
	const trigger = model.kind === 'chat' ? undefined : triggerOf(dialectNamed(dialect), system);
	return {
		...loggedChoices(choices),
		...sampling(choices, model),
		thinking: thinkingOf(model, dialect, choices.thinking),
		deadlineMs: Math.round(choices.deadline * 1000),
		dialect,
		reflection: reflectionSetting(choices.reflection),
		trigger,
	};
}

/** What the operator asks of the engine that it does not sample by, one line each. */
export function unusedSamplers(choices: RunChoices, model: LoadedModel): readonly Said[] {
	const { runner } = model.engine;
	return ALL_SAMPLERS.filter((sampler) => !samplersOf(model).includes(sampler)).flatMap((sampler) => {
		const value = choices[sampler];
		return value === undefined ? [] : [message('run.sampler-unused', { sampler, value, runner })];
	});
}

/** Only samplers that the engine supports: others would be logged, but not used. Greedy decoding does not use Gemma's defaults. */
function sampling(choices: RunChoices, model: LoadedModel): Pick<RunSettings, Sampler> {
	const asked = samplersOf(model).map((sampler) => {
		const usual = choices.temperature > 0 ? RECOMMENDED[sampler] : undefined;
		return [sampler, choices[sampler] ?? usual] as const;
	});
	return Object.fromEntries(asked.filter(([, value]) => value !== undefined));
}

/** As they were chosen, by their names in a log. Those that depend on the model, or have another unit, are put over them. */
function loggedChoices(choices: RunChoices): RunSettings {
	const chosen = settingRows.flatMap(([name, { logged, field = name }]) => {
		const value = choices[name as keyof RunChoices];
		const isLogged = logged !== undefined && value !== undefined && !ALL_SAMPLERS.some((sampler) => sampler === name);
		return isLogged ? [[field, value]] : [];
	});
	return Object.fromEntries(chosen);
}

const ALL_SAMPLERS: readonly Sampler[] = ['topK', 'topP'];

function samplersOf({ samplers = ALL_SAMPLERS }: LoadedModel): readonly Sampler[] {
	return samplers;
}

/**
 * What is asked, over what the config chooses, over the defaults; other fields may stand beside the choices. The run of a
 * config's policy is found from its folder. Throws ConfigError.
 */
export function askedChoices(opened: OpenedConfig | undefined, asked: OpenChoices): AskedChoices {
	return layeredChoices(opened === undefined ? {} : configured(opened, asked), choicesIn(asked));
}

function configured(opened: OpenedConfig, asked: OpenChoices): OpenChoices {
	const { policy, ...others } = opened.config;
	if (policy === undefined || asked.policy !== undefined) return choicesIn(others);
	return choicesIn({ ...others, policy: policyWithin(policy, (run) => pathWithin(opened, run, 'policy')) });
}

/** Of the fields those that are choices. */
export function choicesIn(fields: OpenChoices): OpenChoices {
	return Object.fromEntries(CHOICES.map((name) => [name, fields[name]]));
}

/**
 * The choices with the policy of the path that the named run took. Labels next to that run override the rule, as in its
 * report. The run is compared with `config`, that of the new run; `onDoubt` receives what could not be checked. Throws
 * UsageError with the reason if the run decides no policy, LogError for a log that cannot be read.
 */
export async function decidePolicy(
	choices: AskedChoices,
	reading: Pick<CheckedReading, 'config' | 'onDoubt'> = {},
): Promise<RunChoices> {
	const { policy, ...others } = choices;
	const run = policyRun(policy);
	if (run === undefined) return { ...others, policy: policy as RunChoices['policy'] };
	return { ...others, ...(await decidedPolicy(run, reading)) };
}

async function decidedPolicy(
	run: string,
	{ config, onDoubt }: Pick<CheckedReading, 'config' | 'onDoubt'>,
): Promise<Required<Pick<RunChoices, 'policy' | 'policyFrom'>>> {
	const [{ summarizeDecisions }, { judgementsBeside }, { readCheckedRun }] = await Promise.all([
		import('../src/summary/decisions/decisions.ts'),
		import('./results/labels-file.ts'),
		import('./results/read-run.ts'),
	]);
	const file = realpathSync(logPath(run));
	const log = await readCheckedRun(file, { config, onDoubt });
	const deciding = summarizeDecisions(log, await judgementsBeside(dirname(file), log)).filter(({ decision }) =>
		decision.paths.some((path) => path.policy !== undefined),
	);
	const [first, ...rest] = deciding.map((summary) => pathTaken(summary, run));
	if (first === undefined) throw noPolicy(run, message('policy.no-suite'));
	const other = rest.find(({ policy }) => policy !== first.policy);
	if (other !== undefined) {
		const { suite, path, policy } = first;
		const [otherPath, otherPolicy] = [other.path, other.policy];
		throw noPolicy(
			run,
			message('policy.disagree', { suite, path, policy, other: other.suite, otherPath, otherPolicy }),
		);
	}
	const policyFrom: PolicySource = {
		run: basename(dirname(file)),
		sha256: await fileSha256(file),
		path: first.path,
	};
	return { policy: first.policy, policyFrom };
}

interface TakenPath {
	readonly suite: string;
	readonly path: string;
	readonly policy: 'push' | 'discard';
}

function pathTaken({ suite: { name: suite }, decision, standing, said }: DecisionSummary, run: string): TakenPath {
	const { verdict } = standing;
	if (verdict.path === undefined) {
		const why = `${suite}: ${said.map(english).join(' ')}`;
		throw verdict.status === 'undecided' && LABELS_SETTLE.has(verdict.cause)
			? new UsageError(message('usage.no-policy-yet', { run, why }))
			: noPolicy(run, why);
	}
	const path = decision.paths.find(({ name }) => name === verdict.path);
	if (path?.policy === undefined) throw noPolicy(run, message('policy.without', { suite, path: verdict.path }));
	return { suite, path: path.name, policy: path.policy };
}

/** Causes that more labels remove. */
const LABELS_SETTLE: ReadonlySet<UndecidedCause> = new Set(['labels', 'rule-error']);

function noPolicy(run: string, why: Said): UsageError {
	return new UsageError(message('usage.no-policy', { run, why }));
}
