import type { Dialect } from '../dialects/dialect.ts';
import { PromptRenderer } from '../dialects/prompt/prompt-renderer.ts';
import { withTrigger } from '../dialects/prompt/trigger.ts';
import { EngineError } from '../errors/gemmark-error.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import type { CostedPrompts } from './context-cost.ts';
import type { PromptUnderLint } from './prompt-under-lint.ts';

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
