import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StartupTiming } from '../../src/bench/bench-report.ts';
import { sideBySide } from '../../src/bench/side-by-side.ts';
import { packageRoot } from '../../src/package/package-root.ts';

/** What a command that only prints may cost on top of bare Node. */
const BUDGET_MS = 50;

/** The least that gemmark does, and the most: which options `run` has is told by its runners. */
const COMMANDS: readonly (readonly string[])[] = [['--version'], ['run', '--help']];

/** Times commands that only print against bare Node, taking turns so that all meet the same machine. */
export function benchStartup(runs: number, onRun: (done: number) => void): readonly StartupTiming[] {
	const entry = installedEntry();
	const source = entry.endsWith('.ts') ? ', from source' : '';
	const node: number[] = [];
	const own = COMMANDS.map((args) => ({ args, times: [] as number[] }));
	for (let run = 0; run <= runs; run += 1) {
		const bare = time(['-e', '0']);
		const turn = own.map(({ args }) => time([entry, ...args]));
		onRun(run);
		// The first turn warms the page cache.
		if (run === 0) continue;
		node.push(bare);
		for (const [at, ms] of turn.entries()) own[at]?.times.push(ms);
	}
	return own.map(({ args, times }) => ({
		command: `gemmark ${args.join(' ')}${source}`,
		times: sideBySide(node, times),
		budgetMs: BUDGET_MS,
	}));
}

/** What a package starts; a checkout that was never built has its source alone, which Node strips of types at each start. */
function installedEntry(): string {
	const [, entry] = process.argv;
	if (entry === undefined) throw new Error('gemmark runs without an entry file');
	const built = join(packageRoot(), 'dist', 'cli', 'main.js');
	return entry.endsWith('.ts') && existsSync(built) ? built : entry;
}

function time(args: readonly string[]): number {
	const started = performance.now();
	const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
	if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
	return performance.now() - started;
}
