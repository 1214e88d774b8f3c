import type { Thinking } from '../model/thinking.ts';
import type { ReflectionSetting } from './evaluate/reflection-arm.ts';

/** Everything of a run that the operator may choose and that may change its outcome. Part of the log's header. */
export interface RunSettings {
	readonly seed: number;
	readonly epochs: number;
	readonly temperature: number;
	readonly topK?: number;
	readonly topP?: number;
	/** Absent: the engine cannot be told; before it could be chosen, off. */
	readonly thinking?: Thinking | undefined;
	readonly maxTokens: number;
	readonly deadlineMs: number;
	readonly policy: 'push' | 'discard';
	/** The decision that the policy was taken from. */
	readonly policyFrom?: PolicySource;
	readonly reading: 'strict' | 'lenient';
	readonly dialect: string;
	readonly reflection: ReflectionSetting;
	/** Of dialects that need a trigger: whether the app's system text has it, or got it. */
	readonly trigger?: 'added' | 'present';
	/** Suites end as soon as nothing could change what they decide. */
	readonly earlyStop?: boolean;
	readonly filter?: string;
	readonly limit?: number;
	readonly shard?: { readonly index: number; readonly count: number };
}

/** Where a policy was decided. */
export interface PolicySource {
	/** Name of the run's folder. */
	readonly run: string;
	/** Of its log. */
	readonly sha256: string;
	/** The path that was taken. */
	readonly path: string;
}

/** Settings as a log knows them: a run captured from a phone does not tell what its app chose. */
export type LoggedSettings = Partial<RunSettings> &
	Pick<RunSettings, 'epochs'> & {
		/** Of a merged run: shards that were not there, 1-based. */
		readonly missingShards?: readonly number[] | undefined;
	};
