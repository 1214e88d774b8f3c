/**
 * Calls code that may compute without end and interrupts it after `ms`; what it does after an await is not bounded.
 * Costs a tenth of a millisecond. Throws Overtime. Without `node:vm`, as in a browser, the call has no limit.
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

/** V8 ends only scripts, with all that they call. Loaded at run time, as the library's surface imports no `node:*`. */
const KEY = Symbol.for('gemmark.call-in-time');
const shared = globalThis as { process?: Partial<NodeJS.Process>; [KEY]?: { call?: () => void } };
const vm = shared.process?.getBuiltinModule?.('node:vm');
const ENTRY = vm && new vm.Script(`globalThis[Symbol.for('${KEY.description}')].call()`);
/** Shared by all copies of the library in a process. */
const place = shared[KEY] ?? {};
Object.defineProperty(globalThis, KEY, { value: place });

function isTimeout(thrown: unknown): boolean {
	try {
		return (thrown as NodeJS.ErrnoException | null | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
	} catch {
		return false;
	}
}

/** Calls user code with a time limit; throws if it does not return. */
export type InTime = <T>(call: () => T) => T;

/** User code took too long; the message says what it did: `computed for 10 s without an end`. */
export class Overtime extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'Overtime';
	}
}
