import { Argument, type Command } from 'commander';

/** `gemmark completion`: prints a script with which a shell completes commands, flags and their values. */
export function addCompletionCommand(program: Command): void {
	program
		.command('completion')
		.description('print a script with which your shell completes gemmark')
		.addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
		.action(async (shell: 'bash' | 'zsh' | 'fish') => {
			const { completion } = await import('./completion.ts');
			process.stdout.write(completion(shell, program));
		});
}
