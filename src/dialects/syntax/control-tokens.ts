import { isJsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../../json/json-value.ts';

/** Longest control token of any Gemma family. */
const LONGEST = 40;

/**
 * Texts that Gemma tokenizers read as one control token wherever they stand in plain text: `<|tool_call>`, `<turn|>`,
 * `<|"|>`, `<start_of_turn>`, `<escape>`, `<eos>`, `<unused7>`, ...
 */
const CONTROL_TOKEN =
	/^<(?:\|["a-z_]{1,30}\|?|["a-z_]{1,30}\||(?:start|end)_of_(?:turn|image|audio)|(?:start|end)_function_(?:declaration|call|response)|escape|bos|eos|pad|unk|mask|unused\d{1,5})>$/;

/**
 * The text without control tokens, so that a user, a tool or an MCP server cannot open a turn or forge a call.
 * One pass from left to right that also removes a token which only the removal of another one joins.
 */
export function withoutControlTokens(text: string): string {
	if (!text.includes('<')) return text;
	const clean: string[] = [];
	for (const character of text) {
		clean.push(character);
		if (character !== '>') continue;
		const tail = clean.slice(-LONGEST);
		const token = tail.slice(tail.lastIndexOf('<'));
		if (CONTROL_TOKEN.test(token.join(''))) clean.length -= token.length;
	}
	return clean.join('');
}

/** No tool needs values nested deeper; what lies below is null, so that a hostile one cannot exhaust the stack. */
const MAX_DEPTH = 64;

/** The same value without control tokens in any of its strings and keys. */
export function valueWithoutControlTokens(value: JsonValue, depth = 0): JsonValue {
	if (typeof value === 'string') return withoutControlTokens(value);
	if (typeof value !== 'object' || value === null) return value;
	if (depth === MAX_DEPTH) return null;
	if (!isJsonObject(value)) return value.map((item) => valueWithoutControlTokens(item, depth + 1));
	const clean: MutableJsonObject = {};
	for (const [key, item] of Object.entries(value)) {
		setOwn(clean, withoutControlTokens(key), valueWithoutControlTokens(item, depth + 1));
	}
	return clean;
}
