import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { drawingOn, guardTerminal } from './guarded-terminal.ts';

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
