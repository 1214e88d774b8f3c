import { UsageError } from '../base/errors.ts';
import type { PolicyChoice } from '../config/define.ts';
import { dialectOf, thinkingOf } from '../dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { triggerOf } from '../dialects/prompt/renderer.ts';
import {
	type PolicySource,
	type ReflectionChoice,
	type ReflectionSetting,
	type RunSettings,
	reflectionSetting,
} from '../eval/settings.ts';
import type { Sampler } from '../model/completer.ts';
import type { Thinking } from '../model/conversation.ts';
import type { LoadedModel } from '../model/runner.ts';

/** What an operator chooses of a run, beside app, suites, targets and the runner's own options. */
export interface RunChoices {
	readonly seed: number;
	readonly epochs: number;
	readonly temperature: number;
	readonly topK?: number | undefined;
	readonly topP?: number | undefined;
	/** Sets temperature, top-k and top-p where they are not chosen themselves. */
	readonly sampling?: 'recommended' | undefined;
	readonly thinking: Thinking;
	readonly policy: 'push' | 'discard';
	/** The decision that the policy was taken from. */
	readonly policyFrom?: PolicySource | undefined;
	readonly reading: 'strict' | 'lenient';
	readonly dialect?: string | undefined;
	readonly reflection: ReflectionSetting | ReflectionChoice;
	readonly maxTokens: number;
	/** Seconds for one generation. */
	readonly deadline: number;
	readonly limit?: number | undefined;
	readonly filter?: string | undefined;
	/** The `index`-th of `count` parts, from 1. */
	readonly shard?: { readonly index: number; readonly count: number } | undefined;
	/** End a suite as soon as nothing could change what it decides. */
	readonly earlyStop: boolean;
}

/** Choices of which the policy may still stand in an earlier run. */
export interface AskedChoices extends Omit<RunChoices, 'policy' | 'policyFrom'> {
	readonly policy: PolicyChoice;
}

/** What holds where nothing is chosen. */
export const DEFAULT_CHOICES: RunChoices = {
	seed: 1,
	epochs: 1,
	temperature: 0,
	thinking: 'off',
	policy: 'push',
	reading: 'lenient',
	reflection: false,
	maxTokens: 512,
	deadline: 120,
	earlyStop: false,
};

/** Gemma's own sampling, as its model cards recommend it. */
const RECOMMENDED = { temperature: 1, topK: 64, topP: 0.95 } as const;

/** Choices of a run of which each may be left open. */
export type OpenChoices = { readonly [Name in keyof AskedChoices]?: AskedChoices[Name] | undefined };

/** The defaults with the choices of each layer over those before it; undefined chooses nothing. */
export function layeredChoices(...layers: readonly OpenChoices[]): AskedChoices {
	return Object.assign({}, DEFAULT_CHOICES, ...layers.map(chosenIn)) as AskedChoices;
}

/** What a layer sets itself wins over what its `sampling` stands for. */
function chosenIn(layer: OpenChoices): OpenChoices {
	const chosen = Object.entries(layer).filter(([, value]) => value !== undefined);
	return { ...(layer.sampling === 'recommended' && RECOMMENDED), ...Object.fromEntries(chosen) };
}

/** Choices that say two things at once, or repeat what cannot differ. Throws {@link UsageError}. */
export function refuseContradictoryChoices(
	{ epochs, temperature, sampling }: Pick<AskedChoices, 'epochs' | 'temperature' | 'sampling'>,
	determinism = false,
): void {
	if (epochs > 1 && temperature === 0 && !determinism) {
		throw new UsageError(`epochs ${epochs}: at temperature 0 every repeat is the same`, {
			hint: 'Set the temperature to 1, or determinism to check that it is so.',
		});
	}
	if (sampling === 'recommended' && temperature === 0) {
		throw new UsageError('sampling recommended is at temperature 1, but the temperature is set to 0', {
			hint: 'Leave one of them out.',
		});
	}
}

/** What of the choices may change the outcome, for the log's header. */
export function runSettings(choices: RunChoices, model: LoadedModel, system: string): RunSettings {
	const { filter, limit, shard } = choices;
	const dialect = dialectOf(model, choices.dialect);
	const trigger = model.kind === 'chat' ? undefined : triggerOf(dialectNamed(dialect), system);
	return {
		seed: choices.seed,
		epochs: choices.epochs,
		temperature: choices.temperature,
		...sampling(choices, model),
		thinking: thinkingOf(model, dialect, choices.thinking),
		maxTokens: choices.maxTokens,
		deadlineMs: Math.round(choices.deadline * 1000),
		policy: choices.policy,
		...(choices.policyFrom !== undefined && { policyFrom: choices.policyFrom }),
		reading: choices.reading,
		dialect,
		reflection: reflectionSetting(choices.reflection),
		...(trigger !== undefined && { trigger }),
		...(choices.earlyStop && { earlyStop: true }),
		...(filter !== undefined && { filter }),
		...(limit !== undefined && { limit }),
		...(shard !== undefined && { shard }),
	};
}

/** What the operator asks of the engine that it does not sample by, one line each. */
export function unusedSamplers(choices: RunChoices, model: LoadedModel): readonly string[] {
	const asked = ALL_SAMPLERS.filter((sampler) => choices[sampler] !== undefined);
	return asked
		.filter((sampler) => !samplersOf(model).includes(sampler))
		.map((sampler) => `${sampler} ${choices[sampler]}: is not used, for ${model.engine.runner} does not sample by it`);
}

/** Only what the engine samples by: the rest would be told, and not done. Greedy decoding has no use for Gemma's own. */
function sampling(choices: RunChoices, model: LoadedModel): Pick<RunSettings, Sampler> {
	const asked = samplersOf(model).map((sampler) => {
		const usual = choices.temperature > 0 ? RECOMMENDED[sampler] : undefined;
		return [sampler, choices[sampler] ?? usual] as const;
	});
	return Object.fromEntries(asked.filter(([, value]) => value !== undefined));
}

const ALL_SAMPLERS: readonly Sampler[] = ['topK', 'topP'];

function samplersOf({ samplers = ALL_SAMPLERS }: LoadedModel): readonly Sampler[] {
	return samplers;
}
