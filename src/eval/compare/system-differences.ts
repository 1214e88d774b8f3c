import { type SampleResult, sampleKey } from '../sample.ts';
import type { FieldDifference } from './differing-code.ts';

/** What of a sample tells under which system prompt it was asked. */
export type PromptedSample = Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch' | 'system'>;

interface PromptedRun {
	readonly samples?: readonly PromptedSample[] | undefined;
}

/** The field by which a suite's own system prompt is compared, and allowed to differ. */
export function systemField(suite: string): string {
	return `suite.${suite}.system`;
}

/**
 * {@link systemField} of each suite that asked a sample of both runs under other system prompts, with those of the first
 * such sample. No header tells of a prompt that a solver gives itself.
 */
export function systemDifferences(first: PromptedRun, second: PromptedRun): readonly FieldDifference[] {
	const asked = new Map((first.samples ?? []).map((sample) => [sampleKey(sample), sample.system]));
	const found = new Map<string, FieldDifference>();
	for (const sample of second.samples ?? []) {
		const before = asked.get(sampleKey(sample));
		const field = systemField(sample.suite);
		if (before === undefined || sample.system === undefined || before === sample.system || found.has(field)) continue;
		found.set(field, { field, first: before, second: sample.system });
	}
	return [...found.values()];
}

/**
 * Suites of which two parts of a run, of other samples, were asked under two system prompts: each part has several samples of
 * the same arm and one prompt for all of them. A solver that gives each sample its own is not seen so.
 */
export function suitesOfTwoSystems(one: PromptedRun, other: PromptedRun): readonly string[] {
	const [before, now] = [onlySystems(one), onlySystems(other)];
	const found = [...before].filter(([arm, { system }]) => (now.get(arm)?.system ?? system) !== system);
	return [...new Set(found.map(([, { suite }]) => suite))];
}

function onlySystems({ samples = [] }: PromptedRun): ReadonlyMap<string, PromptedSample> {
	const told = samples.filter(({ system }) => system !== undefined);
	const arms = Map.groupBy(told, ({ suite, arm }) => `${suite} ${arm}`);
	return new Map(
		[...arms].flatMap(([arm, own]) => {
			const [first] = own;
			const several = new Set(own.map(({ sampleId }) => sampleId)).size > 1;
			return first !== undefined && several && own.every(({ system }) => system === first.system) ? [[arm, first]] : [];
		}),
	);
}
