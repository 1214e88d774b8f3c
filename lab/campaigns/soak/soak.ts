import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFlat, LEAST_SAMPLES, type MemoryPoint, memoryGrowth } from '../../benches/memory-growth.ts';
import { watchMemory } from '../../benches/memory-watch.ts';
import { startGemmark, unreportedEnd } from '../trial/gemmark-process.ts';
import { SCRIPTED_EXIT, samplesIn, scriptedModel, scriptedRun } from '../trial/scripted-run.ts';
import type { Trial } from '../trial/trial.ts';
import { memoryCsv, memorySvg } from './memory-curve.ts';

/**
 * One run, of 15 prompts a round, with the memory of its process: judged where it has samples enough to be warm, else only
 * reported. A long one draws the picture of the documents.
 */
export const soak: Trial = {
	round: '15 samples of one run',
	rounds: { short: 4, long: 667 },
	async run({ tally, folder, rounds }) {
		const all = [...rounds()];
		const [first] = all;
		if (first === undefined) return;
		const args = scriptedRun(scriptedModel(folder), all.length);
		const samples = 15 * all.length;
		let points: readonly MemoryPoint[] = [];
		const judged = samples >= LEAST_SAMPLES;
		await tally.try(
			judged ? 'flat memory of the run' : 'end of the run, too short to judge its memory',
			first.seed,
			async () => {
				const { child, ended } = startGemmark(args, { cwd: folder, seconds: MOST_SECONDS });
				const watch = watchMemory(child.pid ?? 0);
				points = watch.points;
				const end = await ended.finally(() => watch.stop());
				return unreportedEnd(end, [SCRIPTED_EXIT]) ?? (judged ? grown(points, samples) : undefined);
			},
		);
		const kept = samplesIn(join(folder, 'run')).length;
		tally.tried('samples', samples);
		if (kept !== samples) tally.failed('samples', first.seed, `${kept} of ${samples} samples are in the log`);
		process.stdout.write(`${memoryCsv(points)}\n`);
		if (all.length >= soak.rounds.long)
			writeFileSync(join(import.meta.dirname, 'memory-curve.svg'), memorySvg(points, kept));
	},
};

const MOST_SECONDS = 3600;

/** Why the curve is not flat. */
function grown(points: readonly MemoryPoint[], samples: number): string | undefined {
	const growth = memoryGrowth(points, samples);
	if (growth === undefined) return `${points.length} points are none of a curve`;
	const { warm, end } = growth;
	const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
	return isFlat(growth) ? undefined : `grows from ${mib(warm)} to ${mib(end)}`;
}
