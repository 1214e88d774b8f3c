import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../../src/base/errors.ts';
import { distribution } from '../../src/stats/distribution.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { table, timeMark } from './table.ts';

/** Of one load, processes and their imports included. */
interface Load {
	readonly wallSeconds: number;
	readonly cpuSeconds: number;
}

/** Loads of an E2B-shaped file, a pair an entry, each in processes of its own. */
export interface LoadResult {
	readonly bare: readonly Load[];
	readonly gemmark: readonly Load[];
}

const WAYS = ['bare', 'gemmark'] as const;
const PAIRS = 3;
const VOCABULARY = 262_144;
/** Of gemmark's time and CPU by those of node-llama-cpp alone. */
const MOST = 1.3;

/**
 * Loads a file of E2B's shape (2.6 GB) with node-llama-cpp alone and through gemmark, in turns. A first pair, which reads the
 * file and takes its hash, does not count. Throws {@link EnvironmentError} where the CPU time of processes is unknown.
 */
export async function benchLoad(onProgress: (done: number, total: number, label: string) => void): Promise<LoadResult> {
	return inTemporaryFolder(async (folder) => {
		const model = join(folder, 'random-gemma4-e2b-q4_0.gguf');
		onProgress(0, PAIRS + 1, 'writing a random model of E2B');
		writeRandomGguf(model, 'gemma4-e2b', { type: 'q4_0', vocabularySize: VOCABULARY });
		const loads = { bare: [] as Load[], gemmark: [] as Load[] };
		for (let pair = 0; pair <= PAIRS; pair++) {
			onProgress(pair, PAIRS + 1, 'loading in turns');
			for (const way of WAYS) {
				const load = await loadOnce(way, model, folder);
				if (pair > 0) loads[way].push(load);
			}
		}
		return loads;
	});
}

async function loadOnce(way: (typeof WAYS)[number], model: string, cache: string): Promise<Load> {
	const env = { ...process.env, GEMMARK_CACHE: cache };
	const startedAt = performance.now();
	const child = fork(new URL('./load-process.ts', import.meta.url), [way, model], { env, execArgv: ['--no-warnings'] });
	const ended = new Promise((resolve) => child.on('exit', resolve));
	await Promise.race([new Promise((resolve) => child.once('message', resolve)), ended]);
	const wallSeconds = (performance.now() - startedAt) / 1000;
	try {
		return { wallSeconds, cpuSeconds: cpuSeconds(child.pid ?? 0) };
	} catch (cause) {
		throw new EnvironmentError('the CPU time of a load is unknown here', {
			hint: 'Run `npm run bench -- load` on Linux, with 3 GB of free memory.',
			cause,
		});
	} finally {
		child.kill('SIGKILL');
		await ended;
	}
}

/** Ticks of a process's times in /proc, by Linux for every machine. Source: proc_pid_stat(5), sysconf(3). */
const TICKS = 100;

/** User and system time of a process, of its children now, and of those that have ended. */
function cpuSeconds(pid: number): number {
	const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/u);
	const own = fields.split(' ').slice(11, 15).map(Number);
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
	const seconds = own.reduce((sum, ticks) => sum + ticks, 0) / TICKS;
	return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), seconds);
}

export function loadTable({ bare, gemmark }: LoadResult, isBusy: boolean): string {
	const row = (label: string, of: (load: Load) => number): readonly string[] => {
		const ratio = median(gemmark.map((load, index) => of(load) / of(bare[index] ?? load)));
		const goal = `at most ${MOST}${timeMark(ratio <= MOST, isBusy)}`;
		return [label, median(bare.map(of)).toFixed(2), median(gemmark.map(of)).toFixed(2), ratio.toFixed(2), goal];
	};
	return table(
		[`E2B's shape, medians of ${bare.length}`, 'node-llama-cpp s', 'gemmark s', 'ratio of pairs', 'wanted'],
		[row('time', ({ wallSeconds }) => wallSeconds), row('CPU', ({ cpuSeconds }) => cpuSeconds)],
	);
}

function median(values: readonly number[]): number {
	return distribution(values).p50 ?? Number.NaN;
}
