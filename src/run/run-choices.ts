import { dialectOf } from '../dialects/conversation/open-conversation.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { triggerOf } from '../dialects/prompt/trigger.ts';
import type { RunSettings } from '../eval/run-settings.ts';
import type { LoadedModel } from '../model/runner.ts';

/** What an operator chooses of a run, beside app, suites, targets and the runner's own options. */
export interface RunChoices {
	readonly seed: number;
	readonly epochs: number;
	readonly temperature: number;
	readonly topK?: number | undefined;
	readonly topP?: number | undefined;
	readonly policy: 'push' | 'discard';
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
const GEMMA_TOP_K = 64;
const GEMMA_TOP_P = 0.95;

/** What of the choices may change the outcome, for the log's header. */
export function runSettings(choices: RunChoices, model: LoadedModel, system: string): RunSettings {
	const { filter, limit, shard } = choices;
	const dialect = dialectOf(model, choices.dialect);
	const trigger = model.kind === 'chat' ? undefined : triggerOf(dialectNamed(dialect), system);
	return {
		seed: choices.seed,
		epochs: choices.epochs,
		temperature: choices.temperature,
		...sampling(choices),
		maxTokens: choices.maxTokens,
		deadlineMs: Math.round(choices.deadline * 1000),
		policy: choices.policy,
		reading: choices.reading,
		dialect,
		reflection: choices.reflection,
		...(trigger !== undefined && { trigger }),
		...(choices.earlyStop && { earlyStop: true }),
		...(filter !== undefined && { filter }),
		...(limit !== undefined && { limit }),
		...(shard !== undefined && { shard }),
	};
}

function sampling({ temperature, topK, topP }: RunChoices): Pick<RunSettings, 'topK' | 'topP'> {
	if (temperature > 0) return { topK: topK ?? GEMMA_TOP_K, topP: topP ?? GEMMA_TOP_P };
	return { ...(topK !== undefined && { topK }), ...(topP !== undefined && { topP }) };
}
