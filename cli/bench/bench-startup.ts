import { spawnSync } from 'node:child_process';
import type { StartupTiming } from '../../src/bench/bench-report.ts';
import { sideBySide } from '../../src/bench/side-by-side.ts';

/** What a command that only prints may cost on top of bare Node. */
const BUDGET_MS = 50;

/** Times `gemmark --version` against bare Node, taking turns so that both meet the same machine. */
export function benchStartup(runs: number, onRun: (done: number) => void): StartupTiming {
	const entry = process.argv[1];
	if (entry === undefined) throw new Error('gemmark runs without an entry file');
	const node: number[] = [];
	const command: number[] = [];
	for (let run = 0; run <= runs; run += 1) {
		const bare = time(['-e', '0']);
		const own = time([entry, '--version']);
		onRun(run);
		// The first turn warms the page cache.
		if (run === 0) continue;
		node.push(bare);
		command.push(own);
	}
	return { command: 'gemmark --version', times: sideBySide(node, command), budgetMs: BUDGET_MS };
}

function time(args: readonly string[]): number {
	const started = performance.now();
	const { status } = spawnSync(process.execPath, args, { stdio: 'ignore' });
	if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}`);
	return performance.now() - started;
}
