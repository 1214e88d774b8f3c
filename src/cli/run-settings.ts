import type { RunSettings } from '../eval/run-settings.ts';
import { dialectOf } from '../formats/open-conversation.ts';
import type { LoadedModel } from '../model/runner.ts';
import type { RunRequest } from './run-request.ts';

/** What of a request may change the outcome, for the log's header. */
export function runSettings(request: RunRequest, model: LoadedModel): RunSettings {
	return {
		seed: request.seed,
		epochs: request.epochs,
		temperature: request.temperature,
		...(request.topK === undefined ? {} : { topK: request.topK }),
		...(request.topP === undefined ? {} : { topP: request.topP }),
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
