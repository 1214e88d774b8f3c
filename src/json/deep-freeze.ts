/** Freezes plain data at every depth, in place. What cannot be frozen, such as the bytes of a typed array, stays as it is. */
export function deepFreeze(data: object): void {
	const waiting: object[] = [data];
	for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
		if (Object.isFrozen(each) || ArrayBuffer.isView(each)) continue;
		Object.freeze(each);
		for (const value of Object.values(each)) {
			if (typeof value === 'object' && value !== null) waiting.push(value);
		}
	}
}
