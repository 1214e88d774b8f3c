import { callInTime, type InTime } from '../../src/base/call-in-time.ts';

/** Longest that an operator's code may compute without giving the thread back, milliseconds. */
export const OWN_CODE_MS = 10_000;

export const inTime: InTime = (call) => callInTime(call, OWN_CODE_MS);
