import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExpectedCall, expectedCallSchema } from '../../src/eval/match/calls.ts';

/** A sentence written by hand, that no training sentence equals, and the first call it should lead to. */
export interface HeldOut {
	readonly id: string;
	readonly input: string;
	/** Absent: no call is right. */
	readonly expected?: ExpectedCall;
}

/** Reads `heldout.jsonl`. */
export function loadHeldOut(): readonly HeldOut[] {
	const lines = readFileSync(join(import.meta.dirname, 'heldout.jsonl'), 'utf8')
		.trim()
		.split('\n');
	return lines.map((line) => {
		const row = JSON.parse(line) as {
			readonly id: string;
			readonly input: string;
			readonly expected: readonly unknown[];
		};
		const [expected] = row.expected.map((call) => expectedCallSchema.parse(call));
		return { id: row.id, input: row.input, expected };
	});
}
