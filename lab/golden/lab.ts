import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { golden, packageEntry, repository } from './play/package-entry.ts';
import { type Fact, readCases, readComparison, readGate, readMetrics, readRows, readSummary } from './read-outcome.ts';

/** A recorded run, or several that belong together. */
export interface Golden {
	readonly name: string;
	/** For the README: what no other case covers. */
	readonly covers: string;
	run(lab: Lab): Promise<void>;
}

export interface Ended {
	readonly exitCode: number;
	readonly stdout: string;
	readonly stderr: string;
}

export interface StepOptions {
	/** Whether times are of recorded clocks, so that they are facts. */
	readonly timed?: boolean;
	readonly metrics?: boolean;
	/** Whether the rows of the CSV are facts here too (default true). */
	readonly rows?: boolean;
	/** Folder of the run (default: the step's name). */
	readonly out?: string;
}

/** The folder of one golden run, the commands that are run in it, and what came out of them. */
export class Lab {
	readonly folder: string;
	readonly outcome: Record<string, Fact> = {};

	constructor(folder: string) {
		this.folder = folder;
		mkdirSync(folder, { recursive: true });
	}

	path(name: string): string {
		return join(this.folder, name);
	}

	read(name: string): string {
		return readFileSync(this.path(name), 'utf8');
	}

	write(name: string, content: string | object): void {
		mkdirSync(dirname(this.path(name)), { recursive: true });
		writeFileSync(
			this.path(name),
			typeof content === 'string' ? content : `${JSON.stringify(content, undefined, '\t')}\n`,
		);
	}

	/** Copies a file or folder of the golden data. */
	copy(from: string, to: string): void {
		cpSync(join(golden, 'data', from), this.path(to), { recursive: true });
	}

	/** A config with targets that play recordings; `rest` are further fields as source text. */
	config(targets: readonly PlayedTarget[], rest = '', name = 'gemmark.config.ts'): void {
		const played = targets.map(({ kind = 'player', recording, ...options }) => {
			const file = recording.endsWith('.json')
				? this.path(recording)
				: join(golden, 'data/generations', `${recording}.json`);
			const fields = Object.entries({ ...options, recording: file }).map(
				([field, value]) => `${field}: ${JSON.stringify(value)}`,
			);
			return `{ runner: ${kind}, ${fields.join(', ')} }`;
		});
		this.write(
			name,
			[
				`import * as gemmark from ${JSON.stringify(packageEntry('.'))};`,
				`import { z } from ${JSON.stringify(import.meta.resolve('zod'))};`,
				...[...new Set(targets.map(({ kind = 'player' }) => kind))].map(
					(kind) => `import { ${kind} } from ${JSON.stringify(address(`play/${FILES[kind]}`))};`,
				),
				'void gemmark; void z;',
				`export default { targets: [${played.join(', ')}], ${rest} };`,
				'',
			].join('\n'),
		);
	}

	/** Runs `gemmark` to its end; `commands.txt` keeps what was run and its stderr, for `--keep`. */
	async gemmark(...args: readonly string[]): Promise<Ended> {
		const result = await ended([join(repository, 'cli/main.ts'), ...args], this.folder);
		const said = `$ gemmark ${args.join(' ')}\n${result.stderr}exit code ${result.exitCode}\n`;
		appendFileSync(this.path('commands.txt'), said);
		return result;
	}

	/** `run`, `merge` or `ingest` into the folder `step`: summary, rows, test cases and exit code become the outcome. */
	async step(step: string, args: readonly string[], options: StepOptions = {}): Promise<Ended> {
		const result = await this.gemmark(...args, '--json', '--out', options.out ?? step);
		this.outcome[step] = {
			exitCode: result.exitCode,
			summary: result.stdout.trim() === '' ? null : readSummary(result.stdout),
		};
		await this.written(step, options);
		return result;
	}

	/** What stands in a run's folder: rows, test cases and, where asked for, metrics. */
	async written(
		step: string,
		{ timed = false, metrics = false, rows = true, out = step }: StepOptions = {},
	): Promise<void> {
		const before = this.outcome[step] as Record<string, Fact> | undefined;
		this.outcome[step] = {
			...before,
			...(rows && { rows: readRows(this.path(out), timed) }),
			cases: readCases(this.path(out)),
			...(metrics && { metrics: readMetrics((await this.gemmark('report', out, '--metrics')).stdout, timed) }),
		};
	}

	async compare(step: string, runs: readonly string[], ...args: readonly string[]): Promise<void> {
		const { exitCode, stdout } = await this.gemmark('compare', ...runs, ...args, '--json', '--out', step);
		this.outcome[step] = { exitCode, comparison: exitCode === 2 ? null : readComparison(stdout) };
	}

	async gate(step: string, runs: readonly string[], gate: object, ...args: readonly string[]): Promise<void> {
		this.write(`${step}.json`, gate);
		const { exitCode, stdout } = await this.gemmark('gate', ...runs, '--gate', `${step}.json`, ...args, '--json');
		this.outcome[step] = { exitCode, gate: stdout === '' ? null : readGate(stdout) };
	}

	/** A command of which the exit code alone is a fact. */
	async exitCode(step: string, ...args: readonly string[]): Promise<Ended> {
		const result = await this.gemmark(...args);
		this.outcome[step] = { exitCode: result.exitCode };
		return result;
	}
}

export interface PlayedTarget {
	/** Default `player`, which continues text; `chat-player` renders and reads by itself. */
	readonly kind?: 'player' | 'chatPlayer';
	readonly model: string;
	/** A name of the golden data, or a file ending in `.json` of the lab's folder. */
	readonly recording: string;
	readonly [option: string]: unknown;
}

const FILES = { player: 'player.ts', chatPlayer: 'chat-player.ts' };

function address(file: string): string {
	return pathToFileURL(join(golden, file)).href;
}

export function ended(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const { GITHUB_ACTIONS: _, GITHUB_STEP_SUMMARY: __, ...own } = process.env;
		const child = spawn(process.execPath, args, {
			cwd,
			env: { ...own, NO_COLOR: '1', NODE_COMPILE_CACHE: join(cwd, '../node-cache'), ...env },
		});
		const said = { stdout: '', stderr: '' };
		for (const name of ['stdout', 'stderr'] as const) {
			child[name].setEncoding('utf8').on('data', (chunk: string) => {
				said[name] += chunk;
			});
		}
		child.on('error', reject);
		child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, ...said }));
	});
}
