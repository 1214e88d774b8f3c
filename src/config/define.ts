import type { JsonObject } from '../base/json.ts';
import type { PrefixPolicy } from '../chat/turn-loop.ts';
import type { AppUnderTest, TimeBudget } from '../eval/app.ts';
import type { SuiteDefinition } from '../eval/define/define-suite.ts';
import type { ReflectionChoice } from '../eval/settings.ts';
import type { McpServers } from '../mcp/config.ts';
import type { Thinking } from '../model/conversation.ts';
import type { Runner } from '../model/runner.ts';
import { givenOptions } from '../text/given-options.ts';
import type { ToolDefinition } from '../tool/tool.ts';

/**
 * A whole evaluation: what `gemmark.config.*` holds. What is absent is gemmark's own: the habit coach, its suites, the
 * bundled model, the defaults of `gemmark run`. Paths are relative to the config's folder.
 */
export interface Config extends ConfigSettings {
	readonly app?: AppConfig | AppUnderTest | undefined;
	readonly suites?: readonly (DeclaredSuite | SuiteDefinition)[] | undefined;
	readonly targets?: readonly TargetConfig[] | undefined;
	/** Whether files may lie outside of the config's folder. */
	readonly allowOutside?: boolean | undefined;
}

/** What `gemmark run` takes beside app, suites and targets; a flag overrides each. */
export interface ConfigSettings {
	readonly seed?: number | undefined;
	readonly epochs?: number | undefined;
	readonly temperature?: number | undefined;
	readonly topK?: number | undefined;
	readonly topP?: number | undefined;
	/** `recommended`: what Gemma's model cards recommend, where it is not set here. */
	readonly sampling?: 'recommended' | undefined;
	/** Whether the model may think before it answers; a number is a budget in tokens. */
	readonly thinking?: Thinking | undefined;
	/** Or a run (`from:RUN`): the policy of the path that its decision took. */
	readonly policy?: PolicyChoice | { readonly from: string } | undefined;
	readonly reading?: 'strict' | 'lenient' | undefined;
	readonly dialect?: string | undefined;
	/** The message after failed calls; `both`: each sample with it and without. */
	readonly reflection?: boolean | ReflectionChoice | undefined;
	/** Tokens of the longest generation. */
	readonly maxTokens?: number | undefined;
	/** Seconds for one generation. */
	readonly deadline?: number | undefined;
	/** Samples of each suite. */
	readonly limit?: number | undefined;
	/** Regular expression over id or input of a sample. */
	readonly filter?: string | undefined;
	readonly earlyStop?: boolean | undefined;
	/** Gate file. */
	readonly gate?: string | undefined;
	/** Run that the gate compares with. */
	readonly baseline?: string | undefined;
	/** Folder of the run. */
	readonly out?: string | undefined;
	readonly lang?: 'en' | 'ko' | undefined;
}

/** Which text rules judge what the model says; `any`: those that need no word list. */
export type AppLanguage = 'ko' | 'en' | 'any';

/** An app without code. A string is a file, the system prompt's also the text itself. */
export interface AppConfig {
	readonly name: string;
	/** `unversioned` where absent. */
	readonly version?: string | undefined;
	/** `any` where absent. */
	readonly language?: AppLanguage | undefined;
	readonly system: string;
	/** OpenAI functions, an MCP `tools/list` answer, BFCL's form, or tools with handlers of their own (`defineTool`). */
	readonly tools?: string | readonly (ToolDefinition<undefined> | JsonObject)[] | JsonObject | undefined;
	/** Canned results by tool and arguments. */
	readonly answers?: string | JsonObject | undefined;
	/** MCP servers whose tools the app has, as other hosts write them. They run as long as the run. */
	readonly mcpServers?: McpServers | undefined;
	/** Or the file that has them: `{ "mcpServers": { ... } }`. */
	readonly mcp?: string | { readonly mcpServers: McpServers } | undefined;
	/** What every sample starts with; without code nothing changes it. */
	readonly state?: string | JsonObject | undefined;
	/** What it promises its users of times; a report holds a run against nothing else. */
	readonly budgets?: readonly TimeBudget[] | undefined;
	/** Tools that run only after the user's yes. */
	readonly destructive?: readonly string[] | undefined;
}

/** A suite by its kind; all other fields are the kind's own and checked by it. */
export interface DeclaredSuite {
	readonly kind: string;
	readonly [field: string]: unknown;
}

/** Where the model runs; all other fields are the runner's own and checked by it. */
export interface TargetConfig {
	readonly runner?: string | Runner | undefined;
	readonly model?: string | undefined;
	/** How `--target` names it and reports call its run. */
	readonly name?: string | undefined;
	readonly [option: string]: unknown;
}

/** Types the config of an editor; gives it back as it is. */
export function defineConfig(config: Config): Config {
	return config;
}

/** An app with code of its own. `version` is `unversioned` where absent. */
export function defineApp(app: Omit<AppUnderTest, 'version'> & { readonly version?: string }): AppUnderTest {
	givenOptions(app, 'defineApp');
	// Bound, since it may be an object of a class.
	const close = typeof app.close === 'function' ? () => app.close?.() : app.close;
	return { version: 'unversioned', ...app, open: () => app.open(), close };
}

/** A prefix policy, or the run whose decision declares it: its folder, or its log. */
export type PolicyChoice = PrefixPolicy | `from:${string}`;

/** The run that a policy is to be taken from; undefined where the policy is named itself. */
export function policyRun(policy: PolicyChoice): string | undefined {
	return policy === 'push' || policy === 'discard' ? undefined : policy.slice(FROM.length);
}

/** A policy as a config says it, its run by the path that `pathOf` makes of it. */
export function policyWithin(
	policy: PolicyChoice | { readonly from: string },
	pathOf: (run: string) => string,
): PolicyChoice {
	const run = typeof policy === 'string' ? policyRun(policy) : policy.from;
	if (run === undefined) return policy as PrefixPolicy;
	return `${FROM}${pathOf(run)}`;
}

export function isPolicyChoice(text: string): text is PolicyChoice {
	return text === 'push' || text === 'discard' || (text.startsWith(FROM) && text.slice(FROM.length).trim() !== '');
}

const FROM = 'from:';
