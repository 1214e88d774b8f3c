import { detached } from '../../../json/detached.ts';
import type { JsonObject } from '../../../json/json-value.ts';
import type { Conversation } from '../../../model/conversation.ts';
import type { GenerationRecord } from '../../../model/generation.ts';
import { declaredDefaults } from '../../../tool/declaration.ts';
import type { CAPTURE_FAILURES } from '../../evidence/turn-evidence.ts';
import type { PlannedSample } from '../../plan.ts';
import type { SampleResult, TOO_LARGE, UNLOGGABLE } from '../../sample.ts';
import type { SolveContext } from '../../suite/suite.ts';
import type { OWN_CODE } from '../own-code.ts';
import { detachedConversation } from './detached-conversation.ts';
import { type EngineWatch, watchFailure } from './engine-failure.ts';
import type { SampleOptions } from './sample-options.ts';
import type { TurnClock } from './turn-clock.ts';

/** What is seen of a sample's conversations: what they generate, the tools that they declare, how they fail. */
export interface SampleWatch {
	readonly records: GenerationRecord[];
	/** System prompts of those that were opened before anything was generated. */
	readonly systems: (string | undefined)[];
	readonly tools: Set<string>;
	/** Of those tools, by name, what the app fills in. */
	readonly defaults: Map<string, JsonObject>;
	readonly engine: EngineWatch;
	readonly clock: TurnClock;
}

/** What the suite's solver is given. */
export function solveContext(
	planned: PlannedSample,
	reflection: boolean,
	{ openConversation, app, settings, loggerFor, signal }: SampleOptions,
	{ records, systems, tools, defaults, engine, clock }: SampleWatch,
): SolveContext {
	const { temperature, topK, topP, deadlineMs } = settings;
	const logger = loggerFor?.(planned);
	const told: GenerationRecord[] = [];
	const open = (choice: Parameters<SolveContext['openConversation']>[0]): Conversation => {
		for (const tool of choice.tools) {
			tools.add(tool.name);
			defaults.set(tool.name, declaredDefaults(tool));
		}
		// What comes later may be made of the model's own words.
		if (records.length === 0) systems.push(choice.system);
		return openConversation({
			...choice,
			sampling: {
				temperature,
				seed: planned.seed,
				...(topK === undefined ? {} : { topK }),
				...(topP === undefined ? {} : { topP }),
			},
			thinking: settings.thinking,
			maxTokens: settings.maxTokens,
			deadlineMs: Math.min(choice.deadlineMs ?? deadlineMs, deadlineMs),
			reading: settings.reading,
			history: detached(choice.history),
			onGeneration(record) {
				records.push(record);
				told.push(detached(record));
			},
		});
	};
	return {
		openConversation: (choice) => clock.watch(detachedConversation(watchFailure(() => open(choice), engine))),
		app,
		policy: settings.policy,
		reflection,
		deadlineMs,
		...(logger === undefined ? {} : { logger }),
		...(signal === undefined ? {} : { signal }),
		generations: told,
	};
}

/** Why a log cannot hold a sample. `failure` is the transcript's word for whose doing that is, by which it is unscored and advised. */
export interface LogProblem {
	readonly failure: typeof TOO_LARGE | typeof UNLOGGABLE | typeof OWN_CODE | (typeof CAPTURE_FAILURES)['contradictory'];
	readonly detail: string;
}

/** Why a log could not hold the sample; absent where it can. */
export type SampleProblem = (sample: SampleResult) => LogProblem | undefined;
