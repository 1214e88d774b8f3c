import type { JsonObject } from '../base/json.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { FLUTTER_GEMMA_BUFFER } from '../dialects/flutter-gemma.ts';
import { type FlutterGemmaFormat, functionGemmaFormat, jsonFormat, parsedObject } from './flutter-gemma-formats.ts';
import { liteRtParts } from './litert-lm.ts';
import { type EngineReader, engineFate, type FateCall } from './outcome.ts';

export interface FlutterGemmaMode {
	/** `gemma4`: LiteRT-LM reads calls. The plugin itself looks for those of the others in the text. */
	readonly modelType: 'gemma4' | 'functiongemma' | 'text';
	readonly streaming: boolean;
	/** Default `native`. In browsers LiteRT-LM leaves the calls of Gemma 4 in the text. */
	readonly platform?: 'native' | 'web' | undefined;
}

/** What becomes of one generation in an app on flutter_gemma. */
export interface FlutterGemmaView {
	/** What the user sees as text. */
	readonly shown: string;
	/** What the plugin's history keeps of the turn. */
	readonly saved: string;
	/** What the user saw and the history does not keep. */
	readonly lost: string;
	/** The part of what is shown that is a call, not words. */
	readonly leaked: string;
}

/** The same, with what the app gets beside the text. */
interface FlutterGemmaAnswer extends FlutterGemmaView {
	readonly calls: readonly FateCall[];
	/** Why the stream failed. */
	readonly error?: string | undefined;
}

/** What a token brings about: words shown at once, words that were held back first, or calls. */
type BufferOutcome =
	| { readonly type: 'token' | 'held-back'; readonly text: string }
	| { readonly type: 'calls'; readonly raw: string; readonly calls: readonly FateCall[] };

/** flutter_gemma's search for calls in streamed text: it begins only where one token, trimmed, begins like one. */
class FlutterGemmaBuffer {
	readonly #format: FlutterGemmaFormat;
	#held = '';

	constructor(format: FlutterGemmaFormat) {
		this.#format = format;
	}

	push(token: string): BufferOutcome | undefined {
		if (this.#held === '') {
			if (token.trim() === this.#format.hidden) return undefined;
			if (!this.#format.begins(token)) return { type: 'token', text: token };
			this.#held = token;
			return undefined;
		}
		this.#held += token;
		if (this.#format.isComplete(this.#held)) return this.#release();
		return this.#held.length > FLUTTER_GEMMA_BUFFER ? this.#release() : undefined;
	}

	end(): BufferOutcome | undefined {
		return this.#held === '' ? undefined : this.#release();
	}

	#release(): BufferOutcome {
		const raw = this.#held;
		this.#held = '';
		if (!this.#format.isComplete(raw)) return { type: 'held-back', text: raw };
		const message = parsedObject(raw)?.message;
		// JSON with a `message` is shown as that message.
		if (typeof message === 'string') return { type: 'held-back', text: message };
		const calls = this.#format.calls(raw);
		return calls.length > 0 ? { type: 'calls', raw, calls } : { type: 'held-back', text: raw };
	}
}

/**
 * Plays one recorded generation through the rules of flutter_gemma's chat. `pieces` are the token texts, in order.
 * Source: DenisovAV/flutter_gemma 1.6.5 at f19ee6c (2026-08-22), `core/chat.dart`; read 2026-11-21.
 */
export function emulateFlutterGemma(pieces: readonly string[], mode: FlutterGemmaMode): FlutterGemmaAnswer {
	if (mode.modelType === 'gemma4') return gemma4Answer(pieces.join(''), mode);
	const format = FORMATS[mode.modelType];
	return mode.streaming ? streamedView(pieces, format) : wholeView(pieces.join(''), format);
}

/**
 * Gemma 4 under flutter_gemma. A turn whose first character is a brace is taken for calls and held back, any other is
 * shown as it comes, the JSON of its calls too; the calls are found at the end either way. Source:
 * DenisovAV/flutter_gemma 1.6.5 at f19ee6c (2026-08-22), `core/chat.dart`, `parsing/sdk_response_parser.dart`, and
 * flutter_gemma_litertlm 1.5.2, `ffi_inference_model.dart`, `litert_lm_web_inference.dart`. Thinking is taken as asked
 * for: it reaches the app apart from the text.
 */
function gemma4Answer(text: string, mode: Pick<FlutterGemmaMode, 'streaming' | 'platform'>): FlutterGemmaAnswer {
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

/** How the plugin would take a model that speaks this dialect. */
export function flutterGemmaModel(dialect: string): FlutterGemmaMode['modelType'] {
	return dialect === 'gemma4' || dialect === 'functiongemma' ? dialect : 'text';
}

interface TextFormat {
	readonly format: FlutterGemmaFormat;
	/** Dialect that knows what of a text is a call. */
	readonly dialect: string;
}

const FORMATS: Readonly<Record<'functiongemma' | 'text', TextFormat>> = {
	functiongemma: { format: functionGemmaFormat, dialect: 'functiongemma' },
	text: { format: jsonFormat, dialect: 'flutter-gemma' },
};

/**
 * Every token that does not begin like a call is shown at once. With a call, the history keeps the call alone; without
 * one, it keeps what was shown at once, but not what was held back first.
 */
function streamedView(pieces: readonly string[], { format, dialect }: TextFormat): FlutterGemmaAnswer {
	const said: { readonly text: string; readonly atOnce: boolean }[] = [];
	const called: { readonly raw: string; readonly calls: readonly FateCall[] }[] = [];
	const buffer = new FlutterGemmaBuffer(format);
	const outcomes = [...pieces.map((piece) => buffer.push(piece)), buffer.end()];
	for (const outcome of outcomes.filter((each) => each !== undefined)) {
		if (outcome.type === 'calls') called.push(outcome);
		else said.push({ text: outcome.text, atOnce: outcome.type === 'token' });
	}
	const kept = called.length > 0 ? [] : said.filter((part) => part.atOnce);
	const shown = joined(said);
	return {
		calls: called.flatMap(({ calls }) => calls),
		shown,
		saved: called.length > 0 ? called.map(({ raw }) => raw).join('') : joined(kept),
		lost: joined(called.length > 0 ? said : said.filter((part) => !part.atOnce)),
		leaked: callsIn(shown, dialect),
	};
}

/** Without streaming, a turn with a call is saved whole, and none of it is shown. */
function wholeView(text: string, { format, dialect }: TextFormat): FlutterGemmaAnswer {
	const saved = text.trim();
	const calls = format.calls(saved);
	if (calls.length > 0) return { calls, shown: '', saved, lost: '', leaked: '' };
	return { calls, shown: saved, saved, lost: '', leaked: callsIn(saved, dialect) };
}

function callsIn(shown: string, dialect: string): string {
	const parser = dialectNamed(dialect).parser('lenient');
	return [...parser.push(shown), ...parser.end()]
		.map((span) => (span.type === 'call' || span.type === 'malformed' ? span.raw : ''))
		.join('');
}

function joined(parts: readonly { readonly text: string }[]): string {
	return parts.map((part) => part.text).join('');
}

const PLUGIN = {
	version: '1.6.5 (2026-08-22)',
	source:
		'DenisovAV/flutter_gemma at f19ee6c: packages/flutter_gemma/lib/core/chat.dart and lib/core/parsing, ' +
		'packages/flutter_gemma_litertlm 1.5.2; read 2026-11-21',
};

/** An app on Android, iOS or a desktop that shows text as it comes. */
export const flutterGemmaNative: EngineReader = flutterGemmaOn('native', 'flutter-gemma', 'flutter_gemma');

/** The same app in a browser. */
export const flutterGemmaWeb: EngineReader = flutterGemmaOn('web', 'flutter-gemma-web', 'flutter_gemma, web');

function flutterGemmaOn(platform: 'native' | 'web', engine: string, title: string): EngineReader {
	return engineFate({
		engine,
		title,
		...PLUGIN,
		answer(pieces, dialect) {
			const mode = { modelType: flutterGemmaModel(dialect), streaming: true, platform };
			const { leaked, ...answer } = emulateFlutterGemma(pieces, mode);
			return { ...answer, leaked: leaked === '' ? undefined : leaked };
		},
	});
}
