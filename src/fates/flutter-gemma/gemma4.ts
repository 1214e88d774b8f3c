import type { JsonObject } from '../../json/json-value.ts';
import type { FateCall } from '../engine-answer.ts';
import { liteRtParts } from '../litert-lm.ts';
import type { FlutterGemmaAnswer, FlutterGemmaMode } from './view.ts';

/**
 * Gemma 4 under flutter_gemma. A turn whose first character is a brace is taken for calls and held back, any other is
 * shown as it comes, the JSON of its calls too; the calls are found at the end either way. Source:
 * DenisovAV/flutter_gemma 1.6.5 at f19ee6c (2026-08-22), `core/chat.dart`, `parsing/sdk_response_parser.dart`, and
 * flutter_gemma_litertlm 1.5.2, `ffi_inference_model.dart`, `litert_lm_web_inference.dart`. Thinking is taken as asked
 * for: it reaches the app apart from the text.
 */
export function gemma4Answer(text: string, mode: Pick<FlutterGemmaMode, 'streaming' | 'platform'>): FlutterGemmaAnswer {
	const { parts, error } = mode.platform === 'web' ? webParts(text) : nativeParts(text);
	const calls = parts.flatMap((part) => part.calls);
	const all = joined(parts);
	const view = { calls, error, saved: all, lost: '', leaked: '' };
	if (error !== undefined) {
		const shown = !mode.streaming || all.trimStart().startsWith('{') ? '' : all;
		return { ...view, calls: [], shown, saved: '', lost: shown, leaked: shown === '' ? '' : leakedOf(parts) };
	}
	if (!mode.streaming)
		return calls.length > 0 ? { ...view, shown: '' } : { ...view, shown: all.trim(), saved: all.trim() };
	if (!all.trimStart().startsWith('{')) return { ...view, shown: all, leaked: leakedOf(parts) };
	// Held back in vain, it is shown in the end, and the history never gets it.
	return calls.length > 0 ? { ...view, shown: '' } : { ...view, shown: all, saved: '', lost: all };
}

/** A part of the stream as the plugin gets it; one with calls is their text. */
interface Part {
	readonly text: string;
	readonly calls: readonly FateCall[];
}

interface Parts {
	readonly parts: readonly Part[];
	readonly error?: string;
}

/** LiteRT-LM reads the calls and streams each as JSON; one that it refuses ends the stream with an exception. */
function nativeParts(text: string): Parts {
	const parts: Part[] = [];
	for (const part of liteRtParts(text, 'gemma4') ?? []) {
		if (part.type === 'refused') return { parts, error: 'Failed to parse tool calls from code block' };
		if (part.type === 'text') parts.push({ text: part.text, calls: [] });
		if (part.type === 'call') parts.push({ text: sdkCall(part.call.name, part.call.arguments), calls: [part.call] });
	}
	return { parts };
}

/** The shape in which the SDK streams a call it has read. */
function sdkCall(name: string, args: JsonObject): string {
	return JSON.stringify({ role: 'assistant', tool_calls: [{ type: 'function', function: { name, arguments: args } }] });
}

const WEB_CALL = /<\|tool_call>call:([\w-]+)\{(.*?)\}(?:<tool_call\|>|$)/gsu;
const WEB_ARGUMENT = /([\w-]+):<\|\\?"\|>(.*?)<\|\\?"\|>/gsu;

/** Calls stay in the text as the model wrote them; of their arguments only strings are found, as JSON writes them. */
function webParts(text: string): Parts {
	const said = text.replace(/<\|channel>thought\n.*?(?:<channel\|>|$)/gsu, '');
	const parts: Part[] = [];
	let from = 0;
	for (let at = said.indexOf('<|tool_call>'); at !== -1; at = said.indexOf('<|tool_call>', from)) {
		parts.push({ text: said.slice(from, at), calls: [] });
		const close = said.indexOf('<tool_call|>', at);
		from = close === -1 ? said.length : close + '<tool_call|>'.length;
		const block = said.slice(at, from);
		parts.push({ text: block, calls: webCalls(JSON.stringify({ role: 'assistant', content: block })) });
	}
	return { parts: [...parts, { text: said.slice(from), calls: [] }] };
}

function webCalls(message: string): readonly FateCall[] {
	return Array.from(message.matchAll(WEB_CALL), ([, name = '', args = '']) => ({
		name,
		arguments: Object.fromEntries(Array.from(args.matchAll(WEB_ARGUMENT), ([, key = '', value = '']) => [key, value])),
	}));
}

function leakedOf(parts: readonly Part[]): string {
	return joined(parts.filter(({ text, calls }) => calls.length > 0 || text.startsWith('<|tool_call>')));
}

function joined(parts: readonly Part[]): string {
	return parts.map((part) => part.text).join('');
}
