import type { ToolDeclaration } from '../../model/conversation.ts';
import type { Dialect } from '../dialect.ts';
import { withoutControlTokens } from '../syntax/region.ts';
import { ChatTemplate, type RenderedChat, type TemplateSource } from './chat-template.ts';

/** A model file's template, and the dialect's marker of a turn. */
interface PromptTemplate extends TemplateSource {
	/** Marker that opens any turn. */
	readonly turnOpen: string;
}

/** The first prompt of a conversation. */
interface PromptInput {
	/** Absent: no system turn beyond what the template makes of the tools. */
	readonly system?: string;
	readonly tools: readonly ToolDeclaration[];
	/** What was said before, as the template takes it. */
	readonly history?: readonly object[];
	readonly userText: string;
	/** Leading text of `userText` that other conversations share. */
	readonly sharedUserText?: string;
	/** Whether the model may think before it answers (default false). */
	readonly thinking?: boolean;
}

interface RenderedPrompt {
	readonly text: string;
	/** Leading characters that depend on system, tools and shared user text only. */
	readonly sharedChars: number;
	/** What the template writes after the user's words, up to where the model speaks. */
	readonly afterUser: string;
}

/** Two user texts that differ in their first character, and that no template would change. */
const SENTINELS = ['Aqz7', 'Bqz7'] as const;
/** Apps that take turns in front of one model are few. */
const FRAMES_AT_MOST = 8;

/** The prompt with each of the {@link SENTINELS} in place of the user's own words. */
type Frame = readonly [string, string];

/**
 * Renders first prompts with the model file's own chat template. Control tokens are removed from user
 * text and tool declarations, so that neither can open a turn; the template and the system text are the operator's.
 */
export class PromptRenderer {
	readonly #template: PromptTemplate;
	readonly #chatTemplate: ChatTemplate;
	readonly #frames = new Map<string, Frame>();

	/** Throws {@link EngineError} `model-invalid` for a template that is no Jinja. */
	constructor(template: PromptTemplate) {
		this.#template = template;
		this.#chatTemplate = new ChatTemplate(template);
	}

	/** Throws {@link EngineError} `model-invalid` when the template refuses the prompt. */
	render(input: PromptInput): RenderedPrompt {
		const shared = withoutControlTokens(input.sharedUserText ?? '');
		const text = this.#render(input, withoutControlTokens(input.userText));
		const [one, two] = this.#frame(input, shared);
		const common = Math.min(commonLength(one, two), commonLength(one, text));
		return {
			text,
			sharedChars: shared === '' ? this.#beforeTurn(text, common) : common,
			afterUser: one.slice(one.lastIndexOf(SENTINELS[0]) + SENTINELS[0].length),
		};
	}

	/** Whether the template itself can switch thinking on. */
	switchesThinking(): boolean {
		const [off, on] = [false, true].map((thinking) => {
			return this.renderChat({ messages: [{ role: 'user', content: 'A' }], tools: [], thinking });
		});
		return off !== on;
	}

	/** The same for every conversation of an app, and twice the work of its prompt: it is kept. */
	#frame(input: PromptInput, shared: string): Frame {
		const key = JSON.stringify([input.system, input.tools, input.thinking, shared]);
		const known = this.#frames.get(key);
		if (known !== undefined) return known;
		const [one, two] = SENTINELS;
		const alone = { ...input, history: [] };
		const frame: Frame = [this.#render(alone, shared + one), this.#render(alone, shared + two)];
		if (this.#frames.size >= FRAMES_AT_MOST) this.#frames.clear();
		this.#frames.set(key, frame);
		return frame;
	}

	/** Tokens may join across the end of the marker's line, but never across the marker. */
	#beforeTurn(text: string, common: number): number {
		const turn = text.lastIndexOf(this.#template.turnOpen, common - this.#template.turnOpen.length);
		return turn === -1 ? common : turn;
	}

	#render({ system, tools, history = [], thinking = false }: PromptInput, userText: string): string {
		const before = system === undefined ? [] : [{ role: 'system', content: system }];
		const messages = [...before, ...history, { role: 'user', content: userText }];
		return this.renderChat({ messages, tools, thinking });
	}

	/** A whole conversation, see {@link ChatTemplate.render}. Texts are taken as they are. */
	renderChat(chat: RenderedChat): string {
		return this.#chatTemplate.render(chat);
	}
}

function commonLength(one: string, two: string): number {
	let length = 0;
	while (length < one.length && one[length] === two[length]) length++;
	return length;
}

/** Whether the text already says it, in Google's words or in those of Ollama. */
const SAID = /do function calling with the following functions/iu;

/**
 * The system text of a conversation with tools, with the dialect's trigger at its end, after which the template
 * declares the tools. The text as it is where the dialect needs none or the text has it.
 */
export function withTrigger(dialect: Dialect, system: string | undefined, tools: number): string | undefined {
	const { trigger } = dialect;
	if (trigger === undefined || tools === 0 || triggerOf(dialect, system) === 'present') return system;
	return system === undefined || system.trim() === '' ? trigger : `${system.trimEnd()}\n\n${trigger}`;
}

/** Whether an app's system text has the dialect's trigger or gets it; absent where the dialect needs none. */
export function triggerOf({ trigger }: Dialect, system: string | undefined): 'added' | 'present' | undefined {
	if (trigger === undefined) return undefined;
	return SAID.test(system ?? '') ? 'present' : 'added';
}
