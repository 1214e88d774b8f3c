import {
	canonicalJson,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	jsonLosses,
	MAX_ARGUMENT_DEPTH,
	MAX_ARGUMENTS,
	nestsWithin,
	type Repair,
} from '../../../src/index.ts';
import { unreadAnswer, wordsOf } from '../wire/unread-answer.ts';

/** Arguments of a call: `null` where none are told, undefined where they are broken, so that the call is malformed. */
export type ToldArguments = JsonObject | null | undefined;

/** The arguments of one call, joined from the fragments of a stream. Some servers tell them again once they were whole. */
export class CallArguments {
	readonly #told: Told[] = [];

	/** All that was told. */
	get text(): string {
		return this.#told.map(({ text }) => text).join('');
	}

	add(fragment: string): void {
		const last = this.#told.at(-1);
		if (last === undefined || (OPENS.test(fragment) && CLOSED.test(last.text) && valueTold(last) !== undefined))
			this.#told.push({ text: fragment, resent: fragment });
		else if (last.text.length <= MAX_ARGUMENTS) {
			last.text += fragment;
			last.resent = fragment.startsWith(last.resent) ? fragment : last.resent + fragment;
		}
	}

	/** What was lost in reading them. */
	losses(): readonly Repair[] {
		const read = this.#told.map(({ text, resent }) => (readArguments(text) === undefined ? resent : text));
		return [...new Set(read.flatMap((text) => jsonLosses(innerText(text) ?? '') ?? []))];
	}

	/** What they are: one value, though it was told twice. Told as two, they are `contradictory`. */
	value(): ToldArguments | 'contradictory' {
		const [first, ...more] = this.#told.map(valueTold);
		if (this.#told.length === 0) return null;
		return more.every((value) => isSame(value, first)) ? first : 'contradictory';
	}
}

/** Fragments joined, and the same where a fragment that begins with all before it was taken in their place. */
interface Told {
	text: string;
	resent: string;
}

const OPENS = /^\s*[{["]/u;

/** What may be whole: most fragments are not parsed for it. */
const CLOSED = /^\s*(?:\{.*\}|\[.*\]|".*")\s*$/su;

function valueTold({ text, resent }: Told): ToldArguments {
	const joined = readArguments(text);
	return joined === undefined && resent !== text ? readArguments(resent) : joined;
}

/**
 * Arguments as an object. Text in text is read too, as vLLM tells them of models that write them as text
 * (vllm-project/vllm#54964), and an empty list is none: PHP encodes an empty object so.
 */
export function readArguments(text: string): ToldArguments {
	if (text.length > MAX_ARGUMENTS) return undefined;
	const inner = innerText(text);
	if (inner === undefined || jsonLosses(inner) === undefined) return undefined;
	const value = inner.trim() === '' ? '' : (JSON.parse(inner) as JsonValue);
	const isNone = value === null || typeof value === 'string' || (Array.isArray(value) && value.length === 0);
	if (isNone) return null;
	return isJsonObject(value) && nestsWithin(value, MAX_ARGUMENT_DEPTH) ? value : undefined;
}

/** The text that no text holds any more. Undefined where one is no JSON. */
function innerText(text: string): string | undefined {
	let inner = text;
	try {
		for (;;) {
			const value: unknown = inner.trim() === '' ? undefined : JSON.parse(inner);
			if (typeof value !== 'string') return inner;
			inner = value;
		}
	} catch {
		return undefined;
	}
}

/** Whether two tell one value, whatever their white space and the order of their keys. */
export function isSame(one: ToldArguments, other: ToldArguments): boolean {
	if (one === undefined || other === undefined) return false;
	return canonicalJson(one ?? {}) === canonicalJson(other ?? {});
}

/** Text, as the OpenAI API has it, or the object itself, as llama-server once gave it (ggml-org/llama.cpp#20198). */
export function argumentsText(value: JsonValue | undefined, source: string, place: string): string {
	if (!isJsonObject(value)) return wordsOf(value, source, place);
	if (!nestsWithin(value, MAX_ARGUMENT_DEPTH)) throw unreadAnswer(source, place, 'an object too deep');
	return JSON.stringify(value);
}
