import { z } from 'zod';
import { amount, localizedText, type Parsed, text, texts, whole, word } from '../base/border.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import type { Said } from '../base/message.ts';
import type { FileIdentity } from '../corpus/manifest.ts';
import type { FailureForm, ToolDefinition } from '../tool/tool.ts';

/** The app under test: its system prompt, its tools, and a fresh state per sample. */
export interface AppUnderTest {
	readonly name: string;
	readonly version: string;
	/** Language of its texts, BCP 47; default Korean. */
	readonly language?: string;
	readonly system: string;
	/** How the model reads failed calls; default: of an MCP server's tool as MCP hosts write it, else `{ok, code, reason}`. */
	readonly failureForm?: FailureForm;
	/** The app's files, for the run's identity. */
	readonly files?: readonly FileIdentity[];
	/** Tool answers and state of an app without code, for the run's identity. */
	readonly data?: { readonly answers: JsonValue; readonly state: JsonValue };
	/** Files of the parts, of an app without code and of the bundled app: their content identifies it. */
	readonly sources?: { readonly [Part in AppPart]?: string };
	/** The engine that the app ships with, such as `flutter-gemma`; reports then say what it makes of the calls. */
	readonly engine?: string;
	/** Time limits that the app promises its users. */
	readonly budgets?: readonly TimeBudget[];
	open(): AppSession;
	/** Reasons to doubt the run that appeared since it began, such as a server with other tools; one line each. */
	doubts?(): Promise<readonly Said[]>;
	/** Closes what all samples share, such as a pool, once after the run. Waits at most 5 s. */
	close?: () => Promise<void> | void;
}

/** The longest acceptable time of a user turn. */
export interface TimeBudget extends Parsed<typeof timeBudget> {}

export const timeBudget = z.looseObject({
	metric: word<'timeToFirstTokenMs' | 'timeToCallMs' | 'endToEndMs'>(),
	/** Milliseconds. */
	atMost: amount,
	/** `SUITE`, or some of its samples as `SUITE[GROUP=VALUE]` or `SUITE[GROUP!=VALUE]`; absent: all suites. */
	suites: texts.optional(),
	/** Absent: both. */
	state: z.enum(['cold', 'warm']).optional(),
	/** A short name of the promise. */
	title: localizedText.optional(),
});

/** The app state of one sample. */
export interface AppSession {
	/** Tools bound to their dependencies. */
	readonly tools: readonly ToolDefinition<undefined>[];
	/** The state that tools can change, as JSON; compared before and after. */
	snapshot(): JsonObject;
	close(): void;
}

/** Parts of an app that are data. */
const PARTS = ['system', 'tools', 'answers', 'state'] as const;
export type AppPart = (typeof PARTS)[number];

/** Hashes of an app's parts, wherever they are stored; unknown parts are absent. */
export interface AppContent extends Parsed<typeof appContent> {}

export interface PartIdentity extends Parsed<typeof part> {}

const part = z.looseObject({
	/** Lower-case hex. */
	sha256: text,
	/** The app file that contains the part. */
	file: text.optional(),
	/** Of the system text: what stands between white space. A prompt has at least as many tokens. */
	words: whole.optional(),
});

export const appContent = z.looseObject({
	system: part.optional(),
	tools: part.optional(),
	answers: part.optional(),
	state: part.optional(),
} satisfies Record<AppPart, z.ZodType>);

/** Parts that both have; any other part cannot be compared. */
export function partsOfBoth(one: AppContent = {}, other: AppContent = {}): readonly AppPart[] {
	return PARTS.filter((part) => one[part] !== undefined && other[part] !== undefined);
}

/** Pairs of `app.PART` and hash. */
export function partFields(content: AppContent = {}, parts: readonly AppPart[] = PARTS): readonly [string, string][] {
	return parts.flatMap((part): [string, string][] => {
		const { sha256 } = content[part] ?? {};
		return sha256 === undefined ? [] : [[`app.${part}`, sha256]];
	});
}

/** Files that contain no part of the app. */
export function filesBeside(
	files: readonly FileIdentity[],
	content: AppContent = {},
	parts: readonly AppPart[] = PARTS,
): readonly FileIdentity[] {
	const partFiles = parts.map((part) => content[part]?.file);
	return files.filter(({ name }) => !partFiles.includes(name));
}

/** Files that a suite's answers depend on, without those that contain parts of its app. */
export function promptsBeside(
	{ corpus, usesApp }: { readonly corpus: { readonly prompts: readonly FileIdentity[] }; readonly usesApp?: boolean },
	content: AppContent | undefined,
	parts?: readonly AppPart[],
): readonly FileIdentity[] {
	return usesApp === false ? corpus.prompts : filesBeside(corpus.prompts, content, parts);
}

/** Samples that a budget covers: a suite, or those inside or outside of one group. */
interface BudgetScope {
	readonly suite: string;
	readonly group?: { readonly name: string; readonly value: string; readonly negated: boolean };
}

/** Parses `SUITE`, `SUITE[GROUP=VALUE]` and `SUITE[GROUP!=VALUE]`; other text is taken as a suite's name. */
export function budgetScope(text: string): BudgetScope {
	const { suite, name, not, value } = SCOPE.exec(text)?.groups ?? {};
	if (suite === undefined || name === undefined || value === undefined) return { suite: text };
	return { suite, group: { name: name.normalize('NFC'), value: value.normalize('NFC'), negated: not === '!' } };
}

const SCOPE = /^(?<suite>[^[\]]+)\[(?<name>[^=!]+)(?<not>!?)=(?<value>.+)\]$/su;

interface ScopedSample {
	readonly suite: string;
	readonly groups?: Readonly<Record<string, string>>;
}

/** Returns a test whether a budget covers a sample. */
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
