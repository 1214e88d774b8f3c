import type { JsonObject } from '../base/json.ts';
import { dialectNamed } from '../dialects/dialects.ts';
import { FLUTTER_GEMMA_BUFFER } from '../dialects/flutter-gemma.ts';
import { type FlutterGemmaFormat, functionGemmaFormat, jsonFormat, parsedObject } from './flutter-gemma-formats.ts';
import { liteRtParts } from './litert-lm.ts';
import { type EngineReader, engineFate, type FateCall } from './outcome.ts';

export interface FlutterGemmaMode {
	/** `gemma4`, `functiongemma`: LiteRT-LM parses calls. The plugin itself looks for those of the others in the text. */
	readonly modelType: 'gemma4' | 'functiongemma' | 'text';
	readonly streaming: boolean;
	/**
	 * Default `native`. `web`: LiteRT-LM leaves calls in the text. `task`: a `.task` file, for which the plugin itself looks
	 * for the calls of FunctionGemma.
	 */
	readonly platform?: 'native' | 'web' | 'task';
}

/** What becomes of one generation in an app on flutter_edge_ai (until 1.11.4 flutter_gemma). */
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
	readonly error?: string;
}

/** What a token brings about: words shown at once, words that were held back first, or calls. */
type BufferOutcome =
	| { readonly type: 'token' | 'held-back'; readonly text: string }
	| { readonly type: 'calls'; readonly raw: string; readonly calls: readonly FateCall[] };

/** The plugin's search for calls in streamed text: it begins only where one token, trimmed, begins like one. */
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
 * Plays one recorded generation through the rules of the plugin's chat. `pieces` are the token texts, in order.
 * Source: DenisovAV/flutter_edge_ai 2.1.0 at 4461946, `core/chat.dart`; read 2026-11-26.
 */
export function emulateFlutterGemma(pieces: readonly string[], mode: FlutterGemmaMode): FlutterGemmaAnswer {
	const { modelType, platform, streaming } = mode;
	if (modelType !== 'text' && platform !== 'task') return runtimeAnswer(pieces.join(''), { ...mode, modelType });
	const format = FORMATS[modelType === 'functiongemma' ? modelType : 'text'];
	return streaming ? streamedView(pieces, format) : wholeView(pieces.join(''), format);
}

interface RuntimeMode extends FlutterGemmaMode {
	readonly modelType: 'gemma4' | 'functiongemma';
}

/**
 * Models whose calls LiteRT-LM parses. A turn whose first character is a brace is taken for calls and held back, any other
 * is shown as it comes, the JSON of its calls too; the calls are found at the end either way. Source:
 * DenisovAV/flutter_edge_ai 2.1.0, `core/chat.dart` (4461946), `parsing/function_call_format_factory.dart` (ca412cf),
 * `parsing/sdk_response_parser.dart`, and flutter_edge_ai_litertlm, `ffi_inference_model.dart` (99f9909). Thinking is taken
 * as asked for: it reaches the app apart from the text.
 */
function runtimeAnswer(text: string, mode: RuntimeMode): FlutterGemmaAnswer {
	const { parts, error } = mode.platform === 'web' ? webParts(text, mode.modelType) : nativeParts(text, mode.modelType);
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

/**
 * LiteRT-LM parses the calls and streams each as JSON; one that it refuses ends the stream with an exception. A call of
 * FunctionGemma that it left in the text, such as one without its end, the plugin parses there.
 */
function nativeParts(text: string, modelType: RuntimeMode['modelType']): Parts {
	const parts: Part[] = [];
	for (const part of liteRtParts(text, modelType) ?? []) {
		if (part.type === 'refused') return { parts, error: 'Failed to parse tool calls from code block' };
		if (part.type === 'text') parts.push({ text: part.text, calls: [] });
		if (part.type === 'call') parts.push({ text: sdkCall(part.call.name, part.call.arguments), calls: [part.call] });
	}
	const none = parts.every(({ calls }) => calls.length === 0);
	return modelType === 'functiongemma' && none ? webParts(joined(parts), modelType) : { parts };
}

/** The shape in which the SDK streams a call it has read. */
function sdkCall(name: string, args: JsonObject): string {
	return JSON.stringify({ role: 'assistant', tool_calls: [{ type: 'function', function: { name, arguments: args } }] });
}

const WEB_CALL = /<\|tool_call>call:([\w-]+)\{(.*?)\}(?:<tool_call\|>|$)/gsu;
const WEB_ARGUMENT = /([\w-]+):<\|\\?"\|>(.*?)<\|\\?"\|>/gsu;

const MARKERS = {
	gemma4: { open: '<|tool_call>', close: '<tool_call|>' },
	functiongemma: { open: '<start_function_call>', close: '<end_function_call>' },
} as const;

/**
 * Calls stay in the text as the model wrote them. Of Gemma 4's arguments only strings are found, as JSON writes them; of
 * FunctionGemma's calls the first.
 */
function webParts(text: string, modelType: RuntimeMode['modelType']): Parts {
	const { open, close } = MARKERS[modelType];
	const said = text.replace(/<\|channel>thought\n.*?(?:<channel\|>|$)/gsu, '');
	const parts: Part[] = [];
	let from = 0;
	for (let at = said.indexOf(open); at !== -1; at = said.indexOf(open, from)) {
		parts.push({ text: said.slice(from, at), calls: [] });
		const end = said.indexOf(close, at);
		from = end === -1 ? said.length : end + close.length;
		const block = said.slice(at, from);
		const first = parts.length === 1;
		const calls =
			modelType === 'gemma4'
				? webCalls(JSON.stringify({ role: 'assistant', content: block }))
				: first
					? functionGemmaFormat.calls(said)
					: [];
		parts.push({ text: block, calls });
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
	const opens = Object.values(MARKERS).map(({ open }) => open);
	return joined(parts.filter(({ text, calls }) => calls.length > 0 || opens.some((open) => text.startsWith(open))));
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
	version: '2.1.0 (2026-11)',
	source:
		'DenisovAV/flutter_edge_ai (until 1.11.4 flutter_gemma) at 4461946: packages/flutter_edge_ai/lib/core/chat.dart and ' +
		'lib/core/parsing, packages/flutter_edge_ai_litertlm at 99f9909; read 2026-11-26',
};

/** An app on Android, iOS or a desktop with a `.litertlm` file that shows text as it comes. */
export const flutterGemmaNative: EngineReader = flutterGemmaOn('native', 'flutter-gemma', 'flutter_edge_ai');

/** The same app in a browser. */
export const flutterGemmaWeb: EngineReader = flutterGemmaOn('web', 'flutter-gemma-web', 'flutter_edge_ai, web');

/** FunctionGemma in a `.task` file: MediaPipe parses no calls. */
export const flutterGemmaTask: EngineReader = flutterGemmaOn('task', 'flutter-gemma-task', 'flutter_edge_ai, .task');

function flutterGemmaOn(platform: 'native' | 'web' | 'task', engine: string, title: string): EngineReader {
	return engineFate({
		engine,
		title,
		...PLUGIN,
		answer(pieces, dialect) {
			const modelType = flutterGemmaModel(dialect);
			if (platform === 'task' && modelType !== 'functiongemma') return undefined;
			const { leaked, ...answer } = emulateFlutterGemma(pieces, { modelType, streaming: true, platform });
			return { ...answer, leaked: leaked === '' ? undefined : leaked };
		},
	});
}
