import type { Thinking } from '../model/conversation.ts';

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

/** Whether failed calls are followed by the reflection message; `both`: each sample with it and without. */
export type ReflectionChoice = 'off' | 'on' | 'both';

/** As a run's settings and its log have it. */
export type ReflectionSetting = boolean | 'both';

/** Of what an operator wrote, in either spelling. */
export function reflectionSetting(choice: boolean | ReflectionChoice): ReflectionSetting {
	return choice === 'both' ? 'both' : choice === true || choice === 'on';
}

const MARK = '+reflection';

/** The variant in which a suite's variant runs with the reflection message, beside itself without. */
export function reflectedVariant(variant: string): string {
	return `${variant}${MARK}`;
}

/** The suite's own variant, and whether failed calls of the planned one are reflected on. */
export function readVariant(
	variant: string,
	reflection: ReflectionSetting,
): { readonly own: string; readonly reflects: boolean } {
	if (reflection !== 'both') return { own: variant, reflects: reflection };
	const reflects = variant.endsWith(MARK);
	return { own: reflects ? variant.slice(0, -MARK.length) : variant, reflects };
}
