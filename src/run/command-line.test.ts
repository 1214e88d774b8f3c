import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { repeatCommand } from './command-line.ts';

it('the repeat command gives a shell the very arguments again', () => {
	const args = ['run', '--filter', 'it\'s $(date) `x` "y"', '--model', '한글 모델.gguf', ''];
	const command = repeatCommand(['node', 'main.ts', ...args]);
	const print = `gemmark() { printf '%s\\n' "$@"; }; ${command}`;
	expect(execFileSync('sh', ['-c', print], { encoding: 'utf8' })).toBe(`${args.join('\n')}\n`);
});

it('the repeat command keeps the password of an address to itself', () => {
	expect(repeatCommand(['node', 'main.ts', 'run', '--queue', 'redis://me:secret@host:6379/2'])).toBe(
		'gemmark run --queue redis://host:6379/2',
	);
});
