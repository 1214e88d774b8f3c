import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/index.ts';
import { holdsSomething, unreadAnswer, wordsOf } from '../wire/unread-answer.ts';

/** What one event of a chat stream says. Empty where it says nothing of the kind. */
export interface Delta {
	readonly text: string;
	readonly thinking: string;
	readonly refusal: string;
	/** Fragments of `tool_calls`. */
	readonly calls: readonly JsonValue[];
}

/**
 * Reads the `delta` of a choice. Content may be text or a list of parts: `text` and `refusal` as the OpenAI API has them in
 * messages, `thinking` and `reference` as Mistral streams them (docs.mistral.ai/capabilities/reasoning; symfony/ai#2422,
 * laravel/ai#866). Throws EngineError for a form that nobody knows, and for a field that is not known to hold no words.
 */
export function readDelta({ delta, text }: JsonObject, source: string): Delta {
	// Together tells the words of the delta a second time (mlflow/mlflow, tests/gateway/providers/test_togetherai.py).
	const isRepeated = isJsonObject(delta) && text === delta.content;
	if (!isRepeated && holdsSomething(text)) throw unreadAnswer(source, 'choices[0].text', text ?? null);
	if (delta === undefined || !holdsSomething(delta)) return NOTHING;
	if (!isJsonObject(delta)) throw unreadAnswer(source, PLACE, delta);
	for (const [name, value] of Object.entries(delta)) {
		const isWords = typeof value === 'string' || typeof value === 'object';
		if (isWords && !READ.has(name) && !WORDLESS.has(name) && holdsSomething(value))
			throw unreadAnswer(source, `${PLACE}.${name}`, value);
	}
	const words = (name: string): string => wordsOf(delta[name], source, `${PLACE}.${name}`);
	const content = Array.isArray(delta.content)
		? readParts(delta.content, source)
		: { text: words('content'), thinking: '', refusal: '' };
	return {
		text: content.text,
		thinking: (words('reasoning_content') || words('reasoning')) + content.thinking,
		refusal: words('refusal') + content.refusal,
		calls: readCalls(delta, source),
	};
}

const PLACE = 'choices[0].delta';

const NOTHING: Delta = { text: '', thinking: '', refusal: '', calls: [] };

/** Fields whose words are read. */
const READ: ReadonlySet<string> = new Set([
	...['content', 'reasoning_content', 'reasoning', 'refusal', 'tool_calls', 'function_call'],
]);

/**
 * Fields that say nothing which the others do not: of OpenAI, of LiteLLM (`provider_specific_fields`, `thinking_blocks`),
 * OpenRouter (`reasoning_details`, `annotations`), Groq (`channel`, `executed_tools`), Mistral (`prefix`), TGI
 * (`tool_call_id`), vLLM and SGLang (`token_ids`, `hidden_states`).
 */
const WORDLESS: ReadonlySet<string> = new Set([
	...['role', 'name', 'id', 'type', 'obfuscation', 'annotations', 'provider_specific_fields', 'thinking_blocks'],
	...['reasoning_details', 'reasoning_signature', 'channel', 'executed_tools', 'prefix', 'tool_call_id'],
	...['token_ids', 'hidden_states', 'logprobs', 'index', 'finish_reason'],
]);

function readParts(parts: readonly JsonValue[], source: string): Omit<Delta, 'calls'> {
	const said = { text: '', thinking: '', refusal: '' };
	for (const [index, part] of parts.entries()) {
		const place = `${PLACE}.content[${index}]`;
		const type = isJsonObject(part) ? part.type : undefined;
		if (!isJsonObject(part) || typeof type !== 'string') throw unreadAnswer(source, place, part);
		if (type === 'text' || type === 'refusal') said[type] += wordsOf(part[type], source, `${place}.${type}`);
		else if (type === 'thinking') said.thinking += thoughtOf(part.thinking, source, `${place}.thinking`);
		// The sources of what is said beside it.
		else if (type !== 'reference') throw unreadAnswer(source, `${place} (${type})`, part);
	}
	return said;
}

/** Mistral's thoughts are a list of text parts, and references. */
function thoughtOf(thought: JsonValue | undefined, source: string, place: string): string {
	if (!Array.isArray(thought)) return wordsOf(thought, source, place);
	return thought.map((part) => (isJsonObject(part) ? wordsOf(part.text, source, `${place}[].text`) : '')).join('');
}

/** `function_call` came before `tool_calls`, deprecated since November 2023 and still streamed by older servers. */
function readCalls({ function_call: old, tool_calls: calls }: JsonObject, source: string): readonly JsonValue[] {
	if (isJsonObject(old) && holdsSomething(old)) return [{ function: old }];
	if (old !== undefined && holdsSomething(old)) throw unreadAnswer(source, `${PLACE}.function_call`, old);
	if (Array.isArray(calls)) return calls;
	if (calls !== undefined && holdsSomething(calls)) throw unreadAnswer(source, `${PLACE}.tool_calls`, calls);
	return [];
}
