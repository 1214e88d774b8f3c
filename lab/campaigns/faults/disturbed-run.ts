import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { habitCoachApp } from '../../../run/compose/habit-coach.ts';
import { evaluate } from '../../../run/evaluate.ts';
import type { Run } from '../../../run/results/read-run.ts';
import { GemmarkError } from '../../../src/base/errors.ts';
import { errorType } from '../../../src/base/thrown.ts';
import type { Config } from '../../../src/config/define.ts';
import { ownCorpusFile } from '../../../src/corpus/corpus-files.ts';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { readLogFile } from '../../../src/log/read-log.ts';
import { prefixSuite } from '../../../suites/prefix/index.ts';
import { chance } from '../trial/chance.ts';
import type { Bench } from './bench.ts';
import type { Fault, Ground } from './fault.ts';
import { type Judgement, judgeRun, type Undisturbed, undisturbedPath } from './judge-run.ts';

/** Runs the prefix suite under a fault, and holds what it says against the undisturbed run. Never throws. */
export async function disturbedRun<Engine>(
	bench: Bench<Engine>,
	fault: Fault<Engine>,
	undisturbed: Undisturbed,
	seed: number,
): Promise<Judgement> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-fault-'));
	const luck = chance(seed);
	const hits = [...undisturbed.hits.values()].filter(Boolean).length;
	// Where a single miss that was none, or a single hit, would take the other path; and the app's own threshold.
	const threshold = luck.pick([hits, hits + 1, 5]);
	const ground = await openGround(bench, folder, threshold);
	try {
		return judgeRun(await fault.run(ground, luck), undisturbed, undisturbedPath(undisturbed, threshold));
	} catch (error) {
		return await judgeRefusal(error, ground.logFile);
	} finally {
		ground.close();
		await bench.settle();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The suite as it decides for the habit coach, of an engine that nothing disturbs. */
export async function undisturbedRun<Engine>(bench: Bench<Engine>): Promise<Run> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-undisturbed-'));
	try {
		return await (await openGround(bench, folder, 5)).evaluate();
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function openGround<Engine>(
	{ engine, target }: Bench<Engine>,
	folder: string,
	threshold: number,
): Promise<Ground<Engine> & { close(): void }> {
	const config: Config = {
		app: await habitCoachApp(),
		suites: [prefixSuite({ corpus: ownCorpusFile('prefix'), decision: { hits: threshold, of: 15 } })],
		allowOutside: true,
	};
	const timers = new Set<NodeJS.Timeout>();
	return {
		engine,
		logFile: join(folder, LOG_NAME),
		evaluate: (options) => evaluate(config, { ...options, out: folder, target: { ...target, ...options?.target } }),
		after(samples, milliseconds, act) {
			let due = false;
			return {
				listen: {
					progress({ done }) {
						if (due || done < samples) return;
						due = true;
						timers.add(setTimeout(act, milliseconds));
					},
				},
			};
		},
		close() {
			for (const timer of timers) clearTimeout(timer);
		},
	};
}

/** A refusal is one typed line, and what was logged before it can be read. */
async function judgeRefusal(error: unknown, logFile: string): Promise<Judgement> {
	const line = error instanceof Error ? error.message : String(error);
	if (!(error instanceof GemmarkError))
		return { outcome: 'wrong', why: `throws ${errorType(error)}: ${line}`, causes: [] };
	if (line.includes('\n')) return { outcome: 'wrong', why: `refuses in several lines: ${line}`, causes: [] };
	if (existsSync(logFile)) {
		const unreadable = await readLogFile(logFile).then(
			() => undefined,
			(thrown: unknown) => String(thrown),
		);
		if (unreadable !== undefined) return { outcome: 'wrong', why: unreadable, causes: [] };
	}
	return { outcome: 'refused', why: line, causes: [] };
}
