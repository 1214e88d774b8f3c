import { dialectNamed } from '../../dialects/dialects.ts';
import type { FateCall } from '../engine-answer.ts';
import { FlutterGemmaBuffer } from './buffer.ts';
import type { FlutterGemmaFormat } from './format.ts';
import { functionGemmaFormat } from './functiongemma.ts';
import { gemma4Answer } from './gemma4.ts';
import { jsonFormat } from './json.ts';
import type { FlutterGemmaAnswer, FlutterGemmaMode } from './view.ts';

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
