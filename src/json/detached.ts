import { isPlain } from './json-loss.ts';

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
