import type { Thinking } from '../model/conversation.ts';

/** Settings of a run that may change its outcome. Part of the log's header. */
export interface RunSettings {
	readonly seed: number;
	readonly epochs: number;
	readonly temperature: number;
	readonly topK?: number;
	readonly topP?: number;
	/** Absent: the engine has no such option, or the log is older than it; off. */
	readonly thinking?: Thinking | undefined;
	readonly maxTokens: number;
	readonly deadlineMs: number;
	readonly policy: 'push' | 'discard';
	/** The decision that gave the policy. */
	readonly policyFrom?: PolicySource;
	readonly reading: 'strict' | 'lenient';
	readonly dialect: string;
	readonly reflection: ReflectionSetting;
	/** Of dialects with a trigger: whether the app's system text has it, or got it. */
	readonly trigger?: 'added' | 'present';
	/** Suites end once their decision is certain. */
	readonly earlyStop?: boolean;
	readonly filter?: string;
	readonly limit?: number;
	readonly shard?: { readonly index: number; readonly count: number };
}

/** The run that decided a policy. */
export interface PolicySource {
	/** Name of the run's folder. */
	readonly run: string;
	/** SHA-256 of its log. */
	readonly sha256: string;
	/** The path that was taken. */
	readonly path: string;
}

/** Settings in a log; a captured run does not report what its app chose. */
export type LoggedSettings = Partial<RunSettings> &
	Pick<RunSettings, 'epochs'> & {
		/** Shards missing from a merged run, 1-based. */
		readonly missingShards?: readonly number[] | undefined;
	};

/** Whether the reflection message follows failed calls; `both`: each sample with and without it. */
export type ReflectionChoice = 'off' | 'on' | 'both';

/** As settings and log have it. */
export type ReflectionSetting = boolean | 'both';

/** Parses either spelling. */
export function reflectionSetting(choice: boolean | ReflectionChoice): ReflectionSetting {
	return choice === 'both' ? 'both' : choice === true || choice === 'on';
}

const MARK = '+reflection';

/** Name of a variant's pair with reflection. */
export function reflectedVariant(variant: string): string {
	return `${variant}${MARK}`;
}

/** The suite's variant, and whether the planned one reflects. */
export function readVariant(
	variant: string,
	reflection: ReflectionSetting,
): { readonly own: string; readonly reflects: boolean } {
	if (reflection !== 'both') return { own: variant, reflects: reflection };
	const reflects = variant.endsWith(MARK);
	return { own: reflects ? variant.slice(0, -MARK.length) : variant, reflects };
}
