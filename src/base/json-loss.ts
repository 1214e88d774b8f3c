import { type JsonValue, type MutableJsonObject, setOwn } from './json.ts';

/** A value that JSON would drop or change. */
interface JsonLoss {
	/** Such as `cart.items[2]`; empty for the value itself. */
	readonly path: string;
	/** Such as `is a Map, which no JSON can hold`. */
	readonly text: string;
	/** The remedy. */
	readonly hint: string;
}

/**
 * Finds the first value that JSON would change: a Map, a Set, a class instance, binary data, NaN, a BigInt, `undefined`
 * in a list. Fields that JSON drops (`undefined`, functions) are no loss; a value with `toJSON`, such as a Date, counts
 * as its result. Cycles are left to `JSON.stringify`. Throws what getters and `toJSON` throw.
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

/** Holes become null as well. */
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

/** The value after `toJSON`. */
function carried(value: unknown): unknown {
	if ((typeof value !== 'object' && typeof value !== 'bigint') || value === null || isBinary(value)) return value;
	const { toJSON } = value as { readonly toJSON?: unknown };
	return typeof toJSON === 'function' ? toJSON.call(value, '') : value;
}

/** Buffers as well, despite their `toJSON`: drivers return rows with either a Buffer or a Uint8Array. */
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

/** SQLite rows have no prototype; values of another realm (a worker, `node:vm`) have another Object.prototype. */
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

/** A loss in reading JSON text: a repeated key, a number that no double can represent. */
export type Loss = 'repeated-key' | 'rounded-number';

/** Whether a number changes when read, such as integers beyond 2^53. Fractions are rounded by every reader. */
export function isRounded(written: string): boolean {
	return LONG_INTEGER.test(written) && BigInt(written) !== BigInt(Number(written));
}

/** Integers below sixteen digits are exact. */
const LONG_INTEGER = /^[-+]?\d{16,400}$/u;

export function isLoss(repair: string): repair is Loss {
	return repair === 'repeated-key' || repair === 'rounded-number';
}

/** Sets an own property like `setOwn`; records a repeated key in `losses`. */
export function assign(
	target: MutableJsonObject,
	key: string,
	value: JsonValue,
	losses: { add(loss: Loss): unknown },
): void {
	if (Object.hasOwn(target, key)) losses.add('repeated-key');
	setOwn(target, key, value);
}

/** Losses of `JSON.parse` for a text; undefined if a number is read as infinite. */
export function jsonLosses(text: string): readonly Loss[] | undefined {
	const losses = new Set<Loss>();
	/** Keys of open objects; undefined for lists. */
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

/** Whether a value contains an integer too large to be certainly exact. */
export function holdsLongInteger(value: JsonValue | undefined): boolean {
	if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongInteger);
}

/**
 * A copy of plain data that shares no list or object with it, so that changes do not affect the original. Other values,
 * such as class instances, are shared. Never throws for JSON.
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
	// Iterative: a model may nest deeper than the stack.
	for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
		const fields = each as Record<string, unknown>;
		for (const name of Object.keys(fields)) fields[name] = copyOf(fields[name]);
	}
	return whole as T;
}

/** A spread keeps `__proto__` a field. */
function fieldsOf(value: object): object {
	const copy = { ...value };
	return Object.getPrototypeOf(value) === null ? Object.setPrototypeOf(copy, null) : copy;
}
