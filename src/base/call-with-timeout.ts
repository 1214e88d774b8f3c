/**
 * Calls what may compute without end, and ends it where it does so for longer than `ms`: a loop, an expression that
 * backtracks. What it does later, behind an await, is not bounded. Costs a tenth of a millisecond. Throws Overtime. A
 * runtime without Node's scripts, such as a browser, has no such limit: there the call is made as it is.
 */
export function callWithTimeout<T>(call: () => T, ms: number): T {
	if (ENTRY === undefined) return call();
	const result: { value?: T } = {};
	place.call = () => {
		result.value = call();
	};
	try {
		ENTRY.runInThisContext({ timeout: ms });
	} catch (thrown) {
		throw isTimeout(thrown) ? new Overtime(`computed for ${ms / 1000} s without an end`) : thrown;
	}
	return result.value as T;
}

/** Only a script has a time limit, and V8 ends with it whatever it has called. The library's surface imports no `node:*`. */
const KEY = Symbol.for('gemmark.call-in-time');
const shared = globalThis as { process?: Partial<NodeJS.Process>; [KEY]?: { call?: () => void } };
const vm = shared.process?.getBuiltinModule?.('node:vm');
const ENTRY = vm && new vm.Script(`globalThis[Symbol.for('${KEY.description}')].call()`);
/** One of all copies of the library in a process. */
const place = shared[KEY] ?? {};
Object.defineProperty(globalThis, KEY, { value: place });

function isTimeout(thrown: unknown): boolean {
	try {
		return (thrown as NodeJS.ErrnoException | null | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
	} catch {
		return false;
	}
}

/** Calls code that is not gemmark's own, and gives what it gives. Throws where it does not come back. */
export type InTime = <T>(call: () => T) => T;

/** Code of an operator took too long, and was given up; the message says what it did: `computed for 10 s without an end`. */
export class Overtime extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'Overtime';
	}
}
