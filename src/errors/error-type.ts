/**
 * Name of the type of something thrown, and nothing else of it: messages may hold user data. Never throws itself,
 * whatever was thrown.
 */
export function errorType(thrown: unknown): string {
	if (!(thrown instanceof Error)) return thrown === null ? 'null' : typeof thrown;
	try {
		const own = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
		return TYPE_NAME.test(own) ? own : 'Error';
	} catch {
		return 'Error';
	}
}

const TYPE_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,63}$/u;
