import { Script } from 'node:vm';
import { Overtime } from '../../src/errors/overtime.ts';
import type { InTime } from '../../src/eval/suite.ts';

/** Longest that an operator's code may compute without giving the thread back, milliseconds. */
export const OWN_CODE_MS = 10_000;

/**
 * Calls code of an operator, and ends it where it computes for longer than `ms`: a loop without end, an expression that
 * backtracks. What it does later, behind an await, is not bounded. Costs a tenth of a millisecond.
 */
export function callInTime<T>(call: () => T, ms: number = OWN_CODE_MS): T {
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

export const inTime: InTime = (call) => callInTime(call);

/** Only a script has a time limit, and V8 ends with it whatever it has called. */
const KEY = Symbol.for('gemmark.call-in-time');
const ENTRY = new Script(`globalThis[Symbol.for('${KEY.description}')].call()`);
const place: { call?: () => void } = {};
Object.defineProperty(globalThis, KEY, { value: place });

function isTimeout(thrown: unknown): boolean {
	try {
		return (thrown as NodeJS.ErrnoException | null | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
	} catch {
		return false;
	}
}
