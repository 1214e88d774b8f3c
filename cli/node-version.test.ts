import { describe, expect, it } from 'vitest';
import { EnvironmentError } from '../src/errors/gemmark-error.ts';
import { isRecentNode, requireRecentNode } from './node-version.ts';

describe('Node', () => {
	it('is recent from 22.18', () => {
		for (const version of ['v22.18.0', 'v22.21.3', 'v24.0.0', 'v100.1.0']) expect(isRecentNode(version)).toBe(true);
		for (const version of ['v22.17.9', 'v20.20.2', 'v8.0.0', '']) expect(isRecentNode(version)).toBe(false);
	});

	it('that is too old is told in words, not as a module that is missing', () => {
		expect(() => requireRecentNode('v20.20.2')).toThrow(EnvironmentError);
		expect(() => requireRecentNode(process.version)).not.toThrow();
	});
});
