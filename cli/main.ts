#!/usr/bin/env node
import * as nodeModule from 'node:module';
import { requireRecentNode } from './node-version.ts';

// An old Node must come as far as this: what it lacks by name would be a SyntaxError before the first line runs.
requireRecentNode(process);
// Every later start takes half the time, hence the late imports. Not in the temporary folder, which is everybody's: what
// another user put there would be run.
const { compileCacheFolder } = await import('../src/download/folders.ts');
nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? compileCacheFolder());
const { endFailed } = await import('./process.ts');
const { reportEarlyEnd } = await import('./process.ts');
const { surviveFailingOutput } = await import('./terminal.ts');
const { guardTerminal } = await import('./terminal.ts');
const { printWarnings } = await import('./process.ts');
const { createProgram } = await import('./program.ts');

for (const stream of [process.stdout, process.stderr]) guardTerminal(stream);
printWarnings();
let outputFailed: number | undefined;
surviveFailingOutput({
	stdout: process.stdout,
	stderr: process.stderr,
	onFailure: (exitCode) => {
		outputFailed = exitCode;
	},
});
const own = process.getActiveResourcesInfo();
const done = reportEarlyEnd(() => outputFailed);

// Everything heavy is imported by the command that needs it: `--version` and `--help` must stay instant.
try {
	const program = await createProgram(process.argv.slice(2));
	await program.parseAsync(process.argv);
	const { closeOpened, endInTime } = await import('./process.ts');
	await closeOpened();
	done();
	endInTime(own);
} catch (error) {
	process.exitCode = endFailed(error, process.argv);
	done();
	// What a config has left under way must not keep a failed command from ending.
	process.stdout.write('', () => process.stderr.write('', () => process.exit()));
}
