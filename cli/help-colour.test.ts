import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../src/base/read-file.ts';

function gemmark(
	args: readonly string[],
	env: NodeJS.ProcessEnv,
): { readonly stdout: string; readonly stderr: string } {
	const { NO_COLOR: _no, FORCE_COLOR: _force, ...rest } = process.env;
	const main = join(packageRoot(), 'cli', 'main.ts');
	return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', env: { ...rest, ...env } });
}

describe('the titles of a help', () => {
	it.each([['--help'], ['gate --help'], ['help run']])('are bold where colours are asked for: %s', (words) => {
		const { stdout } = gemmark(words.split(' '), { FORCE_COLOR: '1' });
		expect(stdout).toContain('\u001b[1mUsage:\u001b[22m gemmark');
		expect(stdout).not.toContain('\\u001b');
	});

	it('are plain where no colours are asked for, or the output is no terminal', () => {
		for (const env of [{ NO_COLOR: '1' }, {}]) expect(gemmark(['--help'], env).stdout).toMatch(/^Usage: gemmark/u);
	});

	it('leave the words of a mistake without control characters', () => {
		const { stderr } = gemmark(['gate', 'run', '--\u001b[31mred\nline'], { FORCE_COLOR: '1' });
		expect(stderr).toMatch(/^gemmark: unknown option '--\\u001b\[31mred line'/u);
	});
});
