import type { Command } from 'commander';

/** Puts examples under the help of a command, each with what it is for. */
export function addExamples(command: Command, examples: readonly (readonly [line: string, purpose: string])[]): void {
	const lines = examples.map(([line, purpose]) => `  ${purpose}\n    $ ${line}`);
	command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
