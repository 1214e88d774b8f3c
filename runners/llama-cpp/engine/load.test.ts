import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { loadProblem, watchProbes } from './load.ts';

class NoBinaryFoundError extends Error {}

it.each([
	[undefined, 'engine.build-missing'],
	['SIGKILL', 'engine.build-killed'],
	['SIGILL', 'engine.build-crashes'],
] as const)('a build whose trial ended with %s is reported as that', (signal, code) => {
	expect(loadProblem(new NoBinaryFoundError(), [], signal).said.code).toBe(code);
});

it('a child that was killed is seen by its signal, and one that ended by itself is not', async () => {
	const killedProbe = watchProbes();
	const child = spawn('sleep', ['10']);
	child.kill('SIGKILL');
	await once(child, 'exit');
	expect(killedProbe()).toBe('SIGKILL');
	await once(spawn('true'), 'exit');
	expect(killedProbe()).toBeUndefined();
});
