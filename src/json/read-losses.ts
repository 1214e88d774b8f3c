import { type JsonValue, type MutableJsonObject, setOwn } from './json-value.ts';

/** What is lost of a text that can be read: a key that comes twice, a number that no double holds. */
export type Loss = 'repeated-key' | 'rounded-number';

/** Whether a number that is written so is another when read: an integer beyond 2^53 may be. Of a fraction everyone keeps the nearest. */
export function isRounded(written: string): boolean {
	return LONG_INTEGER.test(written) && BigInt(written) !== BigInt(Number(written));
}

/** Below sixteen digits every integer is exact. */
const LONG_INTEGER = /^[-+]?\d{16,400}$/u;

export function isLoss(repair: string): repair is Loss {
	return repair === 'repeated-key' || repair === 'rounded-number';
}

/** Sets an own property, as `setOwn` does, and notes in `losses` where it was there already. */
export function assign(
	target: MutableJsonObject,
	key: string,
	value: JsonValue,
	losses: { add(loss: Loss): unknown },
): void {
	if (Object.hasOwn(target, key)) losses.add('repeated-key');
	setOwn(target, key, value);
}

/** What `JSON.parse` loses of a text that it reads. Undefined where a number is read as infinite. */
export function jsonLosses(text: string): readonly Loss[] | undefined {
	const losses = new Set<Loss>();
	/** Keys of the objects that are open; of lists none. */
	const open: (Set<string> | undefined)[] = [];
	let last = '';
	for (const [token] of text.matchAll(TOKEN)) {
		if (token === '{') open.push(new Set());
		else if (token === '[') open.push(undefined);
		else if (token === '}' || token === ']') open.pop();
		else if (token === ':') {
			const keys = open.at(-1);
			const key = JSON.parse(last) as string;
			if (keys?.has(key)) losses.add('repeated-key');
			keys?.add(key);
		} else if (!token.startsWith('"')) {
			if (!Number.isFinite(Number(token))) return undefined;
			if (isRounded(token)) losses.add('rounded-number');
		}
		last = token;
	}
	return [...losses];
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|-?\d[\d.eE+-]*/gsu;

/** Whether a value holds an integer of which nobody knows, by the value alone, if it is as it was written. */
export function holdsLongInteger(value: JsonValue | undefined): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongInteger);
}
