import { expect, it } from 'vitest';
import { possibleServerTimings } from './server-timings.ts';

const passed = { firstMs: 40, lastMs: 140, totalMs: 150 };

it.each([
	['far below what its words came in', 1, undefined],
	['longer than the answer', 1e7, undefined],
	['longer than what the prompt left of it', 130, undefined],
	['as long as its words came in', 105, 105],
])('a decoding time %s: %d ms', (_title, told, decodeMs) => {
	expect(possibleServerTimings({ prefillMs: 30, decodeMs: told }, passed, {})).toEqual({
		prefillMs: 30,
		...(decodeMs !== undefined && { decodeMs }),
	});
});

it('tells none where the server told none', () => {
	expect(possibleServerTimings({}, passed, {})).toEqual({});
});

it('leaves out a prefill that no machine does in the time', () => {
	const usage = { promptTokens: 760, cachedPromptTokens: 0 };
	expect(possibleServerTimings({ prefillMs: 0.01 }, passed, usage)).toEqual({});
	expect(possibleServerTimings({ prefillMs: 1 }, passed, usage)).toEqual({ prefillMs: 1 });
});
