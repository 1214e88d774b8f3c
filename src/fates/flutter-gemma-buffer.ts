import { FLUTTER_GEMMA_BUFFER } from '../dialects/flutter-gemma.ts';
import { BracketDepth } from '../dialects/syntax/bracket-depth.ts';
import { isJsonObject } from '../json/json-value.ts';

/** What a token brings about: words shown at once, words that were held back first, or calls. */
export type BufferOutcome =
	| { readonly type: 'token' | 'held-back'; readonly text: string }
	| { readonly type: 'calls'; readonly raw: string };

const BLOCKS = [
	['<tool_code>', '</tool_code>'],
	['```tool_code', '```'],
	['```json', '```'],
] as const;

/** flutter_gemma's search for calls in streamed text: it begins only where one token, trimmed, begins like one. */
export class FlutterGemmaBuffer {
	#held = '';

	push(token: string): BufferOutcome | undefined {
		if (this.#held === '') {
			const begins = ['{', '```', '<tool_code>'].some((opening) => token.trim().startsWith(opening));
			if (!begins) return { type: 'token', text: token };
			this.#held = token;
			return undefined;
		}
		this.#held += token;
		if (isComplete(this.#held.trim())) return this.#release();
		return this.#held.length > FLUTTER_GEMMA_BUFFER ? this.#release() : undefined;
	}

	end(): BufferOutcome | undefined {
		return this.#held === '' ? undefined : this.#release();
	}

	#release(): BufferOutcome {
		const raw = this.#held;
		this.#held = '';
		if (!isComplete(raw.trim())) return { type: 'held-back', text: raw };
		const message = messageOf(raw);
		if (message !== undefined) return { type: 'held-back', text: message };
		return hasFlutterGemmaCalls(raw) ? { type: 'calls', raw } : { type: 'held-back', text: raw };
	}
}

/** Whether the plugin's parser finds a call in a text: in blocks of one kind, else as JSON objects anywhere. */
export function hasFlutterGemmaCalls(text: string): boolean {
	return (
		BLOCKS.some(([open, close]) => contentsBetween(text, open, close).some(isCall)) ||
		topLevelObjects(text).some(isCall)
	);
}

function isComplete(text: string): boolean {
	if (text.startsWith('{') && text.endsWith('}') && isBalanced(text)) return true;
	if (text.includes('<tool_code>') && text.includes('</tool_code>')) return true;
	return (text.includes('```json') || text.includes('```tool_code')) && text.endsWith('```');
}

function isBalanced(text: string): boolean {
	const depth = new BracketDepth('json');
	for (const character of text) depth.take(character);
	return depth.missing === '';
}

/** JSON with a `message` is shown as that message. */
function messageOf(text: string): string | undefined {
	const message = parsedObject(text)?.message;
	return typeof message === 'string' ? message : undefined;
}

function isCall(json: string): boolean {
	const call = parsedObject(json);
	if (typeof call?.name !== 'string') return false;
	const given = [call.parameters, call.args, call.arguments].filter((value) => value != null);
	return given.length === 0 || isJsonObject(given[0]);
}

function parsedObject(json: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function contentsBetween(text: string, open: string, close: string): readonly string[] {
	const contents: string[] = [];
	for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at)) {
		const end = text.indexOf(close, at + open.length);
		if (end === -1) break;
		contents.push(text.slice(at + open.length, end));
		at = end + close.length;
	}
	return contents;
}

function topLevelObjects(text: string): readonly string[] {
	const objects: string[] = [];
	for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start)) {
		const depth = new BracketDepth('json');
		let end = start;
		while (end < text.length && !depth.take(text[end] ?? '')) end++;
		if (end === text.length) break;
		objects.push(text.slice(start, end + 1));
		start = end + 1;
	}
	return objects;
}
