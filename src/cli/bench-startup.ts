import { spawnSync } from 'node:child_process';
import { distribution } from '../stats/distribution.ts';

/** Start-up of a command against that of Node itself, medians in milliseconds. */
export interface StartupTiming {
	readonly command: string;
	readonly runs: number;
	readonly nodeMs: number;
	readonly commandMs: number;
}

/** Times `gemmark --version` against bare Node, taking turns so that both meet the same machine. */
export function benchStartup(runs: number): StartupTiming {
	const entry = process.argv[1];
	if (entry === undefined) throw new Error('gemmark runs without an entry file');
	const node: number[] = [];
	const command: number[] = [];
	for (let run = 0; run <= runs; run += 1) {
		const bare = time(['-e', '0']);
		const own = time([entry, '--version']);
		// The first turn warms the page cache.
		if (run === 0) continue;
		node.push(bare);
		command.push(own);
	}
	return { command: 'gemmark --version', runs, nodeMs: median(node), commandMs: median(command) };
}

function time(args: readonly string[]): number {
	const started = performance.now();
	const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
	if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
	return performance.now() - started;
}

function median(values: readonly number[]): number {
	return distribution(values).p50 ?? Number.NaN;
}
