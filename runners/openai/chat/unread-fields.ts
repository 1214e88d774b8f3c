import { isJsonObject, type JsonObject, type JsonValue, nestsWithin } from '../../../src/index.ts';
import { holdsSomething, unreadAnswer } from '../wire/unread-answer.ts';

/**
 * Refuses an event that says something beside its choices, or beside the delta of one: in the place of other APIs
 * (`message`, `content`, `output_text`), or calls above their delta. Numbers, flags and words about the answer (its id, its
 * provider) may stand there. Throws EngineError by the field.
 */
export function requireRead(event: JsonObject, choice: JsonObject | undefined, source: string): void {
	requireSilent(event, EVENT_FIELDS, '', source);
	if (choice === undefined) return;
	requireSilent(choice, CHOICE_FIELDS, 'choices[0].', source);
	const { message } = choice;
	if (isJsonObject(message)) requireSilent(message, MESSAGE_FIELDS, 'choices[0].message.', source);
	else if (holdsSomething(message)) throw unreadAnswer(source, 'choices[0].message', message ?? null);
}

/**
 * Fields that are read elsewhere, or hold words that are none of the answer's: citations of LiteLLM, OpenRouter and xAI,
 * `search_results` of Perplexity, `provider_specific_fields` of LiteLLM, `prompt_logprobs` of vLLM, and `__verbose` of
 * llama-server, which repeats the answer (tools/server, `to_json_oaicompat_chat_stream`).
 */
const EVENT_FIELDS: ReadonlySet<string> = new Set([
	...['choices', 'usage', 'timings', 'citations', 'search_results', 'provider_specific_fields', 'prompt_logprobs'],
	'__verbose',
]);

/** `text` is read with the delta; `logprobs` have a `content` of tokens; an `error` of OpenRouter's comes with its finish. */
const CHOICE_FIELDS: ReadonlySet<string> = new Set([
	...['delta', 'message', 'text', 'logprobs', 'prompt_logprobs', 'provider_specific_fields', 'error'],
]);

/** What a message may hold beside its words and calls, which are held against the pieces. */
const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
	...['content', 'tool_calls', 'reasoning_content', 'reasoning', 'refusal', 'citations', 'provider_specific_fields'],
	...['thinking_blocks', 'reasoning_details', 'annotations'],
]);

function requireSilent(said: JsonObject, known: ReadonlySet<string>, place: string, source: string): void {
	for (const [name, value] of Object.entries(said)) {
		if (known.has(name)) continue;
		if (!nestsWithin(value, MAX_DEPTH)) throw unreadAnswer(source, `${place}${name}`, 'a value too deep');
		const spoken = spokenIn(name, value);
		if (spoken !== undefined) throw unreadAnswer(source, `${place}${spoken.path}`, spoken.value);
	}
}

const MAX_DEPTH = 32;

/** The first field in this one, itself among them, that holds words or a call. */
function spokenIn(name: string, value: JsonValue, path: string = name): Spoken | undefined {
	if ((typeof value !== 'string' && typeof value !== 'object') || !holdsSomething(value)) return undefined;
	const plain = name.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').toLowerCase();
	if (ABOUT.test(plain)) return undefined;
	const isSentence = typeof value === 'string' && MAYBE_WORDS.test(plain) && /[\s\P{ASCII}]/u.test(value);
	if (WORDS.test(plain) || isSentence || isCall(value)) return { path, value };
	if (Array.isArray(value)) return firstOf(value.map((item, at) => spokenIn(name, item, `${path}[${at}]`)));
	if (!isJsonObject(value)) return undefined;
	return firstOf(Object.entries(value).map(([inner, item]) => spokenIn(inner, item, `${path}.${inner}`)));
}

interface Spoken {
	readonly path: string;
	readonly value: JsonValue;
}

function firstOf(found: readonly (Spoken | undefined)[]): Spoken | undefined {
	return found.find((spoken) => spoken !== undefined);
}

/**
 * How APIs call words and calls: OpenAI's Responses (`delta`, `output_text`), Anthropic's (`content_block`), Gemini's
 * (`candidates`, `parts`), Ollama's (`message`, `response`), TGI's (`token`, `generated_text`). The last word of a name
 * counts: `content_filter_results` and `output_tokens` hold none.
 */
const WORDS: RegExp = new RegExp(
	`(?:^|(?<!error|warning|status)_)(?:${[
		...['contents?', 'content_block', 'texts?', 'messages?', 'deltas?', 'outputs?', 'responses?', 'answers?'],
		...['reply', 'completions?', 'generations?', 'candidates?', 'parts?', 'transcript', '(?<!_)token', 'partial_json'],
		...['refusal', 'reasoning', 'thinking', '(?<!_)function', 'calls?', 'tool_use', 'arguments'],
	].join('|')})$`,
	'u',
);

/**
 * What is said about an answer and not by the model: filters that annotate it (`content_filter_results` of Azure, with
 * `protected_material_text` in it; learn.microsoft.com, Azure OpenAI content filtering), and warnings.
 */
const ABOUT = /filter_(?:results?|offsets)|safety|moderation|warnings?$/u;

/** Names of anything, which may hold words too. */
const MAYBE_WORDS = /(?:^|_)(?:results?|data|chunk|generated|body|value|speech|utterance|string|words?|line)$/u;

/** A name beside arguments, by whatever name they go. */
function isCall(value: JsonValue): boolean {
	if (!isJsonObject(value) || typeof value.name !== 'string') return false;
	const { arguments: told, args, parameters, input } = value;
	return [told, args, parameters, input].some((given) => typeof given !== 'number' && holdsSomething(given));
}
