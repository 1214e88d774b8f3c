import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Said } from '../../base/message.ts';
import { LARGEST_AMOUNT } from '../../model/border.ts';

export const finite: z.ZodNumber = z.number();
export const text: z.ZodString = z.string();
/** A message of gemmark, or another text. */
export const said: z.ZodType<Said> = z.custom<Said>(
	(value) => typeof value === 'string' || isMessage(value),
	'expected a message',
);

export function isMessage(value: unknown): boolean {
	if (!isJsonObject(value) || typeof value.code !== 'string' || !isJsonObject(value.params)) return false;
	return Object.values(value.params).every((param) => (Array.isArray(param) ? param : [param]).every(isParam));
}

function isParam(value: unknown): boolean {
	return value === null || typeof value !== 'object' || isMessage(value);
}

/** Only the outermost shape is checked: the value is parsed JSON. */
export const json: z.ZodType<JsonValue> = z.custom<JsonValue>((value) => value !== undefined, 'expected a value');
export const jsonObject: z.ZodType<JsonObject> = z.custom<JsonObject>(isJsonObject, 'expected an object');
/** A long log has millions of entries: one check per list. */
export const texts: z.ZodType<readonly string[]> = z.custom<readonly string[]>(areTexts, 'expected a list of texts');
export const numbers: z.ZodType<readonly number[]> = z.custom<readonly number[]>(
	(value) => areNumbers(value, -Number.MAX_VALUE, Number.MAX_VALUE),
	'expected a list of numbers',
);
export const times: z.ZodType<readonly number[]> = z.custom<readonly number[]>(
	(value) => areNumbers(value, 0, LARGEST_AMOUNT),
	'expected a list of times',
);

// By index: an iterator over lists of several kinds allocates an object per entry.

function areTexts(value: unknown): boolean {
	if (!Array.isArray(value)) return false;
	for (let index = 0; index < value.length; index += 1) if (typeof value[index] !== 'string') return false;
	return true;
}

/** Finite, and within the bounds. */
function areNumbers(value: unknown, least: number, most: number): boolean {
	if (!Array.isArray(value)) return false;
	for (let index = 0; index < value.length; index += 1) {
		const entry: unknown = value[index];
		if (typeof entry !== 'number' || !(entry >= least && entry <= most)) return false;
	}
	return true;
}
