import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../src/base/read-file.ts';

/** The command line of this checkout as a process. */
export interface GemmarkProcess {
	readonly child: ChildProcess;
	readonly ended: Promise<Ended>;
}

export interface Ended {
	/** Null where a signal ended it. */
	readonly code: number | null;
	readonly stdout: string;
	readonly stderr: string;
}

export interface ProcessOptions {
	readonly cwd: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Leads a process group of its own. */
	readonly detached?: boolean;
	/** Started under this command. */
	readonly under?: readonly string[];
	/** Killed after it (default: 120). */
	readonly seconds?: number;
}

export function startGemmark(
	args: readonly string[],
	{ cwd, env = {}, detached = false, under = [], seconds = 120 }: ProcessOptions,
): GemmarkProcess {
	const [command = '', ...rest] = [...under, process.execPath, join(packageRoot(), 'cli', 'main.ts'), ...args];
	const child = spawn(command, rest, {
		cwd,
		env: { ...process.env, ...env },
		detached,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const said = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr'] as const) {
		child[name].setEncoding('utf8').on('data', (text: string) => {
			said[name] += text;
		});
	}
	const overtime = setTimeout(() => child.kill('SIGKILL'), 1000 * seconds);
	const ended = new Promise<Ended>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => {
			clearTimeout(overtime);
			resolve({ code, ...said });
		});
	});
	return { child, ended };
}

/** Runs it to its end. */
export function gemmark(args: readonly string[], options: ProcessOptions): Promise<Ended> {
	return startGemmark(args, options).ended;
}

/** Why an end is none of a program that knows what happened to it; absent where it is one of the exit codes and one line. */
export function unreportedEnd({ code, stdout, stderr }: Ended, allowed: readonly number[]): string | undefined {
	const reported = stderr.split('\n').filter((line) => line.startsWith('gemmark: '));
	const said = stderr.trim().slice(-300);
	if (code === null || !allowed.includes(code)) return `exit code ${code}, not ${allowed.join(' or ')}: ${said}`;
	if (/bug in gemmark|unexpected failure|^\s+at .+:\d+:\d+\)?$/mu.test(stderr)) return `an untyped failure: ${said}`;
	// A run that decides nothing says so where its summary stands.
	return code > 1 && reported.length === 0 && stdout.trim() === ''
		? `exit code ${code} without a word: ${said}`
		: undefined;
}
