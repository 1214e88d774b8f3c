import { describe, expect, it } from 'vitest';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { requireSameRun } from './resume.ts';

const before = logHeaderFixture({ command: 'gemmark run --seed 1' });

describe('requireSameRun', () => {
	it('lets a run go on under its own identity, at another time and place', () => {
		expect(() => requireSameRun(before, { ...before, startedAt: 'later', command: 'other' }, 'log')).not.toThrow();
	});

	it('names what differs and how the run was made', () => {
		const other = { ...before, settings: { ...before.settings, temperature: 1 } };
		expect(() => requireSameRun(before, other, 'log')).toThrow(
			"log: cannot be resumed, temperature differs from the run's own",
		);
		const sharded = { ...before, settings: { ...before.settings, shard: { index: 1, count: 2 } } };
		expect(() => requireSameRun(before, sharded, 'log')).toThrow(/shard differs/u);
		const model = { ...before, model: { ...before.model, sha256: 'b' } };
		expect(() => requireSameRun({ ...before, model: { ...before.model, sha256: 'a' } }, model, 'log')).toThrow(
			/model differs/u,
		);
	});
});
