import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Sampling } from '../../src/model/completer.ts';

/** What the bare loop runs, and how: the numbers of an {@link EngineIdentity}, so that both do the same work. */
export interface BareLoopOptions {
	readonly model: string;
	readonly contextSize: number;
	readonly batchSize: number;
	readonly threads: number;
	readonly flashAttention: boolean;
	readonly prompt: string;
	/** Generated whatever the model says; end-of-generation tokens do not end it. */
	readonly maxTokens: number;
	readonly sampling: Sampling;
}

/** One run: its tokens, their arrival and all of it in milliseconds from its start. Nothing is cached between runs. */
export interface BareLoopRun {
	readonly tokens: readonly number[];
	readonly tokenAtMs: readonly number[];
	readonly totalMs: number;
}

interface BareLoop {
	run(): Promise<BareLoopRun>;
	dispose(): Promise<void>;
}

/** Starts a loop over node-llama-cpp in a separate process, to measure gemmark against. */
export async function startBareLoop(options: BareLoopOptions): Promise<BareLoop> {
	const child = fork(join(import.meta.dirname, 'bare-loop.ts'), {
		serialization: 'advanced',
		execArgv: ['--no-warnings'],
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		// As gemmark's engine runs.
		env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
	});
	const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
	await ask(child, options);
	return {
		run: () => ask(child, 'run') as Promise<BareLoopRun>,
		async dispose() {
			child.kill('SIGKILL');
			await closed;
		},
	};
}

function ask(child: ChildProcess, question: BareLoopOptions | 'run'): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const died = (): void => reject(new Error('the bare loop ended before it answered'));
		child.once('close', died);
		child.once('message', (answer) => {
			child.off('close', died);
			resolve(answer);
		});
		child.send(question);
	});
}
