import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { mainScore } from '../../src/eval/header.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';

/** Scores of samples, by what names them for a person; of several epochs, what most of them have. */
export type Outcomes = ReadonlyMap<string, Outcome>;

interface Outcome {
	/** `SUITE ID`, as the plan of a run has it. */
	readonly prompt: string;
	readonly passes: boolean;
	/** Of the score that says whether a sample passed. */
	readonly main: boolean;
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
	const suitesById = Map.groupBy(samples, ({ sampleId }) => sampleId);
	const counts = new Map<string, Omit<Outcome, 'passes'> & { readonly yes: number; readonly of: number }>();
	for (const sample of samples) {
		const suite = header.suites.find(({ name }) => name === sample.suite);
		if (suite === undefined) continue;
		const variant = (suite.plan?.variants.length ?? 1) > 1 ? ` (${sample.variant})` : '';
		const isShared = suitesById.get(sample.sampleId)?.some((other) => other.suite !== sample.suite) === true;
		const named = `${isShared ? `${sample.suite} ` : ''}${sample.sampleId}${variant}`;
		for (const [score, { value }] of Object.entries(sample.scores)) {
			if (typeof value !== 'boolean') continue;
			const main = score === mainScore(suite);
			const name = [place, named, ...(main ? [] : [score])].filter((part) => part !== '').join(' ');
			const { yes = 0, of = 0 } = counts.get(name) ?? {};
			const isGood = value !== (suite.scores[score]?.direction === 'lower');
			counts.set(name, { prompt: `${sample.suite} ${sample.sampleId}`, main, yes: yes + Number(isGood), of: of + 1 });
		}
	}
	return Array.from(counts, ([name, { prompt, main, yes, of }]) => [name, { prompt, main, passes: 2 * yes > of }]);
}

/** Prompts that failed. */
export function failedIn(outcomes: Outcomes = new Map()): ReadonlySet<string> {
	return new Set([...outcomes.values()].flatMap(({ prompt, passes, main }) => (main && !passes ? [prompt] : [])));
}

/** `lost prefix-03; gained prefix-11, prefix-12 correct; 4.1 s`. */
export function flipsText(before: Outcomes, after: Outcomes, ms: number): string {
	const flipped = (to: boolean): readonly string[] =>
		Array.from(after).flatMap(([name, { passes }]) => {
			const was = before.get(name)?.passes;
			return was !== undefined && was !== passes && passes === to ? [name] : [];
		});
	const [lost, gained] = [flipped(false), flipped(true)];
	const unscored = Array.from(before).flatMap(([name, { main }]) => (main && !after.has(name) ? [name] : []));
	const parts = [
		...(lost.length > 0 ? [`lost ${lost.join(', ')}`] : []),
		...(gained.length > 0 ? [`gained ${gained.join(', ')}`] : []),
		...(unscored.length > 0 ? [`no longer scored: ${unscored.join(', ')}`] : []),
		...(lost.length + gained.length + unscored.length === 0 ? ['no sample flipped'] : []),
	];
	return [...parts, `${(ms / 1000).toFixed(1)} s`].join('; ');
}
