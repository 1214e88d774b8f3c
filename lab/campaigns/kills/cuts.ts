import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRun } from '../../../reports/render-run.ts';
import { reportedRun } from '../../../reports/reported-run.ts';
import { compose } from '../../../run/compose/compose.ts';
import { habitCoachApp } from '../../../run/compose/habit-coach.ts';
import { evaluate } from '../../../run/evaluate.ts';
import { type Run, readRun } from '../../../run/results/read-run.ts';
import { llamaCppRunner } from '../../../runners/llama-cpp/index.ts';
import { GemmarkError } from '../../../src/base/errors.ts';
import { ownCorpusFile } from '../../../src/corpus/corpus-files.ts';
import { rescore } from '../../../src/eval/scoring/rescore.ts';
import type { Suite } from '../../../src/eval/suite.ts';
import { LOG_NAME } from '../../../src/log/folder.ts';
import { prefixSuite } from '../../../suites/prefix/index.ts';
import { keptRunner } from '../faults/kept-runner.ts';
import { otherSamples, samplesIn, scriptedModel } from '../trial/scripted-run.ts';
import type { Tally } from '../trial/tally.ts';

const suitesNamed = async (names: readonly string[]): Promise<readonly Suite[]> =>
	(await compose(undefined)).suites(names);

/** A log that is cut in its last lines, byte by byte, then read, shown, scored again and gone on with. */
export interface Cuts {
	/** The cuts of one round: the next bytes from where the seed points. */
	round(seed: number, tally: Tally): Promise<void>;
	close(): Promise<void>;
}

export async function openCuts(folder: string, aRound: number): Promise<Cuts> {
	mkdirSync(folder);
	const here = process.cwd();
	// Each run marks itself as the latest of the working folder.
	process.chdir(folder);
	const runner = keptRunner(llamaCppRunner);
	const config = { app: await habitCoachApp(), suites: [prefixSuite({ corpus: ownCorpusFile('prefix') })] };
	const run = (resume: boolean): Promise<Run> =>
		evaluate(
			{ ...config, allowOutside: true },
			{ target: { runner, model, threads: 1 }, out: 'run', limit: 3, resume },
		);
	const model = scriptedModel(folder);
	await run(false);
	const file = join(folder, 'run', LOG_NAME);
	const bytes = readFileSync(file);
	const whole = samplesIn('run');
	// The last sample and the footer; every fourth cut is one of the header.
	const from = bytes.lastIndexOf('\n', bytes.lastIndexOf('\n', bytes.length - 2) - 1) + 1;
	const suites = await suitesNamed(['prefix']);
	const cut = async (at: number): Promise<string | undefined> => {
		writeFileSync(file, bytes.subarray(0, at));
		const read = await readRun(file).catch((error: unknown) => {
			if (error instanceof GemmarkError) return undefined;
			throw error;
		});
		if (read === undefined && at >= from) return `cut at ${at} of ${bytes.length}: the log cannot be read`;
		if (read !== undefined) {
			renderRun(reportedRun(read), 'en');
			const again = otherSamples(rescore(read.samples, suites, { language: 'ko' }).samples.map(asLogged), whole);
			if (again !== undefined && !/^\d+ of \d+ samples lost, 0 doubled, 0 changed/u.test(again)) return again;
		}
		await run(true);
		const other = otherSamples(samplesIn('run'), whole);
		return other === undefined ? undefined : `cut at ${at} of ${bytes.length}: ${other}`;
	};
	return {
		async round(seed, tally) {
			for (let index = 0; index < aRound; index += 1) {
				const next = seed * aRound + index;
				if (index % 4 === 3) await tally.try('cut: before', seed, () => cut(next % from));
				else await tally.try('cut: last lines', seed, () => cut(from + (next % (bytes.length - from))));
			}
		},
		async close() {
			await runner.disposeAll();
			process.chdir(here);
		},
	};
}

function asLogged<T extends object>(sample: T): T & { readonly type: 'sample' } {
	return { ...sample, type: 'sample' };
}
