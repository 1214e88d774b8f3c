import { dialectNamed } from '../dialects/dialects.ts';
import { FLUTTER_GEMMA_BUFFER } from '../dialects/flutter-gemma.ts';
import {
	type FlutterGemmaAnswer,
	type FlutterGemmaFormat,
	type FlutterGemmaMode,
	functionGemmaFormat,
	gemma4Answer,
	jsonFormat,
	parsedObject,
} from './flutter-gemma-formats.ts';
import { type EngineFate, engineFate, type FateCall } from './outcome.ts';

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
export const flutterGemmaNative: EngineFate = flutterGemmaOn('native', 'flutter-gemma', 'flutter_gemma');

/** The same app in a browser. */
export const flutterGemmaWeb: EngineFate = flutterGemmaOn('web', 'flutter-gemma-web', 'flutter_gemma, web');

function flutterGemmaOn(platform: 'native' | 'web', engine: string, title: string): EngineFate {
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
