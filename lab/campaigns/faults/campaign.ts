import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, nativeBench, serverBench } from './bench.ts';
import { disturbedRun, undisturbedRun } from './disturbed-run.ts';
import { type Judgement, undisturbedOf } from './judge-run.ts';

export interface FaultCampaign {
	/** Half of them, rounded up, in the native engine, the others over HTTP. */
	readonly runs: number;
	/** Chooses what happens when; when a process dies is up to the machine all the same. */
	readonly seed: number;
	readonly onRun?: (run: JudgedRun) => void;
}

/** A run of the campaign. */
export interface JudgedRun extends Judgement {
	readonly bench: string;
	readonly fault: string;
	/** Of its choices. */
	readonly seed: number;
}

/** Runs the prefix suite on the bundled miniature under random faults, native and over HTTP side by side. */
export async function faultCampaign({ runs, seed, onRun }: FaultCampaign): Promise<readonly JudgedRun[]> {
	const here = process.cwd();
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-faults-'));
	// Each run marks itself as the latest of the working folder.
	process.chdir(folder);
	try {
		const half = Math.ceil(runs / 2);
		const [native, served] = await Promise.all([
			benchRuns(nativeBench(), half, seed, onRun),
			serverBench().then((bench) => benchRuns(bench, runs - half, seed, onRun)),
		]);
		return [...native, ...served];
	} finally {
		process.chdir(here);
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Each fault in turn, so that a short campaign meets as many as it can. */
async function benchRuns<Engine>(
	bench: Bench<Engine>,
	count: number,
	firstSeed: number,
	onRun: FaultCampaign['onRun'],
): Promise<readonly JudgedRun[]> {
	const judged: JudgedRun[] = [];
	try {
		const undisturbed = undisturbedOf(await undisturbedRun(bench));
		for (let index = 0; index < count; index += 1) {
			const fault = bench.faults[(index + firstSeed) % bench.faults.length];
			if (fault === undefined) throw new Error('a bench has faults');
			const seed = firstSeed * 10_000 + index;
			const run = {
				bench: bench.name,
				fault: fault.name,
				seed,
				...(await disturbedRun(bench, fault, undisturbed, seed)),
			};
			onRun?.(run);
			judged.push(run);
		}
		return judged;
	} finally {
		await bench.dispose();
	}
}
