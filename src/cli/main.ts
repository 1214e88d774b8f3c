#!/usr/bin/env node
import { reportFailure } from './failure.ts';
import { surviveFailingOutput } from './output-streams.ts';
import { createProgram } from './program.ts';

let outputFailed: number | undefined;
surviveFailingOutput({
	stdout: process.stdout,
	stderr: process.stderr,
	onFailure: (exitCode) => {
		outputFailed = exitCode;
	},
});
process.on('exit', () => {
	process.exitCode = outputFailed ?? process.exitCode;
});

// Everything heavy is imported by the command that needs it: `--version` and `--help` must stay instant.
try {
	await createProgram().parseAsync(process.argv);
} catch (error) {
	process.exitCode = reportFailure(error, (line) => process.stderr.write(`${line}\n`));
}
