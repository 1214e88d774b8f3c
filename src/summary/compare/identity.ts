import type { EvaluatedRun } from '../../eval/header.ts';
import { type SampleResult, sampleKey } from '../../eval/sample.ts';
import {
	CODE_OF,
	type CodedHeader,
	codeDifferences,
	counts,
	type FieldDifference,
} from '../../eval/settings/identity.ts';
import type { EngineIdentity } from '../../model/identity.ts';

/** One line if the code differs; empty if it is the same or unknown. */
export function codeLines(one: CodedHeader, other: CodedHeader): readonly string[] {
	const names = codeDifferences(one, other).map(({ field }) => field.slice(CODE_OF.length));
	if (names.length === 0) return [];
	return [`the code of the runs differs (${names.join(', ')}), which may explain their differences`];
}

/** Whether the app of one run does not say what it ran on, and it may not be what the other ran on. */
export function areOtherBackends(one: EngineIdentity, other: EngineIdentity): boolean {
	if (![one, other].some(({ runner, backend }) => runner === 'device' && backend === undefined)) return false;
	return (['backend', 'requestedBackend'] as const).some(
		(name) => one[name] !== other[name] && counts({ field: `engine.${name}` }, one, other),
	);
}

/** The identity of what a run asked; all but its samples is known before the run. */
export interface IdentifiedRun extends Pick<EvaluatedRun, 'header'> {
	readonly samples?: readonly PromptedSample[];
}

/** A sample with its system prompt. */
type PromptedSample = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch' | 'system'>;

type PromptedRun = Pick<IdentifiedRun, 'samples'>;

/** The field of a suite's system prompt. */
export function systemField(suite: string): string {
	return `suite.${suite}.system`;
}

/**
 * {@link systemField} of each suite with a sample whose system prompt differs, with the prompts of the first one. Headers do
 * not have a solver's prompts.
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
 * Suites in which two shards have different system prompts, each the same for several samples of one variant. Differences
 * of a solver that gives each sample its own prompt are not found.
 */
export function suitesOfTwoSystems(one: PromptedRun, other: PromptedRun): readonly string[] {
	const [before, now] = [onlySystems(one), onlySystems(other)];
	const found = [...before].filter(([variant, { system }]) => (now.get(variant)?.system ?? system) !== system);
	return [...new Set(found.map(([, { suite }]) => suite))];
}

function onlySystems({ samples = [] }: PromptedRun): ReadonlyMap<string, PromptedSample> {
	const prompted = samples.filter(({ system }) => system !== undefined);
	const variants = Map.groupBy(prompted, ({ suite, variant }) => `${suite} ${variant}`);
	return new Map(
		[...variants].flatMap(([variant, own]) => {
			const [first] = own;
			const several = new Set(own.map(({ sampleId }) => sampleId)).size > 1;
			return first !== undefined && several && own.every(({ system }) => system === first.system)
				? [[variant, first]]
				: [];
		}),
	);
}

/** What a log may not record about its prompts and settings. */
export type Unrecorded = 'app' | 'prompt' | 'settings';

/**
 * What could change a result and is unknown: the app, its system prompt and tools, its sampling and policy. A capture has
 * none of these; an app that runs its own loop reports at most its name.
 */
export function unrecorded({ header: { app, engine, settings } }: IdentifiedRun): readonly Unrecorded[] {
	const ownLoop = engine.api === 'app';
	const asked = !ownLoop && settings.maxTokens !== undefined;
	const known = ownLoop ? engine.app : asked ? app?.name : undefined;
	const prompted = asked && (app?.content !== undefined || (app?.files ?? []).length > 0);
	return [
		...(known === undefined ? (['app'] as const) : []),
		...(prompted ? [] : (['prompt'] as const)),
		...(asked ? [] : (['settings'] as const)),
	];
}
