import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { drawingOn, guardTerminal, surviveFailingOutput } from './terminal.ts';

describe('a guarded terminal', () => {
	it('is given no control sequence, whoever prints it, but those that gemmark draws', () => {
		let shown = '';
		const stream = new Writable({
			decodeStrings: false,
			write(chunk, _encoding, done) {
				shown += String(chunk);
				done();
			},
		}) as unknown as NodeJS.WriteStream;
		expect(drawingOn(stream)).toBe(stream);
		guardTerminal(stream);
		stream.write('a\u001b]0;title\u0007\n', 'utf8', () => {});
		drawingOn(stream).write('\r\u001b[2K');
		drawingOn(stream).write('hf:user/repo?token=abc 3/4 ');
		stream.write('--model https://me:pass@h/x.gguf?sig=abc&v=1, {"url":"redis://:s3cret@h"}\n');
		expect(shown).toBe(
			'a\\u001b]0;title\\u0007\n\r\u001b[2Khf:user/repo?token=*** 3/4 --model https://***@h/x.gguf?sig=***&v=1, {"url":"redis://***@h"}\n',
		);
	});
});

function streams(): { stdout: EventEmitter; stderr: EventEmitter; printed: string[]; exitCodes: number[] } {
	const printed: string[] = [];
	const exitCodes: number[] = [];
	const stdout = new EventEmitter();
	const stderr = Object.assign(new EventEmitter(), { write: (text: string) => printed.push(text) });
	surviveFailingOutput({ stdout, stderr, onFailure: (exitCode) => exitCodes.push(exitCode) });
	return { stdout, stderr, printed, exitCodes };
}

function failure(code: string): Error {
	return Object.assign(new Error(`${code}: write failed`), { code });
}

describe('output that fails', () => {
	it('is silent where the reader has gone, and the run goes on', () => {
		const { stdout, stderr, printed, exitCodes } = streams();
		stdout.emit('error', failure('EPIPE'));
		stderr.emit('error', failure('EPIPE'));
		expect({ printed, exitCodes }).toEqual({ printed: [], exitCodes: [] });
	});

	it('is reported once in one line for a full disk, with exit code 3', () => {
		const { stdout, printed, exitCodes } = streams();
		stdout.emit('error', failure('ENOSPC'));
		expect(printed).toEqual(['gemmark: standard output: cannot be written (ENOSPC).\n']);
		expect(exitCodes).toEqual([3]);
	});
});
