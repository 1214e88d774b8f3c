import { isExchange, readExchange } from '../../runners/device/exchange.ts';
import type { OpenMessage } from '../../runners/device/protocol.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { type Message, message } from '../../src/base/message.ts';
import { readTextFile } from '../../src/base/read-file.ts';
import { ChatTemplate, type TemplateSource } from '../../src/dialects/prompt/renderer.ts';
import type { TokenCounter } from '../../src/lint/subject.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';

/** The first prompt of a conversation, as a phone's runtime rendered it, beside what a template makes of the same. */
export interface PhonePrompt {
	/** Of the conversation in the plan, or its number. */
	readonly sample: string;
	/** Tokens of the phone's prompt; estimated where `exact` is false. */
	readonly tokens: number;
	readonly exact: boolean;
	/** What the phone's runtime counted, where that is another number. */
	readonly counted?: number;
	/** Absent where they are the same. */
	readonly differs?: PromptDifference;
}

interface PromptDifference {
	/** Bytes that are the same. */
	readonly byte: number;
	/** The part of the template's prompt that it is in. */
	readonly part: Message;
	/** The text around it: 40 characters before and after, invisible ones written out. */
	readonly phone: string;
	readonly model: string;
}

/** How prompts are rendered here. */
interface Rendering {
	readonly template: TemplateSource;
	readonly counter: TokenCounter;
	/** LiteRT-LM has a content as a list of parts, and leaves schemas as they are. */
	readonly inParts: boolean;
	/** Of the config, for conversations of the app itself. */
	readonly app: { readonly system?: string; readonly tools: readonly ToolDeclaration[] };
}

const AROUND = 40;
const MAX_BYTES = 256 * 2 ** 20;

/** Compares the prompts in an exchange file with those of a template. Throws EnvironmentError where it has none. */
export async function lintPhone(
	path: string,
	{ template, counter, inParts, app }: Rendering,
): Promise<readonly PhonePrompt[]> {
	const chatTemplate = new ChatTemplate(template);
	const content = (text: string): unknown => (inParts ? [{ type: 'text', text }] : text);
	const found: PhonePrompt[] = [];
	for (const { open, text, rendered, promptTokens } of promptsOf(path)) {
		const { system, tools } = open.level === 'app' ? app : open;
		const messages = [
			...(system === undefined ? [] : [{ role: 'system', content: content(system) }]),
			{ role: 'user', content: content(text) },
		];
		const thinking = open.thinking !== undefined && open.thinking !== 'off';
		const model = chatTemplate.render({ messages, tools, thinking, asWritten: inParts });
		const { conversation, sample = String(conversation) } = open;
		const { bosToken } = template;
		const differs = differenceOf(rendered, model, (at) => partAt(at, { model, bosToken, system, tools, text }));
		const tokens = await counter.count(rendered);
		const counted = counter.exact && promptTokens !== tokens ? promptTokens : undefined;
		found.push({ sample, tokens, exact: counter.exact, counted, differs });
	}
	if (found.length === 0) throw new EnvironmentError(message('lint.phone-none', { path }));
	return found;
}

interface RenderedConversation {
	readonly open: OpenMessage;
	/** The user's first words. */
	readonly text: string;
	readonly rendered: string;
	readonly promptTokens?: number;
}

function promptsOf(path: string): readonly RenderedConversation[] {
	const opened = new Map<number, OpenMessage>();
	const asked = new Map<number, { readonly open: OpenMessage; readonly text: string }>();
	const found = new Map<number, RenderedConversation>();
	const { text } = readTextFile(path, MAX_BYTES);
	if (!isExchange(text)) throw new UsageError(message('lint.phone-no-exchange', { path }));
	for (const { message: said } of readExchange(path, text).processes.flatMap(({ connections }) => connections.flat())) {
		if (said.type === 'open') opened.set(said.conversation, said);
		if (said.type === 'ask' && said.level !== 'raw' && said.text !== undefined) {
			const open = opened.get(said.conversation);
			opened.delete(said.conversation);
			if (open !== undefined) asked.set(said.ask, { open, text: said.text });
		}
		const of = said.type === 'end' ? asked.get(said.ask) : undefined;
		if (said.type === 'end' && of !== undefined && said.rendered !== undefined)
			found.set(of.open.conversation, { ...of, rendered: said.rendered, promptTokens: said.usage.promptTokens });
	}
	return [...found.values()];
}

function differenceOf(phone: string, model: string, partOf: (at: number) => Message): PromptDifference | undefined {
	if (phone === model) return undefined;
	let at = 0;
	while (at < phone.length && phone[at] === model[at]) at++;
	const around = (text: string): string => visible(text.slice(Math.max(0, at - AROUND), at + AROUND));
	const byte = Buffer.byteLength(model.slice(0, at));
	return { byte, part: partOf(at), phone: around(phone), model: around(model) };
}

interface Parts {
	readonly model: string;
	readonly bosToken: string;
	readonly system?: string;
	readonly tools: readonly { readonly name: string }[];
	readonly text: string;
}

/** Of the parts that begin before the place, the last. */
function partAt(at: number, { model, bosToken, system = '', tools, text }: Parts): Message {
	if (model.startsWith(bosToken) && at < bosToken.length) return message('lint.part-bos');
	const systemAt = model.indexOf(system);
	const after = systemAt + system.length;
	const starts: (readonly [number, Message])[] = [
		[0, message('lint.part-template')],
		...(system === '' ? [] : [[systemAt, message('lint.part-system')] as const]),
		...tools.map(({ name }) => {
			const place = model.indexOf(name, after);
			return [place === -1 ? model.indexOf(name) : place, message('lint.part-tool', { name })] as const;
		}),
		[model.lastIndexOf(text), message('lint.part-user')],
	];
	const [, part = message('lint.part-template')] =
		starts.filter(([start]) => start !== -1 && start <= at).sort(([one], [other]) => other - one)[0] ?? [];
	return part;
}

/** Control and format characters, and spaces that look like others, as escapes. */
function visible(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (char) =>
		char === '\n' ? '\\n' : `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
	);
}
