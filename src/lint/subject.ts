import { z } from 'zod';
import { gemmarkMessage, type Parsed, text } from '../base/border.ts';
import { EngineError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { type Code, type Message, message, type Params } from '../base/message.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { PromptRenderer, withTrigger } from '../dialects/prompt/renderer.ts';
import type { Thinking, ToolDeclaration } from '../model/conversation.ts';
import { declareSchema, fullSchema, writtenSchema } from '../tool/declaration.ts';
import type { ToolDefinition } from '../tool/tool.ts';

/** An app in front of a chat template. */
export interface PromptUnderLint {
	readonly template: LintTemplate;
	readonly system?: string;
	readonly tools: readonly LintTool[];
	/** Absent: detected by the template, then by the model's name. */
	readonly dialect?: string;
	readonly modelName?: string;
	/** As a run requests it. */
	readonly thinking?: Thinking;
	/** Absent: tokens are not counted. */
	readonly context?: ContextBudget;
}

export interface LintTemplate {
	/** Jinja source. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file has engines put BOS before a prompt. Absent: unknown. */
	readonly addsBos?: boolean;
	/** Steps that are left for its renderings. */
	readonly budget?: { steps: number };
}

/** Prompts to be counted: the app's, the same without its tools, and without its system prompt too. */
interface CostedPrompts {
	readonly whole: string;
	readonly withoutTools: string;
	readonly bare: string;
}

interface ContextBudget {
	/** Tokens. */
	readonly size: number;
	/** User turns that should fit. */
	readonly turns: number;
	readonly counter: TokenCounter;
}

/** Tokens of a user's message, a call, its response and an answer. */
const CRAMPED_TURN = 200;

/** Tokens of the context that system prompt and tools take, and that they leave for so many turns. */
export async function contextCost(
	prompts: CostedPrompts,
	{ size, turns, counter }: ContextBudget,
): Promise<LintFinding> {
	const whole = await counter.count(prompts.whole);
	const withoutTools = await counter.count(prompts.withoutTools);
	const bare = await counter.count(prompts.bare);
	const left = size - whole;
	const each = Math.floor(left / turns);
	const [system, tools] = [withoutTools - bare, whole - withoutTools];
	const cost = { size, system, tools, bare, estimated: counter.exact ? undefined : message('lint.estimated') };
	if (left <= 0) return finding('error', 'lint.context.full', 'context', cost);
	const room = { ...cost, left, each, turns };
	return each < CRAMPED_TURN
		? finding('warning', 'lint.context.cramped', 'context', room)
		: finding('note', 'lint.context', 'context', room);
}

/** One thing that a prompt does to an app, at a place such as `search.query` or `template`. */
export interface LintFinding extends Parsed<typeof lintFinding> {}

/** `error`: the app cannot work as declared. `warning`: the model knows less than the app declares. `note`: for information. */
export type FindingLevel = LintFinding['level'];

export const FINDING_LEVELS = ['error', 'warning', 'note'] as const;

export const lintFinding = z.looseObject({ level: z.enum(FINDING_LEVELS), where: text, said: gemmarkMessage });

export type LintCode = Extract<Code, `lint.${string}`>;

export function finding<C extends LintCode>(
	level: FindingLevel,
	code: C,
	where: string,
	params: Params<C>,
): LintFinding {
	return { level, where, said: { code, params } };
}

/** Its word, as docs/lint.md lists them: `tool-unseen` of `lint.tool-unseen`, `context` of `lint.context.full`. */
export function findingCode({ said }: Pick<LintFinding, 'said'>): string {
	return said.code.split('.')[1] ?? said.code;
}

/** Place, finding and remedy. */
export function findingMessage({ where, said }: LintFinding): Message {
	return message('lint.at', { where, said });
}

/**
 * Findings that put the results of a run in doubt. Findings of replayed histories and of schemas as written do not: gemmark
 * never renders a history again, and completes schemas.
 */
export function doubtful(findings: readonly LintFinding[]): readonly LintFinding[] {
	return findings.filter((one) => one.level !== 'note' && !/^(?:replay|schema)-/u.test(findingCode(one)));
}

/** Counts the tokens of a text, by a vocabulary (`exact`) or by an estimate. */
export interface TokenCounter {
	readonly exact: boolean;
	count(text: string): number | Promise<number>;
}

/** For files without a vocabulary. A control token is one token; a Latin letter is about a quarter. */
export const estimatedTokens: TokenCounter = { exact: false, count: estimate };

const CONTROL = /<[^<>\s]{1,40}>/gu;
const WIDE = /[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7a3]/gu;
const TOKENS_OF_WIDE = 0.6;
const TOKENS_OF_LETTER = 0.25;
const TOKENS_OF_SIGN = 0.6;

function estimate(text: string): number {
	const words = text.replace(CONTROL, '');
	const control = text.match(CONTROL)?.length ?? 0;
	const wide = words.match(WIDE)?.length ?? 0;
	const signs = words.match(/[^\p{L}\p{N}\s]/gu)?.length ?? 0;
	const letters = words.length - wide - signs;
	return Math.ceil(control + wide * TOKENS_OF_WIDE + signs * TOKENS_OF_SIGN + letters * TOKENS_OF_LETTER);
}

/** A tool with its whole schema, also what no prompt declares. */
export interface LintTool {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of an object. */
	readonly schema: JsonObject;
	/** The same as the app wrote it. Absent: `schema`. */
	readonly written?: JsonObject;
}

/** Throws {@link ConfigError} for a schema that JSON Schema cannot express. */
export function lintTool(tool: Pick<ToolDefinition<never>, 'name' | 'description' | 'schema'>): LintTool {
	return { name: tool.name, description: tool.description, schema: fullSchema(tool), written: writtenSchema(tool) };
}

/** The tool as a prompt declares it. */
export function declarationOf({ name, description, schema }: LintTool): ToolDeclaration {
	return { name, description, parameters: declareSchema(schema) };
}

/** Renders the app's first prompt, with some or all of its parts. */
export class AppPrompt {
	readonly #renderer: PromptRenderer;
	readonly #dialect: Dialect;
	readonly #system: string | undefined;

	constructor({ template, system }: PromptUnderLint, dialect: Dialect) {
		this.#renderer = new PromptRenderer({ ...template, addsBos: false, turnOpen: dialect.turnOpen });
		this.#dialect = dialect;
		this.#system = system === '' ? undefined : system;
	}

	/** The first prompt, with an empty user message; `thinking` undefined leaves it to the template. */
	render(tools: readonly ToolDeclaration[], thinking: boolean | undefined): string {
		return this.#render(this.#system, [{ role: 'user', content: '' }], tools, thinking);
	}

	/** `messages` after the system turn. */
	renderAll(messages: readonly object[], tools: readonly ToolDeclaration[]): string {
		return this.#render(this.#system, messages, tools, false);
	}

	/** Why the template fails on a tool as written; undefined if it does not, or fails on its completed schema too. */
	failureAsWritten(written: ToolDeclaration): unknown {
		const render = (tool: ToolDeclaration, asWritten: boolean): unknown => {
			try {
				const messages = [{ role: 'user', content: '' }];
				this.#renderer.renderChat({ messages, tools: [tool], thinking: false, asWritten });
				return undefined;
			} catch (error) {
				return error;
			}
		};
		const why = render(written, true);
		if (why === undefined) return undefined;
		return render({ ...written, parameters: declareSchema(written.parameters) }, false) === undefined ? why : undefined;
	}

	/** Whether tools change the prompt, or make the template fail. */
	looksAtTools(tools: readonly ToolDeclaration[]): boolean {
		try {
			return this.render(tools, false) !== this.render([], false);
		} catch (error) {
			if (error instanceof EngineError) return true;
			throw error;
		}
	}

	costed(tools: readonly ToolDeclaration[]): CostedPrompts {
		const user = [{ role: 'user', content: '' }];
		return {
			whole: this.render(tools, false),
			withoutTools: this.render([], false),
			bare: this.#render(undefined, user, [], false),
		};
	}

	#render(
		system: string | undefined,
		messages: readonly object[],
		tools: readonly ToolDeclaration[],
		thinking: boolean | undefined,
	): string {
		const declare = tools.length === 0 ? undefined : this.#dialect.declareTools;
		const texts = [withTrigger(this.#dialect, system, tools.length), declare?.(tools)].filter(
			(text) => text !== undefined,
		);
		const before = texts.length === 0 ? [] : [{ role: 'system', content: texts.join('\n\n') }];
		return this.#renderer.renderChat({
			messages: [...before, ...messages],
			tools: declare === undefined ? tools : [],
			thinking,
		});
	}
}
