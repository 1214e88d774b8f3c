import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Said } from '../base/message.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import type { LocalizedText } from '../text/text.ts';
import type { ToolDefinition } from '../tool/tool.ts';

/** The app under test, as suites see it: its system prompt, its tools, and a fresh state per sample. */
export interface AppUnderTest {
	readonly name: string;
	readonly version: string;
	/** Of its texts, BCP 47; Korean where absent. */
	readonly language?: string | undefined;
	readonly system: string;
	/** The files that it consists of, for the run's identity. */
	readonly files?: readonly FileIdentity[] | undefined;
	/** Of an app without code, what its tools answer and its state, for the run's identity. */
	readonly data?: { readonly answers: JsonValue; readonly state: JsonValue } | undefined;
	/** Of an app without code, and gemmark's own, the files that hold a part of it: it is known by its content alone. */
	readonly sources?: { readonly [Part in AppPart]?: string | undefined } | undefined;
	/** What it promises its users of times. */
	readonly budgets?: readonly TimeBudget[] | undefined;
	open(): AppSession;
	/** What has come to put the run in doubt since, such as a server with other tools; one line each. */
	doubts?(): Promise<readonly Said[]>;
	/** Closes what all samples share, such as a pool: once, when the run is over. 5 s are waited for. */
	close?: (() => Promise<void> | void) | undefined;
}

/** The longest that a measured time of a user turn may be. */
export interface TimeBudget {
	readonly metric: 'timeToFirstTokenMs' | 'timeToCallMs' | 'endToEndMs';
	/** Milliseconds. */
	readonly atMost: number;
	/** Suites that ask for it, each as `SUITE`, or only samples of it as `SUITE[GROUP=VALUE]` or `SUITE[GROUP!=VALUE]`; absent: all. */
	readonly suites?: readonly string[] | undefined;
	/** Absent: cold and warm alike. */
	readonly state?: 'cold' | 'warm' | undefined;
	/** What is promised, in a word or two. */
	readonly title?: LocalizedText | undefined;
}

/** One sample's own app state. */
export interface AppSession {
	/** Tools with their dependencies already bound. */
	readonly tools: readonly ToolDefinition<undefined>[];
	/** The state that tools have changed, for comparison before and after: what JSON can hold. */
	snapshot(): JsonObject;
	close(): void;
}

/** What an app is made of, as far as it is data. */
const PARTS = ['system', 'tools', 'answers', 'state'] as const;
export type AppPart = (typeof PARTS)[number];

/** What the parts of an app are, wherever they are written; a part that is not told is absent. */
export type AppContent = { readonly [Part in AppPart]?: PartIdentity | undefined };

export interface PartIdentity {
	/** Lower-case hex. */
	readonly sha256: string;
	/** Of the app's files the one that it was read from. */
	readonly file?: string | undefined;
}

/** Parts that both tell: of any other nothing says whether it is the same. */
export function partsOfBoth(one: AppContent = {}, other: AppContent = {}): readonly AppPart[] {
	return PARTS.filter((part) => one[part] !== undefined && other[part] !== undefined);
}

/** `app.system` and so on, with the hash of each. */
export function partFields(content: AppContent = {}, parts: readonly AppPart[] = PARTS): readonly [string, string][] {
	return parts.flatMap((part): [string, string][] => {
		const { sha256 } = content[part] ?? {};
		return sha256 === undefined ? [] : [[`app.${part}`, sha256]];
	});
}

/** Of files those that tell more than the parts do: a part is the same in a file and beside it. */
export function filesBeside(
	files: readonly FileIdentity[],
	content: AppContent = {},
	parts: readonly AppPart[] = PARTS,
): readonly FileIdentity[] {
	const told = parts.map((part) => content[part]?.file);
	return files.filter(({ name }) => !told.includes(name));
}

/** The files that a suite's answers depend on, those left out that hold parts of its app. */
export function promptsBeside(
	{
		corpus,
		usesApp,
	}: { readonly corpus: { readonly prompts: readonly FileIdentity[] }; readonly usesApp?: boolean | undefined },
	content: AppContent | undefined,
	parts?: readonly AppPart[],
): readonly FileIdentity[] {
	return usesApp === false ? corpus.prompts : filesBeside(corpus.prompts, content, parts);
}

/** What of a suite a budget is for: all of it, or the samples that are, or are not, of a group. */
interface BudgetScope {
	readonly suite: string;
	readonly group?: { readonly name: string; readonly value: string; readonly negated: boolean } | undefined;
}

/** Of `SUITE`, `SUITE[GROUP=VALUE]` and `SUITE[GROUP!=VALUE]`; any other text is the name of no suite. */
export function budgetScope(text: string): BudgetScope {
	const { suite, name, not, value } = SCOPE.exec(text)?.groups ?? {};
	if (suite === undefined || name === undefined || value === undefined) return { suite: text };
	return { suite, group: { name: name.normalize('NFC'), value: value.normalize('NFC'), negated: not === '!' } };
}

const SCOPE = /^(?<suite>[^[\]]+)\[(?<name>[^=!]+)(?<not>!?)=(?<value>.+)\]$/su;

/** A sample as a budget asks for it. */
interface ScopedSample {
	readonly suite: string;
	readonly groups?: Readonly<Record<string, string>> | undefined;
}

/** Whether a budget is for a sample, by its suite and its groups; its texts are read once for all samples. */
export function isBudgeted({ suites }: Pick<TimeBudget, 'suites'>): (sample: ScopedSample) => boolean {
	if (suites === undefined) return () => true;
	const scopes = suites.map(budgetScope);
	return ({ suite, groups = {} }) =>
		scopes.some(({ suite: name, group }) => {
			if (name !== suite) return false;
			return (
				group === undefined ||
				(Object.hasOwn(groups, group.name) && groups[group.name] === group.value) !== group.negated
			);
		});
}
