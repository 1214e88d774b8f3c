import type { JsonValue } from '../../base/json.ts';
import type { CodeFile } from '../../corpus/manifest.ts';
import type { EvaluatedRun } from '../../eval/run.ts';
import { type SampleResult, sampleKey } from '../../eval/sample.ts';

/** What of a run identifies its code. */
interface CodedRun {
	readonly code?: readonly CodeFile[] | undefined;
}

/** A file by which the code of two runs' configs differs, with the hash that each has of it; absent where it has none. */
interface CodeDifference {
	readonly name: string;
	readonly first?: string;
	readonly second?: string;
}

/** None where a run does not tell its code. A config that was renamed is the same. */
export function differingCode(one: CodedRun, other: CodedRun): readonly CodeDifference[] {
	if (one.code === undefined || other.code === undefined) return [];
	const [before, now] = [hashes(one.code), hashes(other.code)];
	return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
		const [first, second] = [before.get(name), now.get(name)];
		if (first === second) return [];
		return [{ name, ...(first !== undefined && { first }), ...(second !== undefined && { second }) }];
	});
}

/** How a difference of that file is called among the fields in which runs differ. */
export function codeField({ name }: CodeDifference): string {
	return `${CODE_OF}${name}`;
}

export function isCodeField(field: string): boolean {
	return field.startsWith(CODE_OF);
}

const CODE_OF = 'code of ';

/** That a comparison may be one of code, in a line; none where the code is the same, or not known. */
export function codeLines(one: CodedRun, other: CodedRun): readonly string[] {
	const names = differingCode(one, other).map(({ name }) => name);
	if (names.length === 0) return [];
	return [`the runs were made by other code (${names.join(', ')}), which may be what they differ by`];
}

function hashes(code: readonly CodeFile[]): ReadonlyMap<string, string> {
	return new Map(code.map(({ name, sha256 }, index) => [index === 0 ? 'the config' : name, sha256]));
}

/** A field of the runs' identity that differs; a value that a run does not tell is absent. */
export interface FieldDifference {
	/** Such as `corpus.prefix.sha256` or `settings.temperature`. */
	readonly field: string;
	readonly first?: JsonValue;
	readonly second?: JsonValue;
}

/** What of a run identifies what it asked; all but its samples is known before the run. */
export interface IdentifiedRun extends Pick<EvaluatedRun, 'header'> {
	readonly samples?: readonly PromptedSample[] | undefined;
}

/** What of a sample identifies its system prompt. */
type PromptedSample = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch' | 'system'>;

interface PromptedRun {
	readonly samples?: readonly PromptedSample[] | undefined;
}

/** The field by which a suite's own system prompt is compared, and allowed to differ. */
export function systemField(suite: string): string {
	return `suite.${suite}.system`;
}

/**
 * {@link systemField} of each suite that asked a sample of both runs under other system prompts, with those of the first
 * such sample. No header has a prompt that a solver gives itself.
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
 * the same variant and one prompt for all of them. A solver that gives each sample its own is not seen so.
 */
export function suitesOfTwoSystems(one: PromptedRun, other: PromptedRun): readonly string[] {
	const [before, now] = [onlySystems(one), onlySystems(other)];
	const found = [...before].filter(([variant, { system }]) => (now.get(variant)?.system ?? system) !== system);
	return [...new Set(found.map(([, { suite }]) => suite))];
}

function onlySystems({ samples = [] }: PromptedRun): ReadonlyMap<string, PromptedSample> {
	const told = samples.filter(({ system }) => system !== undefined);
	const variants = Map.groupBy(told, ({ suite, variant }) => `${suite} ${variant}`);
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

/** What a log may not tell of how its samples were asked. */
export type Unrecorded = 'app' | 'prompt' | 'settings';

/**
 * What could change a result and gemmark does not know of a run: which app it was, its system prompt and tools, and its
 * sampling and policy. A capture has none of it, whatever its config and operator say; an app that runs its own loop reports
 * its name at most; older logs have the files of an app without what is written beside them.
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

/** The runs of which the same is unknown, together; a run of which all is known is in none. */
export function unrecordedTogether<Run>(
	runs: readonly Run[],
	unknown: (run: Run) => readonly Unrecorded[],
): readonly { readonly runs: readonly Run[]; readonly what: readonly Unrecorded[] }[] {
	const some = runs.map((run) => ({ run, what: unknown(run) })).filter(({ what }) => what.length > 0);
	return Array.from(Map.groupBy(some, ({ what }) => what.join()).values(), (group) => ({
		runs: group.map(({ run }) => run),
		what: group[0]?.what ?? [],
	}));
}
