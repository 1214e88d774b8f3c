import type { EventEmitter } from 'node:events';
import { EnvironmentError, type ExitCode } from '../../src/base/errors.ts';
import { reportFailure } from '../process/failure.ts';

/** Where the CLI prints, and how it is told that printing failed. */
export interface OutputStreams {
	readonly stdout: EventEmitter;
	readonly stderr: EventEmitter & { write(text: string): unknown };
	readonly onFailure: (exitCode: ExitCode) => void;
}

/**
 * Keeps a failing stdout or stderr from ending a run that writes files: a reader that has seen enough (`| head -1`)
 * is no failure, a full disk behind `>` is told and gives exit code 3.
 */
export function surviveFailingOutput({ stdout, stderr, onFailure }: OutputStreams): void {
	stderr.on('error', () => {});
	stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code === 'EPIPE') return;
		const failure = new EnvironmentError(`standard output: cannot be written (${error.code ?? error.message})`);
		onFailure(reportFailure(failure, (line) => stderr.write(`${line}\n`)));
	});
}
