import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/package/package-root.ts';
import { startGemmark, untoldEnd } from '../trial/gemmark-process.ts';
import { residentBytes } from '../trial/process-family.ts';
import { samplesIn, scriptedModel, scriptedRun } from '../trial/scripted-run.ts';
import type { Trial } from '../trial/trial.ts';
import { type MemoryPoint, memoryCsv, memorySvg } from './memory-curve.ts';

/**
 * One run, of 15 prompts a round, with the memory of its process: judged where it has samples enough to be warm, else only
 * told. A long one draws the picture of the documents.
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
		const points: MemoryPoint[] = [];
		const judged = samples >= LEAST_SAMPLES;
		await tally.try(
			judged ? 'flat memory of the run' : 'end of the run, too short to judge its memory',
			first.seed,
			async () => {
				const { child, ended } = startGemmark(args, { cwd: folder, seconds: MOST_SECONDS });
				const started = performance.now();
				const watch = setInterval(() => {
					const bytes = residentBytes(child.pid ?? 0);
					if (bytes !== undefined) points.push({ seconds: (performance.now() - started) / 1000, bytes });
				}, SAMPLE_MS);
				const end = await ended.finally(() => clearInterval(watch));
				return untoldEnd(end, [0]) ?? (judged ? growth(points) : undefined);
			},
		);
		const kept = samplesIn(join(folder, 'run')).length;
		tally.tried('samples', samples);
		if (kept !== samples) tally.failed('samples', first.seed, `${kept} of ${samples} samples are in the log`);
		process.stdout.write(`${memoryCsv(points)}\n`);
		if (all.length >= soak.rounds.long)
			writeFileSync(join(packageRoot(), 'docs', 'memory-curve.svg'), memorySvg(points, kept));
	},
};

const SAMPLE_MS = 250;
const MOST_SECONDS = 3600;
/** Of the run, until caches are full and the compiler has done its work. */
const WARM_UP = 0.2;
const FLAT = 1.1;
/** A shorter run ends before its code is compiled and its caches are full, however long it takes on a busy machine. */
const LEAST_SAMPLES = 1500;

/** Why the curve is not flat: the median of its last fifth against that of the first behind the warm-up. */
function growth(points: readonly MemoryPoint[]): string | undefined {
	const part = (from: number): number => {
		const bytes = points.slice(from * points.length, (from + 0.2) * points.length).map((point) => point.bytes);
		return bytes.toSorted((one, other) => one - other)[Math.floor(bytes.length / 2)] ?? 0;
	};
	const [before, after] = [part(WARM_UP), part(0.8)];
	const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;
	return after > FLAT * before ? `grows from ${mib(before)} to ${mib(after)}` : undefined;
}
