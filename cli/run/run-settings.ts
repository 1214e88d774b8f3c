import { dialectOf } from '../../src/dialects/conversation/open-conversation.ts';
import type { RunSettings } from '../../src/eval/run-settings.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import type { RunRequest } from './run-request.ts';

/** Gemma's own sampling, as its model cards recommend it. Greedy decoding has no use for it. */
const GEMMA_TOP_K = 64;
const GEMMA_TOP_P = 0.95;

/** What of a request may change the outcome, for the log's header. */
export function runSettings(request: RunRequest, model: LoadedModel): RunSettings {
	return {
		seed: request.seed,
		epochs: request.epochs,
		temperature: request.temperature,
		...sampling(request),
		maxTokens: request.maxTokens,
		deadlineMs: Math.round(request.deadline * 1000),
		policy: request.policy,
		reading: request.reading,
		dialect: dialectOf(model, request.dialect),
		reflection: request.reflection,
		...(request.earlyStop ? { earlyStop: true } : {}),
		...(request.filter === undefined ? {} : { filter: request.filter }),
		...(request.limit === undefined ? {} : { limit: request.limit }),
		...(request.shard === undefined ? {} : { shard: request.shard }),
	};
}

function sampling({ temperature, topK, topP }: RunRequest): Pick<RunSettings, 'topK' | 'topP'> {
	if (temperature > 0) return { topK: topK ?? GEMMA_TOP_K, topP: topP ?? GEMMA_TOP_P };
	return { ...(topK === undefined ? {} : { topK }), ...(topP === undefined ? {} : { topP }) };
}
