import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { completion } from './completion.ts';
import { createProgram } from './program.ts';

/** What bash offers for the words typed so far; the last is the one that is being completed. */
function offered(script: string, ...words: readonly string[]): readonly string[] {
	const ask = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _gemmark; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const said = execFileSync('bash', ['-c', ask, 'bash', 'gemmark', ...words], { encoding: 'utf8' });
	return said.split('\n').filter((line) => line !== '');
}

describe('completion in bash', () => {
	let bash: string;
	beforeAll(async () => {
		bash = completion('bash', await createProgram(['completion', 'bash']));
	});

	it('offers commands first', () => {
		expect(offered(bash, 're')).toEqual(['report', 'rescore']);
	});

	it('offers the flags of the command, those of runners too', () => {
		expect(offered(bash, 'run', '--max-t')).toEqual(['--max-tokens']);
		expect(offered(bash, 'run', '--base-')).toEqual(['--base-url']);
		expect(offered(bash, 'report', '--base-')).toEqual([]);
	});

	it('offers what a flag or an argument may be', () => {
		expect(offered(bash, 'run', '--runner', 'l')).toEqual(['llama-cpp', 'litert-lm']);
		expect(offered(bash, 'run', '--dialect', 'ge')).toEqual(['gemma4', 'gemma3-json']);
		expect(offered(bash, 'report', '--lang', '')).toEqual(['en', 'ko']);
		expect(offered(bash, 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
	});

	it('completes subcommands, each with its flags', () => {
		expect(offered(bash, 'import', '')).toEqual(['bfcl', 'functionchat', 'promptfoo']);
		expect(offered(bash, 'export', 'p')).toEqual(['promptfoo']);
		expect(offered(bash, 'import', 'bfcl', '--s')).toEqual(['--system']);
		expect(offered(bash, 'export', 'promptfoo', '--s')).toEqual([]);
		expect(offered(bash, 'import', 'bfcl', '')).toEqual([]);
	});

	it('leaves files to bash', () => {
		expect(offered(bash, 'run', '--model', 'x')).toEqual([]);
		expect(offered(bash, 'report', '')).toEqual([]);
	});
});

describe('completion in other shells', () => {
	it('describes every command and flag', async () => {
		const program = await createProgram(['completion', 'zsh']);
		const [zsh, fish] = [completion('zsh', program), completion('fish', program)];
		for (const script of [zsh, fish]) {
			expect(script).toContain("print a completion script for your shell'");
		}
		expect(zsh).toMatch(/'import bfcl'\)\n\t\tflags=\([^)]*'--system:/u);
		expect(fish).toContain(
			"-n '__fish_seen_subcommand_from import; and __fish_seen_subcommand_from bfcl' -l system -r",
		);
		expect(zsh).toContain("'--max-tokens:maximum tokens per generation'");
		expect(fish).toContain(
			"complete -c gemmark -n '__fish_seen_subcommand_from run' -l max-tokens -r -d 'maximum tokens per generation'",
		);
	});
});
