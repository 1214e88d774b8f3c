import type { Command } from 'commander';
import { DIALECT_NAMES } from '../../src/dialects/dialect.ts';
import { SUITE_KINDS } from '../../src/run/compose/compose.ts';
import { RUNNER_NAMES } from '../../src/run/compose/runners.ts';
import { bashCompletion } from './bash.ts';
import { type DescribedCommand, describeCommands } from './described-command.ts';
import { fishCompletion } from './fish.ts';
import { zshCompletion } from './zsh.ts';

/** The script of a shell. Names of a config's own suites, targets and runners are not in it: the config may change. */
export function completion(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
	return SHELLS[shell](describeCommands(program, KNOWN));
}

const SHELLS: Readonly<Record<'bash' | 'zsh' | 'fish', (commands: readonly DescribedCommand[]) => string>> = {
	bash: bashCompletion,
	zsh: zshCompletion,
	fish: fishCompletion,
};

/** Of flags that take more than what comes with gemmark, what comes with it. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
	'--runner': RUNNER_NAMES,
	'--dialect': DIALECT_NAMES,
	'--suite': SUITE_KINDS,
	'--policy': ['push', 'discard', 'from:'],
	'--thinking': ['off', 'on'],
};
