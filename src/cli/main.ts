#!/usr/bin/env node
import { reportFailure } from './failure.ts';
import { createProgram } from './program.ts';

// Everything heavy is imported by the command that needs it: `--version` and `--help` must stay instant.
try {
	await createProgram().parseAsync(process.argv);
} catch (error) {
	process.exitCode = reportFailure(error, (line) => process.stderr.write(`${line}\n`));
}
