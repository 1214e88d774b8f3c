import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mainScore } from '../../src/eval/run.ts';
import { scoreNamed } from '../../src/eval/sample.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';

/** Whether samples passed, by what names them for a person; of several epochs, most of them. */
export type Outcomes = ReadonlyMap<string, Outcome>;

interface Outcome {
	/** `SUITE ID`, as the plan of a run has it. */
	readonly prompt: string;
	readonly passes: boolean;
}

/** Of the run in a folder, or of those in its folders; undefined where there is none that ended. */
export async function outcomesIn(folder: string): Promise<Outcomes | undefined> {
	const below = existsSync(folder) ? readdirSync(folder) : [];
	const places = below.includes(LOG_NAME) ? [''] : below.filter((name) => existsSync(join(folder, name, LOG_NAME)));
	const logs = await Promise.all(places.map((place) => readLogFile(join(folder, place, LOG_NAME))));
	if (logs.length === 0 || logs.some(({ footer }) => footer?.outcome !== 'complete')) return undefined;
	return new Map(logs.flatMap((log, index) => outcomesOf(log, places[index] ?? '')));
}

function outcomesOf({ header, samples }: Log, place: string): readonly (readonly [string, Outcome])[] {
	const counts = new Map<string, { prompt: string; yes: number; of: number }>();
	for (const sample of samples) {
		const suite = header.suites.find(({ name }) => name === sample.suite);
		const main = suite === undefined ? undefined : mainScore(suite);
		const { value } = (main === undefined ? undefined : scoreNamed(sample, main)) ?? {};
		if (suite === undefined || main === undefined || typeof value !== 'boolean') continue;
		const named = (suite.plan?.variants.length ?? 1) > 1 ? `${sample.sampleId} (${sample.variant})` : sample.sampleId;
		const name = place === '' ? named : `${place} ${named}`;
		const count = counts.get(name) ?? { prompt: `${sample.suite} ${sample.sampleId}`, yes: 0, of: 0 };
		const isGood = value !== (suite.scores[main]?.direction === 'lower');
		counts.set(name, { ...count, yes: count.yes + Number(isGood), of: count.of + 1 });
	}
	return Array.from(counts, ([name, { prompt, yes, of }]) => [name, { prompt, passes: 2 * yes > of }]);
}

/** Prompts that failed. */
export function failedIn(outcomes: Outcomes = new Map()): ReadonlySet<string> {
	return new Set([...outcomes.values()].flatMap(({ prompt, passes }) => (passes ? [] : [prompt])));
}

/** `lost prefix-03; gained prefix-11; 4.1 s`. */
export function flipsText(before: Outcomes, after: Outcomes, ms: number): string {
	const flipped = (to: boolean): readonly string[] =>
		Array.from(after).flatMap(([name, { passes }]) => {
			const was = before.get(name)?.passes;
			return was !== undefined && was !== passes && passes === to ? [name] : [];
		});
	const [lost, gained] = [flipped(false), flipped(true)];
	const parts = [
		...(lost.length > 0 ? [`lost ${lost.join(', ')}`] : []),
		...(gained.length > 0 ? [`gained ${gained.join(', ')}`] : []),
		...(lost.length + gained.length === 0 ? ['no sample flipped'] : []),
	];
	return [...parts, `${(ms / 1000).toFixed(1)} s`].join('; ');
}
