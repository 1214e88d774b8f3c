import { isJsonObject, type JsonValue } from '../../../src/base/json.ts';
import type { Chance } from '../trial/chance.ts';

/** A text with one to four damages: cuts, doublings, swaps, strange characters, tokens of another place. */
export function damagedText(text: string, luck: Chance, strange: readonly string[] = STRANGE): string {
	let damaged = text;
	for (let times = luck.whole(1, 4); times > 0; times -= 1) damaged = damagedOnce(damaged, luck, strange);
	return damaged;
}

/** A value with one to three places changed: another type, another name, a bound, nothing, or far too much. */
export function damagedValue(value: JsonValue, luck: Chance): JsonValue {
	let damaged = structuredClone(value) as JsonValue;
	for (let times = luck.whole(1, 3); times > 0; times -= 1) damaged = changedPlace(damaged, luck);
	return damaged;
}

/** Bytes with some overwritten, a cut or a part twice. */
export function damagedBytes(bytes: Buffer, luck: Chance): Buffer {
	const damaged = Buffer.from(bytes);
	for (let times = luck.whole(0, 6); times > 0; times -= 1) {
		const at = luck.whole(0, Math.max(0, damaged.length - 9));
		if (luck.happens(0.5)) damaged[at] = luck.whole(0, 255);
		else damaged.writeBigUInt64LE(BigInt(luck.pick(BOUNDS_64)), at);
	}
	return luck.happens(0.3) ? damaged.subarray(0, luck.whole(0, damaged.length)) : damaged;
}

export const STRANGE: readonly string[] = [
	...['\u0000', '\u001b[2J', '\u202e', '\u200b', '\ufeff', '\ud83d', '\udc00', '\u2028', '\r\n', '\t', '👩‍👩‍👧', '각'],
	...['{', '}', '[', ']', '"', "'", '\\', ':', ',', '(', ')', '<', '>', '|', '`', '=', '%', '#', '&', '*', '!', '-'],
	...['null', 'true', '-0', '1e400', '1e16', '9007199254740993', '0x1', 'NaN', '__proto__', 'constructor', 'toString'],
	...['\u0024{x}', '{{x}}', '{% x %}', '<script>', '../../', '[['.repeat(60), '{"a":'.repeat(60), 'ㅋ'.repeat(300)],
];

const BOUNDS_64 = ['0', '1', '255', '4294967295', '2147483648', '9007199254740993', '18446744073709551615'] as const;

function damagedOnce(text: string, luck: Chance, strange: readonly string[]): string {
	const from = luck.whole(0, text.length);
	const to = Math.min(text.length, from + luck.whole(0, 12));
	const inserted = strange[luck.whole(0, strange.length - 1)] ?? '';
	switch (luck.whole(0, 5)) {
		case 0:
			return text.slice(0, from);
		case 1:
			return text.slice(0, from) + text.slice(to);
		case 2:
			return text.slice(0, to) + text.slice(from);
		case 3:
			return text.slice(0, from) + inserted + text.slice(to);
		case 4:
			return text.slice(0, from) + String.fromCharCode(luck.whole(0, 0xffff)) + text.slice(from);
		default:
			return text.slice(0, from) + inserted + text.slice(from);
	}
}

/** Walks down by chance and changes what stands there. */
function changedPlace(value: JsonValue, luck: Chance): JsonValue {
	if (luck.happens(0.2)) return replacement(value, luck);
	if (Array.isArray(value) && value.length > 0) {
		const at = luck.whole(0, value.length - 1);
		const item = value[at] ?? null;
		if (luck.happens(0.1)) return [...value, item];
		return value.flatMap((one, index) => (index !== at ? [one] : luck.happens(0.1) ? [] : [changedPlace(item, luck)]));
	}
	if (!isJsonObject(value) || Object.keys(value).length === 0) return replacement(value, luck);
	const names = Object.keys(value);
	const name = names[luck.whole(0, names.length - 1)] ?? '';
	const { [name]: field = null, ...others } = value;
	if (luck.happens(0.1)) return others;
	if (luck.happens(0.1)) return { ...others, [STRANGE[luck.whole(0, STRANGE.length - 1)] ?? '']: field };
	return { ...value, [name]: changedPlace(field, luck) };
}

function replacement(value: JsonValue, luck: Chance): JsonValue {
	if (typeof value === 'string' && luck.happens(0.6)) return damagedText(value, luck);
	if (typeof value === 'number' && luck.happens(0.6)) return luck.pick(NUMBERS);
	return structuredClone(luck.pick(VALUES)) as JsonValue;
}

const NUMBERS = [0, -1, 0.5, -0, 1e9 + 1, 1e15, 1e16, 2 ** 53, -1e300, 2 ** 31] as const;
const VALUES = [null, true, false, '', 'x', 0, 1e308, [], {}, [[]], [null], { a: null }, '가'] as const;
