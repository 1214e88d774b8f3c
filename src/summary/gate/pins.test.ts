import { describe, expect, it } from 'vitest';
import { evaluateGate } from './gate.ts';
import { otherPins, pinsOf } from './pins.ts';
import { readGate } from './rules.ts';

const header = {
	model: { name: 'm' },
	engine: { runner: 'llama-cpp', backend: 'cpu', contextSize: 4096 },
	settings: {},
};
const statusOf = (metric: string, equals: string | number): string | undefined =>
	evaluateGate(readGate({ version: 1, rules: [{ metric, equals }] }, 'gate'), {
		metrics: {},
		paths: new Map(pinsOf({ header } as never)),
	}).lines[0]?.status;

describe('a pinned field', () => {
	it('passes with its value, fails with another, and is undecided where the run does not know it', () => {
		expect(statusOf('engine.backend', 'cpu')).toBe('pass');
		expect(statusOf('engine.contextSize', 4096)).toBe('pass');
		expect(statusOf('engine.backend', 'vulkan')).toBe('fail');
		expect(statusOf('engine.version', '1')).toBe('undecided');
	});
	it('is one of the identity, else the nearest is named', () => {
		expect(() => readGate({ version: 1, rules: [{ metric: 'engine.vershun', equals: 'x' }] }, 'gate')).toThrow(
			'engine.version',
		);
	});
	it('is known to be another before the first sample', () => {
		const rules = [
			{ metric: 'engine.backend', equals: 'vulkan' },
			{ metric: 'engine.contextSize', equals: '4096' },
			{ metric: 'engine.version', equals: '1' },
			{ metric: 'verdict.path', equals: 'A' },
		];
		const params = { metric: 'engine.backend', value: 'cpu', pinned: 'vulkan' };
		expect(otherPins({ header } as never, rules)).toEqual([{ code: 'gate.pinned', params }]);
	});
});
