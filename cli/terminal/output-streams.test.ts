import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { surviveFailingOutput } from './output-streams.ts';

function streams(): { stdout: EventEmitter; stderr: EventEmitter; told: string[]; exitCodes: number[] } {
	const told: string[] = [];
	const exitCodes: number[] = [];
	const stdout = new EventEmitter();
	const stderr = Object.assign(new EventEmitter(), { write: (text: string) => told.push(text) });
	surviveFailingOutput({ stdout, stderr, onFailure: (exitCode) => exitCodes.push(exitCode) });
	return { stdout, stderr, told, exitCodes };
}

function failure(code: string): Error {
	return Object.assign(new Error(`${code}: write failed`), { code });
}

describe('output that fails', () => {
	it('is silent where the reader has gone, and the run goes on', () => {
		const { stdout, stderr, told, exitCodes } = streams();
		stdout.emit('error', failure('EPIPE'));
		stderr.emit('error', failure('EPIPE'));
		expect({ told, exitCodes }).toEqual({ told: [], exitCodes: [] });
	});

	it('is told once in one line where a disk is full, with exit code 3', () => {
		const { stdout, told, exitCodes } = streams();
		stdout.emit('error', failure('ENOSPC'));
		expect(told).toEqual(['gemmark: standard output: cannot be written (ENOSPC).\n']);
		expect(exitCodes).toEqual([3]);
	});
});
