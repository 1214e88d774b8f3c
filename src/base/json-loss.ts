import { type JsonValue, type MutableJsonObject, setOwn } from './json.ts';

/** A value within another that JSON would drop, or carry as something else. */
interface JsonLoss {
	/** Such as `cart.items[2]`; empty for the value itself. */
	readonly path: string;
	/** What it is: `is a Map, which no JSON can hold`. */
	readonly text: string;
	/** What to give in its place. */
	readonly hint: string;
}

/**
 * The first value within that JSON does not carry as it is: a Map, a Set, an instance of a class, binary data, NaN, a BigInt,
 * `undefined` in a list. No loss are fields that are absent in JSON (`undefined`, functions), and what has a `toJSON`, such as
 * a Date: it is what that gives. A cycle is left to `JSON.stringify`. Throws what getters and `toJSON` throw.
 */
export function jsonLoss(value: unknown): JsonLoss | undefined {
	return lossAt(value, '', new Set());
}

function lossAt(given: unknown, path: string, above: Set<object>): JsonLoss | undefined {
	const value = carried(given);
	const kind = lostKind(value) ?? (value === null && isDate(given) ? 'an invalid Date' : undefined);
	if (kind !== undefined) {
		const instead = INSTEAD.get(kind) ?? (kind.endsWith('Array') ? 'a list' : 'a plain object');
		return { path, text: `is ${kind}, which no JSON can hold`, hint: `Give ${instead}.` };
	}
	if (typeof value !== 'object' || value === null || above.has(value)) return undefined;
	above.add(value);
	const loss = Array.isArray(value) ? lossInList(value, path, above) : lossInFields(value, path, above);
	above.delete(value);
	return loss;
}

/** Holes too: JSON has null there. */
function lossInList(list: readonly unknown[], path: string, above: Set<object>): JsonLoss | undefined {
	for (let index = 0; index < list.length; index += 1) {
		const loss = lossAt(list[index], `${path}[${index}]`, above);
		if (loss !== undefined) return loss;
	}
	return undefined;
}

function lossInFields(fields: object, path: string, above: Set<object>): JsonLoss | undefined {
	for (const [name, value] of Object.entries(fields)) {
		if (value === undefined || typeof value === 'function') continue;
		const loss = lossAt(value, pathTo(path, name), above);
		if (loss !== undefined) return loss;
	}
	return undefined;
}

function pathTo(path: string, name: string): string {
	if (!NAME.test(name)) return `${path}[${JSON.stringify(name.slice(0, 60))}]`;
	return path === '' ? name : `${path}.${name}`;
}

const NAME = /^[\p{L}_$][\p{L}\p{N}_$-]{0,60}$/u;

/** What JSON makes of it before it looks inside. */
function carried(value: unknown): unknown {
	if ((typeof value !== 'object' && typeof value !== 'bigint') || value === null || isBinary(value)) return value;
	const { toJSON } = value as { readonly toJSON?: unknown };
	return typeof toJSON === 'function' ? toJSON.call(value, '') : value;
}

/** A Buffer too, although its `toJSON` gives its bytes: rows have one, or a Uint8Array, by the driver that read them. */
function isBinary(value: unknown): boolean {
	return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function lostKind(value: unknown): string | undefined {
	switch (typeof value) {
		case 'number':
			return Number.isFinite(value) ? undefined : String(value);
		case 'bigint':
			return 'a BigInt';
		case 'undefined':
			return 'undefined';
		case 'symbol':
		case 'function':
			return `a ${typeof value}`;
		case 'object':
			return value === null || Array.isArray(value) || isPlain(value) ? undefined : classOf(value);
		default:
			return undefined;
	}
}

/** Rows of SQLite have no prototype, and what comes of another realm (a worker, `node:vm`) has the Object.prototype of that. */
function isPlain(value: object): boolean {
	const prototype: unknown = Object.getPrototypeOf(value);
	if (prototype === null) return true;
	return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty');
}

function classOf(value: object): string {
	const { name } = value.constructor ?? {};
	if (typeof name !== 'string' || !NAME.test(name)) return 'an instance of a class';
	if (name === 'Object') return 'an object with fields of another';
	return `${/^[AEIO]/u.test(name) ? 'an' : 'a'} ${name}`;
}

function isDate(value: unknown): boolean {
	return Object.prototype.toString.call(value) === '[object Date]';
}

const INSTEAD: ReadonlyMap<string, string> = new Map([
	...['NaN', 'Infinity', '-Infinity'].map((kind) => [kind, 'a finite number, or null'] as const),
	['undefined', 'null'],
	['a BigInt', 'a number or a text'],
	['a symbol', 'a text'],
	['a function', 'what it gives'],
	['a Set', 'a list'],
	['a Promise', 'what it resolves to'],
	['an invalid Date', 'a valid one, or null'],
	['a Buffer', 'a text'],
	['a Uint8Array', 'a list or a text'],
]);

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

/**
 * A copy of plain data that shares no list and no object with it, at any depth, so that what is done to the one in place is
 * not done to the other. What is no plain data, such as an instance of a class, is the same one in both. Never throws for JSON.
 */
export function detached<T>(data: T): T {
	const copies = new Map<unknown, unknown>();
	const waiting: object[] = [];
	const copyOf = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		if (!Array.isArray(value) && !isPlain(value)) return value;
		const known = copies.get(value);
		if (known !== undefined) return known;
		const copy = Array.isArray(value) ? [...value] : fieldsOf(value);
		copies.set(value, copy);
		waiting.push(copy);
		return copy;
	};
	const whole = copyOf(data);
	// No recursion: a model may nest deeper than the stack is.
	for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
		const fields = each as Record<string, unknown>;
		for (const name of Object.keys(fields)) fields[name] = copyOf(fields[name]);
	}
	return whole as T;
}

/** A spread keeps a field of the name `__proto__` a field. */
function fieldsOf(value: object): object {
	const copy = { ...value };
	return Object.getPrototypeOf(value) === null ? Object.setPrototypeOf(copy, null) : copy;
}
