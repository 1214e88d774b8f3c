import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../src/errors/gemmark-error.ts';
import type { EvaluatedRun } from '../../src/eval/evaluated-run.ts';
import { gate } from './judge.ts';
import { readGate } from './read-gate.ts';

const RUN = {} as EvaluatedRun;

describe('gate', () => {
	it.each([
		['gate.yaml', 'was given text'],
		[null, 'was given null'],
		[undefined, 'was given a value of type undefined'],
	])('refuses %j as rules, and says what it takes', (rules, told) => {
		const held = () => gate(RUN, rules as never);
		expect(held).toThrow(ConfigError);
		expect(held).toThrow(`gate: takes a list of rules, or what a gate file holds, and ${told}`);
	});

	it('names a field of rules that there is not', () => {
		expect(() => gate(RUN, { rules: [], versoin: 1 } as never)).toThrow(
			"versoin: is no field here; did you mean 'version'?",
		);
	});
});

describe('readGate', () => {
	it.each(['{"version": 1, "rules": []}', 'version: 1\nrules: []', 'version: 1\nrules: ['])(
		'says of %j that it is no path, and what it takes',
		(text) => {
			expect(() => readGate(text)).toThrow('gate: takes the path of a file, or what one holds, and was given its text');
		},
	);

	it('says of a file that is not there that it cannot be read', () => {
		expect(() => readGate('no/gate.yaml')).toThrow('no/gate.yaml: cannot be read (ENOENT)');
	});
});
