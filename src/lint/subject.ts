import { EngineError } from '../base/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { PromptRenderer, withTrigger } from '../dialects/prompt/renderer.ts';
import type { Thinking, ToolDeclaration } from '../model/conversation.ts';
import { type Lang, type LocalizedText, localized } from '../text/text.ts';
import { declareSchema, fullSchema } from '../tool/declaration.ts';
import type { ToolDefinition } from '../tool/tool.ts';
import { remedyOf } from './remedy.ts';

/** An app in front of a chat template. */
export interface PromptUnderLint {
	readonly template: LintTemplate;
	readonly system?: string | undefined;
	readonly tools: readonly LintTool[];
	/** Absent: told by the template, then by the model's name. */
	readonly dialect?: string | undefined;
	readonly modelName?: string | undefined;
	/** What a run asks of the model; absent: nothing. */
	readonly thinking?: Thinking | undefined;
	/** Absent: nothing is counted. */
	readonly context?: ContextBudget | undefined;
}

export interface LintTemplate {
	/** Jinja source. */
	readonly chatTemplate: string;
	readonly bosToken: string;
	readonly eosToken: string;
	/** Whether the file tells engines to put BOS before a prompt. Absent: it does not say. */
	readonly addsBos?: boolean | undefined;
}

/** Prompts to be counted: the app's own, and the same without its tools, and without system text too. */
export interface CostedPrompts {
	readonly whole: string;
	readonly withoutTools: string;
	readonly bare: string;
}

export interface ContextBudget {
	/** Tokens. */
	readonly size: number;
	/** User turns that should fit. */
	readonly turns: number;
	readonly counter: TokenCounter;
}

/** Tokens of a user's words, a call, its response and an answer: a turn below it is a cramped one. */
const CRAMPED_TURN = 200;

/** What system text and tools cost of the context, and what they leave for so many turns. */
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
	const en = `of ${size} tokens system text costs ${system}, tools ${tools} and the template itself ${bare}${counter.exact ? '' : ', estimated from characters'}`;
	const ko = `${size}토큰 가운데 시스템 글이 ${system}, 도구가 ${tools}, 템플릿 자체가 ${bare}토큰을 씁니다${counter.exact ? '' : ' (글자 수로 어림한 값)'}`;
	if (left <= 0) {
		const message = { en: `${en}: nothing is left for a conversation`, ko: `${ko}. 대화할 자리가 남지 않습니다` };
		return { level: 'error', code: 'context', message, where: 'context' };
	}
	return {
		level: each < CRAMPED_TURN ? 'warning' : 'note',
		code: 'context',
		message: {
			en: `${en}; ${left} are left, ${each} for each of ${turns} turns`,
			ko: `${ko}. 남는 것은 ${left}토큰, 턴 ${turns}번이면 한 번에 ${each}토큰입니다`,
		},
		where: 'context',
	};
}

/** One thing that a prompt does to an app. `code` is a fixed word, `where` a place such as `search.query` or `template`. */
export interface LintFinding {
	readonly level: FindingLevel;
	readonly code: string;
	/** A text of one language in logs of earlier versions. */
	readonly message: LocalizedText;
	readonly where: string;
}

/** `error`: the app cannot work as declared. `warning`: the model knows less than the app says. `note`: to be known. */
export type FindingLevel = 'error' | 'warning' | 'note';

export const FINDING_LEVELS: readonly FindingLevel[] = ['error', 'warning', 'note'];

/** One line for a terminal or a log: what, where, and what to do. */
export function findingText(finding: LintFinding, lang: Lang = 'en'): string {
	const remedy = remedyOf(finding);
	const said = `${finding.where}: ${localized(finding.message, lang)}`;
	return remedy === undefined ? said : `${said}. ${localized(remedy, lang)}`;
}

/**
 * Findings that put the results of a run in doubt. How a template replays a history is none of them: gemmark continues
 * what the model wrote and never renders it again.
 */
export function doubtful(findings: readonly LintFinding[]): readonly LintFinding[] {
	return findings.filter(({ level, code }) => level !== 'note' && !code.startsWith('replay-'));
}

/** Counts the tokens of a text, by a vocabulary (`exact`) or by an estimate. */
export interface TokenCounter {
	readonly exact: boolean;
	count(text: string): number | Promise<number>;
}

/** For where no vocabulary is at hand. A control token is one token; of words, a Latin letter is about a quarter. */
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

/** A tool with all that its schema says, also what no prompt declares. */
export interface LintTool {
	readonly name: string;
	readonly description: string;
	/** JSON Schema of an object. */
	readonly schema: JsonObject;
}

/** Throws {@link ConfigError} where the schema holds what JSON Schema cannot say. */
export function lintTool(tool: Pick<ToolDefinition<never>, 'name' | 'description' | 'schema'>): LintTool {
	return { name: tool.name, description: tool.description, schema: fullSchema(tool) };
}

/** The tool as a prompt declares it. */
export function declarationOf({ name, description, schema }: LintTool): ToolDeclaration {
	return { name, description, parameters: declareSchema(schema) };
}

/** The app's first prompt, with some or all of what the app puts into it. */
export class AppPrompt {
	readonly #renderer: PromptRenderer;
	readonly #dialect: Dialect;
	readonly #system: string | undefined;

	constructor({ template, system }: Pick<PromptUnderLint, 'template' | 'system'>, dialect: Dialect) {
		this.#renderer = new PromptRenderer({ ...template, addsBos: false, turnOpen: dialect.turnOpen });
		this.#dialect = dialect;
		this.#system = system === '' ? undefined : system;
	}

	/** The first prompt, with no words of the user; `thinking` undefined leaves it to the template. */
	render(tools: readonly ToolDeclaration[], thinking: boolean | undefined): string {
		return this.#render(this.#system, [{ role: 'user', content: '' }], tools, thinking);
	}

	/** `messages` behind the system turn. */
	renderAll(messages: readonly object[], tools: readonly ToolDeclaration[]): string {
		return this.#render(this.#system, messages, tools, false);
	}

	/** Whether the template makes anything of tools that it is handed, be it that it fails at them. */
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
