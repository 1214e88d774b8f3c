import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { loadProblem, watchProbes } from './load.ts';

class NoBinaryFoundError extends Error {}

it.each([
	[undefined, 'node-llama-cpp has no llama.cpp build for this machine'],
	['SIGKILL', "the process that tries node-llama-cpp's build was killed (SIGKILL)"],
	['SIGILL', "node-llama-cpp's llama.cpp build crashes on this machine (SIGILL)"],
] as const)('a build whose trial ended with %s is told as that', (signal, message) => {
	expect(loadProblem(new NoBinaryFoundError(), [], signal).message).toBe(message);
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
