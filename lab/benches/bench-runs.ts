import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { packageRoot } from '../../src/base/read-file.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { type SideBySide, sideBySide } from './side-by-side.ts';
import { table, timeMark } from './table.ts';

/** A whole command beside what it is measured against, in turns. */
export interface RunsRow {
	readonly what: string;
	readonly anchor: string;
	/** Of the anchor, then of this checkout, seconds; absent where the anchor is not there. */
	readonly seconds?: SideBySide;
	/** Of the anchor by ours (`faster`), or of ours by the anchor (`share`). */
	readonly ratio: 'faster' | 'share';
	readonly goal: number;
	/** Why there is no anchor. */
	readonly missing?: string;
}

const TURNS = 5;
const FIFTEEN_BY_SIX = ['--suite', 'prefix', '--epochs', '6', '--temperature', '1'];
const SERVER_STARTS_MS = 60_000;

/**
 * `npm start` beside that of another checkout, 15 prompts six times beside llama-server (found in PATH or LLAMA_SERVER), and
 * `--parallel 4` beside no flag.
 */
export async function benchRuns(
	model: string,
	checkout: string | undefined,
	onProgress: (done: number, total: number, label: string) => void,
): Promise<readonly RunsRow[]> {
	return inTemporaryFolder(async (folder) => {
		const run = (args: readonly string[], root = packageRoot()): number => {
			const startedAt = performance.now();
			const [main, own] = [join(root, 'cli', 'main.ts'), ['--out', join(folder, `${runs++}`), '--quiet']];
			const env = { ...process.env, GEMMARK_NO_CACHE: '1', GEMMARK_CACHE: join(folder, 'cache') };
			execFileSync(process.execPath, [main, 'run', '--model', model, ...args, ...own], {
				cwd: folder,
				stdio: 'ignore',
				env,
			});
			return (performance.now() - startedAt) / 1000;
		};
		let runs = 0;
		const inTurns = (label: string, anchor: () => number, ours: () => number): SideBySide => {
			const seconds: [anchor: number[], ours: number[]] = [[], []];
			for (let turn = 0; turn <= TURNS; turn += 1) {
				onProgress(turn, TURNS + 1, label);
				const pair = [anchor(), ours()] as const;
				// The first pair fills caches.
				if (turn > 0) for (const index of [0, 1] as const) seconds[index].push(pair[index]);
			}
			return sideBySide(...seconds);
		};
		const rows: RunsRow[] = [];
		const start = { what: 'npm start', anchor: 'the checkout before', ratio: 'share', goal: 0.65 } as const;
		if (checkout === undefined) rows.push({ ...start, missing: 'name a checkout with --checkout' });
		else
			rows.push({
				...start,
				seconds: inTurns(
					'npm start',
					() => run([], checkout),
					() => run([]),
				),
			});
		const server = llamaServer();
		const whole = { what: '15 prompts, 6 times each', anchor: 'llama-server', ratio: 'faster', goal: 3.5 } as const;
		if (server === undefined) rows.push({ ...whole, missing: 'llama-server is not in PATH; LLAMA_SERVER may name it' });
		else {
			const { child, address } = await startServer(server, model);
			const remote = ['--runner', 'openai', '--base-url', address, ...FIFTEEN_BY_SIX];
			try {
				rows.push({
					...whole,
					seconds: inTurns(
						'llama-server',
						() => run(remote),
						() => run(FIFTEEN_BY_SIX),
					),
				});
			} finally {
				child.kill('SIGKILL');
			}
		}
		rows.push({
			what: '--parallel 4, 15 prompts, 6 times each',
			anchor: 'no flag',
			ratio: 'share',
			goal: 1.05,
			seconds: inTurns(
				'--parallel',
				() => run(FIFTEEN_BY_SIX),
				() => run([...FIFTEEN_BY_SIX, '--parallel', '4']),
			),
		});
		return rows;
	});
}

function llamaServer(): string | undefined {
	const { LLAMA_SERVER: named, PATH = '' } = process.env;
	if (named !== undefined) return named;
	return PATH.split(delimiter)
		.map((folder) => join(folder, 'llama-server'))
		.find((path) => existsSync(path));
}

async function startServer(
	server: string,
	model: string,
): Promise<{ readonly child: ChildProcess; readonly address: string }> {
	const port = 7360;
	const options = ['--model', model, '--port', `${port}`, '--ctx-size', '8192', '--parallel', '1', '--jinja'];
	const child = spawn(server, options, { stdio: 'ignore' });
	const address = `http://127.0.0.1:${port}`;
	const until = performance.now() + SERVER_STARTS_MS;
	while (
		!(await fetch(`${address}/health`).then(
			({ ok }) => ok,
			() => false,
		))
	) {
		if (performance.now() > until || child.exitCode !== null)
			throw new Error(`${server} does not answer at ${address}`);
		await delay(200);
	}
	return { child, address };
}

export function runsTable(rows: readonly RunsRow[], isBusy: boolean): string {
	return table(
		['command', 'anchor', 'anchor s', 'gemmark s', 'ratio', '95 % interval', 'wanted'],
		rows.map(({ what, anchor, seconds, ratio, goal, missing }) => {
			const wanted = `${ratio === 'faster' ? 'at least' : 'at most'} ${goal}`;
			if (seconds === undefined) return [what, anchor, '', '', '', '', `${wanted}: ${missing}`];
			// `ratio` of both is ours by the anchor's.
			const shown = (value: number): number => (ratio === 'faster' ? 1 / value : value);
			const value = shown(seconds.ratio);
			const ends = seconds.interval?.map(shown).toSorted((one, other) => one - other);
			return [
				...[what, anchor, seconds.first.toFixed(2), seconds.second.toFixed(2), value.toFixed(2)],
				ends?.map((end) => end.toFixed(2)).join(' to ') ?? '',
				`${wanted}${timeMark(ratio === 'faster' ? value >= goal : value <= goal, isBusy)}`,
			];
		}),
	);
}
