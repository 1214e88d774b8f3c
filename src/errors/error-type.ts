/**
 * Name of the type of something thrown, and nothing else of it: messages may hold user data. Never throws itself,
 * whatever was thrown.
 */
export function errorType(thrown: unknown): string {
	if (!isInstance(thrown, Error)) return thrown === null ? 'null' : typeof thrown;
	try {
		const own = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
		return TYPE_NAME.test(own) ? own : 'Error';
	} catch {
		return 'Error';
	}
}

/** `instanceof` that never throws: a Proxy may do so when it is asked. */
export function isInstance<T>(thrown: unknown, type: abstract new (...given: never[]) => T): thrown is T {
	try {
		return thrown instanceof type;
	} catch {
		return false;
	}
}

const TYPE_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,63}$/u;
