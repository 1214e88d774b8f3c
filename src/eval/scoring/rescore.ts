import { LogError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue, jsonOf, sameJson } from '../../base/json.ts';
import { type Message, message } from '../../base/message.ts';
import { loggedSample, type Sample, type SampleResult, type Transcript } from '../sample.ts';
import { sameScore, scoreText } from '../score.ts';
import type { ScoreContext, Suite } from '../suite.ts';
import { groupsOf } from '../user-code.ts';
import { scoreSample } from './score-sample.ts';

interface Rescored<R extends SampleResult> {
	/** Unchanged samples are the same objects. */
	readonly samples: readonly R[];
	/** Samples with at least one changed score. */
	readonly changed: number;
	/** Changes such as `no (empty) became yes`, most frequent first. */
	readonly changes: readonly ScoreChange[];
}

/** Scores logged samples again with the given suites, from the log alone. Samples of other suites are kept. */
export function rescore<R extends SampleResult>(
	samples: readonly R[],
	suites: readonly Suite[],
	context: ScoreContext,
	replaced: (result: R, now: Pick<SampleResult, 'groups' | 'scores'>) => R = plainlyReplaced,
): Rescored<R> {
	const bySuite = new Map(
		suites.map((suite) => [suite.name, { suite, rowOf: rowReader(suite), scoresOf: sampleScorer(suite, context) }]),
	);
	let changed = 0;
	const changes = new Map<string, ScoreChange>();
	const rescored = samples.map((result) => {
		const known = bySuite.get(result.suite);
		if (known === undefined) return result;
		const { suite, rowOf, scoresOf } = known;
		const sample = rowOf(result.sample);
		const scores = scoresOf(sample, result.transcript);
		const isSame = sameScores(scores, result.scores);
		if (!isSame) {
			changed += 1;
			countChanges(changes, result, scores);
		}
		const groups = groupsNow(suite, sample);
		if (isSame && JSON.stringify(groups) === JSON.stringify(result.groups)) return result;
		return replaced(result, { groups, scores });
	});
	return { samples: rescored, changed, changes: [...changes.values()].sort((one, other) => other.count - one.count) };
}

/** Scores are a function of sample and transcript: epochs that share them share their scores. */
function sampleScorer(
	suite: Suite,
	context: ScoreContext,
): (sample: Sample, transcript: Transcript) => SampleResult['scores'] {
	const known = new WeakMap<Transcript, readonly [Sample, SampleResult['scores']]>();
	return (sample, transcript) => {
		const [before, scored] = known.get(transcript) ?? [];
		if (before === sample && scored !== undefined) return scored;
		const scores = scoreSample(suite, sample, transcript, context);
		known.set(transcript, [sample, scores]);
		return scores;
	};
}

function plainlyReplaced<R extends SampleResult>(
	result: R,
	{ groups, scores }: Pick<SampleResult, 'groups' | 'scores'>,
): R {
	const { groups: _, ...rest } = result;
	return { ...rest, groups, scores } as R;
}

/** None if the suite's code fails, as in the run. */
function groupsNow(suite: Suite, sample: Sample): SampleResult['groups'] {
	try {
		return groupsOf(suite, sample);
	} catch {
		return undefined;
	}
}

/** One kind of change of a score. */
export interface ScoreChange {
	readonly suite: string;
	readonly variant: string;
	readonly score: string;
	readonly before: string;
	readonly after: string;
	readonly count: number;
	/** Samples, in log order. */
	readonly samples: readonly string[];
}

function countChanges(changes: Map<string, ScoreChange>, result: SampleResult, scores: SampleResult['scores']): void {
	const { suite, variant, sampleId } = result;
	for (const score of new Set([...Object.keys(result.scores), ...Object.keys(scores)])) {
		const [before, after] = [scoreText(result.scores[score]), scoreText(scores[score])];
		if (before === after) continue;
		const key = JSON.stringify([suite, variant, score, before, after]);
		const { count = 0, samples = [] } = changes.get(key) ?? {};
		changes.set(key, { suite, variant, score, before, after, count: count + 1, samples: [...samples, sampleId] });
	}
}

function sameScores(one: SampleResult['scores'], other: SampleResult['scores']): boolean {
	const names = Object.keys(one);
	if (names.length !== Object.keys(other).length) return false;
	return names.every((name) => sameScore(one[name], other[name]));
}

type Rows<S extends Sample> = Pick<Suite<S>, 'name' | 'schema' | 'samples'>;

/** Reads logged samples. Epochs and variants share rows, each parsed once. */
function rowReader<S extends Sample>(suite: Rows<S>): (row: JsonObject) => S {
	const read = new Map<string, S>();
	const own = new Map(suite.samples.map((sample) => [sample.id, sample]));
	return (row) => {
		const json = rowText(row);
		const sample = read.get(json) ?? readRow(suite, own.get(String(row.id)), row);
		read.set(json, sample);
		return sample;
	};
}

/** Reads a logged sample. Throws {@link LogError} if the row does not fit the suite. */
export function parseRow<S extends Sample>(suite: Rows<S>, row: JsonObject): S {
	return rowReader(suite)(row);
}

/**
 * A schema that transforms rows would transform the logged row again, so an equal sample of the suite is used; only
 * other rows are parsed.
 */
function readRow<S extends Sample>({ name, schema }: Rows<S>, own: S | undefined, row: JsonObject): S {
	if (own !== undefined && sameJson(loggedSample(own), row)) return own;
	const parsed = schema.safeParse(row);
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const field = issue?.path.join('.') ?? '';
		throw noneOfSuite(name, message('log.field', { field, problem: issue?.message ?? '' }));
	}
	const changed = changedField(row, jsonOf(parsed.data));
	if (changed === undefined) return parsed.data;
	throw noneOfSuite(name, message('log.sample-transformed', { field: changed }));
}

function noneOfSuite(suite: string, problem: Message): LogError {
	return new LogError(message('log.other-suite', { suite, problem }));
}

/** Path of the first value that differs; fields that only one of them has are ignored. */
function changedField(row: JsonValue, parsed: JsonValue, path = ''): string | undefined {
	if (!isJsonObject(row) || !isJsonObject(parsed)) return sameJson(row, parsed) ? undefined : path;
	const both = Object.keys(row).filter((key) => Object.hasOwn(parsed, key));
	return both
		.map((key) => changedField(row[key] ?? null, parsed[key] ?? null, path === '' ? key : `${path}.${key}`))
		.find((found) => found !== undefined);
}

/** The row's JSON, cached for the corpus and each scoring. */
function rowText(row: JsonObject): string {
	const text = known.get(row) ?? JSON.stringify(row);
	known.set(row, text);
	return text;
}

const known = new WeakMap<JsonObject, string>();
