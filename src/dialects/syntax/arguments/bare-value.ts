import type { JsonValue } from '../../../json/json-value.ts';
import type { Repair } from '../../../model/generation.ts';

const WORDS: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null };
const PYTHON_WORDS: Readonly<Record<string, JsonValue>> = { True: true, False: false, None: null };
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
/** `108.`, `.5` and `+3`; `007` is no number, for nothing says that it counts something. */
const LOOSE_NUMBER = /^[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** What a value that nothing quotes stands for, and what had to be forgiven: any text is a string at least. */
export function readBareValue(word: string): { readonly value: JsonValue; readonly repair?: Repair } {
	if (Object.hasOwn(WORDS, word)) return { value: WORDS[word] as JsonValue };
	if (Object.hasOwn(PYTHON_WORDS, word)) return { value: PYTHON_WORDS[word] as JsonValue, repair: 'python-arguments' };
	if (LOOSE_NUMBER.test(word) && Number.isFinite(Number(word))) {
		const value = Number(word);
		return JSON_NUMBER.test(word) ? { value } : { value, repair: 'loose-number' };
	}
	return { value: word, repair: word === '' ? 'empty-value' : 'unquoted-string' };
}
