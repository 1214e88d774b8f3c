import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/base/read-file.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import { table } from './table.ts';

/** What `gemmark rescore` costs: CPU and wall time in ms, peak memory in bytes. */
interface RescoreCost {
	readonly cpuMs: number;
	readonly wallMs: number;
	readonly rssBytes: number;
}

/** The fewest of a few runs each, of this checkout and, if one is named, of another. */
export interface RescoreResult {
	readonly what: 'unchanged' | 'changed' | 'long';
	readonly samples: number;
	readonly here: RescoreCost;
	readonly there?: RescoreCost;
}

const RUNS = 3;
const GOALS = { unchanged: 0.35, changed: 0.6, long: 1e9 } as const;

/**
 * Scores a log again with nothing changed, with every score changed, and a log of ten times its length. Each checkout
 * reads a log as it writes them; their runs alternate.
 */
export async function benchRescore(
	folder: string,
	{ log, long }: { readonly log: Log; readonly long: Log },
	checkout: string | undefined,
): Promise<readonly RescoreResult[]> {
	const roots = [packageRoot(), ...(checkout === undefined ? [] : [resolve(checkout)])];
	const sides = roots.map((root, index) => ({ root, place: join(folder, `side-${index}`) }));
	const fill = async (of: Log, name: string): Promise<void> => {
		for (const { root, place } of sides) {
			mkdirSync(place, { recursive: true });
			await writeAs(root, join(place, name), of);
		}
	};
	const measured = (what: RescoreResult['what'], samples: number, runs: number): RescoreResult => {
		const costs = sides.map((): RescoreCost[] => []);
		for (let round = 0; round < runs; round += 1) {
			for (const [index, { root, place }] of sides.entries()) {
				if (what !== 'unchanged') copyFileSync(join(place, what), join(place, LOG_NAME));
				costs[index]?.push(rescoreCost(root, place));
			}
		}
		const [here, there] = costs.map(fewest);
		if (here === undefined) throw new Error('nothing was measured');
		return { what, samples, here, there };
	};
	await fill(log, LOG_NAME);
	await fill({ ...log, samples: log.samples.map(otherwiseScored) }, 'changed');
	// Reports are there, as after a run.
	for (const { root, place } of sides) rescoreCost(root, place);
	const short = [measured('unchanged', log.samples.length, RUNS), measured('changed', log.samples.length, RUNS)];
	await fill(long, 'long');
	return [...short, measured('long', long.samples.length, 1)];
}

/** By the writer of a checkout, in its version of the format. */
async function writeAs(root: string, file: string, log: Log): Promise<void> {
	const from = (path: string): string => pathToFileURL(join(root, path)).href;
	const { writeLogFile } = await import(from('src/log/write-log.ts'));
	const { LOG_VERSION } = await import(from('src/log/record.ts'));
	writeLogFile(file, { ...log, header: { ...log.header, version: LOG_VERSION } });
}

function otherwiseScored(sample: Log['samples'][number]): Log['samples'][number] {
	const scores = Object.fromEntries(Object.keys(sample.scores).map((name) => [name, { value: -1 }]));
	return { ...sample, scores };
}

const TOLD =
	"import{writeSync}from'node:fs';process.on('exit',()=>writeSync(3,JSON.stringify(process.resourceUsage())))";

function rescoreCost(root: string, folder: string): RescoreCost {
	const startedAt = performance.now();
	const { status, stderr, output } = spawnSync(
		process.execPath,
		[`--import=data:text/javascript,${encodeURIComponent(TOLD)}`, join(root, 'cli', 'main.ts'), 'rescore', folder],
		{ stdio: ['ignore', 'ignore', 'pipe', 'pipe'], encoding: 'utf8' },
	);
	const wallMs = performance.now() - startedAt;
	// 3: the log decides nothing.
	if (status !== 0 && status !== 3) throw new Error(`gemmark rescore ended with ${status}: ${stderr.slice(-500)}`);
	const usage = JSON.parse(output[3] ?? '') as NodeJS.ResourceUsage;
	return { cpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000, wallMs, rssBytes: usage.maxRSS * 1024 };
}

function fewest(costs: readonly RescoreCost[]): RescoreCost {
	const least = (of: (cost: RescoreCost) => number): number => Math.min(...costs.map(of));
	return {
		cpuMs: least(({ cpuMs }) => cpuMs),
		wallMs: least(({ wallMs }) => wallMs),
		rssBytes: least(({ rssBytes }) => rssBytes),
	};
}

/** One line for each measure, with its goal. */
export function rescoreTable(results: readonly RescoreResult[]): string {
	const seconds = (ms: number): string => (ms / 1000).toFixed(1);
	const cells = ({ cpuMs, wallMs, rssBytes }: RescoreCost): string =>
		`${seconds(wallMs)} s wall, ${seconds(cpuMs)} s CPU, ${(rssBytes / 1e6).toFixed(0)} MB`;
	const share = (one: number, other: number | undefined): string =>
		other === undefined ? '' : (one / other).toFixed(2);
	return table(
		['gemmark rescore', 'here', 'checkout', 'wall ratio', 'CPU ratio', 'goal'],
		results.map(({ what, samples, here, there }) => [
			`${samples} samples, ${what === 'changed' ? 'every score changed' : what === 'long' ? 'reports written' : 'nothing changed'}`,
			cells(here),
			there === undefined ? '' : cells(there),
			share(here.wallMs, there?.wallMs),
			share(here.cpuMs, there?.cpuMs),
			what === 'long' ? `${GOALS.long / 1e6} MB` : `${GOALS[what]}`,
		]),
	);
}
