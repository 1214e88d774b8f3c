import { dialectOf } from '../dialects/conversation/open-conversation.ts';
import type { PolicySource, RunSettings } from '../eval/run-settings.ts';
import type { Sampler } from '../model/completer.ts';
import type { LoadedModel } from '../model/runner.ts';

/** What an operator chooses of a run, beside app, suites, targets and the runner's own options. */
export interface RunChoices {
	readonly seed: number;
	readonly epochs: number;
	readonly temperature: number;
	readonly topK?: number | undefined;
	readonly topP?: number | undefined;
	readonly policy: 'push' | 'discard';
	/** The decision that the policy was taken from. */
	readonly policyFrom?: PolicySource | undefined;
	readonly reading: 'strict' | 'lenient';
	readonly dialect?: string | undefined;
	readonly reflection: boolean;
	readonly maxTokens: number;
	/** Seconds for one generation. */
	readonly deadline: number;
	readonly limit?: number | undefined;
	readonly filter?: string | undefined;
	readonly shard?: { readonly index: number; readonly count: number } | undefined;
	/** End a suite as soon as nothing could change what it decides. */
	readonly earlyStop: boolean;
}

/** What holds where nothing is chosen. */
export const DEFAULT_CHOICES: RunChoices = {
	seed: 1,
	epochs: 1,
	temperature: 0,
	policy: 'push',
	reading: 'lenient',
	reflection: false,
	maxTokens: 512,
	deadline: 120,
	earlyStop: false,
};

/** Gemma's own sampling, as its model cards recommend it. Greedy decoding has no use for it. */
const GEMMA_SAMPLING: Readonly<Record<Sampler, number>> = { topK: 64, topP: 0.95 };

/** What of the choices may change the outcome, for the log's header. */
export function runSettings(choices: RunChoices, model: LoadedModel): RunSettings {
	const { filter, limit, shard } = choices;
	return {
		seed: choices.seed,
		epochs: choices.epochs,
		temperature: choices.temperature,
		...sampling(choices, model),
		maxTokens: choices.maxTokens,
		deadlineMs: Math.round(choices.deadline * 1000),
		policy: choices.policy,
		...(choices.policyFrom !== undefined && { policyFrom: choices.policyFrom }),
		reading: choices.reading,
		dialect: dialectOf(model, choices.dialect),
		reflection: choices.reflection,
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

/** Only what the engine samples by: the rest would be told, and not done. */
function sampling(choices: RunChoices, model: LoadedModel): Pick<RunSettings, Sampler> {
	const asked = samplersOf(model).map((sampler) => {
		const usual = choices.temperature > 0 ? GEMMA_SAMPLING[sampler] : undefined;
		return [sampler, choices[sampler] ?? usual] as const;
	});
	return Object.fromEntries(asked.filter(([, value]) => value !== undefined));
}

const ALL_SAMPLERS: readonly Sampler[] = ['topK', 'topP'];

function samplersOf({ samplers = ALL_SAMPLERS }: LoadedModel): readonly Sampler[] {
	return samplers;
}
