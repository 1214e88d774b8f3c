import { LogError } from '../../base/errors.ts';
import { canonicalJson, type JsonObject } from '../../base/json.ts';
import { counted } from '../../base/message.ts';
import type { FileIdentity } from '../../corpus/manifest.ts';
import { CAPTURE_FAILURES } from '../../eval/evidence/turn-evidence.ts';
import type { EvaluatedSuite } from '../../eval/run.ts';
import { rowText } from '../../eval/scoring/rescore.ts';
import type { LoggedSettings } from '../../eval/settings.ts';
import type { Suite } from '../../eval/suite.ts';
import { samplePlace } from '../parse-log.ts';
import type { Log, LogHeader } from '../record.ts';
import { declaredDifferences, differencesText } from '../same-run.ts';

/**
 * Holds a log against the corpora of suites that are known here, where its header names the very same ones by their hash.
 * Throws {@link LogError} for a count of samples that is not the corpus', and naming the line of a sample that is not in
 * it, or whose row says something else. A log stands by itself: what is not known here is not asked.
 */
export function requireCorpusRows(log: Log, suites: readonly Suite[], source: string): void {
	for (const [index, logged] of log.header.suites.entries()) {
		const suite = suites.find((one) => isSameCorpus(one, logged));
		if (suite === undefined) continue;
		requireWholeCorpus(logged, suite, log.header, `${source}:1: suites[${index}] (${logged.name})`);
		const rows = new Map(suite.samples.map((row) => [row.id, { input: row.input, json: JSON.stringify(row) }]));
		const sameRows = suite.version === logged.version && samePrompts(suite.corpus.prompts, logged.corpus.prompts);
		for (const sample of log.samples) {
			if (sample.suite !== logged.name) continue;
			const row = rows.get(sample.sampleId);
			// A device may have been asked in other words: then nothing is scored.
			const asked = sample.transcript.failure === CAPTURE_FAILURES.foreign;
			const same =
				row !== undefined &&
				(asked || (sameRows ? isSameRow(row.json, sample.sample) : row.input === sample.sample.input));
			if (same) continue;
			const problem = row === undefined ? 'is not in its corpus' : 'was asked something else than its corpus has';
			throw new LogError(`${samplePlace(sample, source)}: ${problem} (${logged.corpus.name})`, {
				hint: 'A line was put in or edited: use the log as gemmark wrote it.',
			});
		}
	}
}

/** How a decision differs from that of gemmark's own suite of the same corpus, a line each: a config may choose another, a hand too. */
export function otherDecisions(log: Log, suites: readonly Suite[]): readonly string[] {
	return log.header.suites.flatMap((logged) => {
		const own = suites.find((one) => isSameCorpus(one, logged));
		if (logged.decision === undefined || own?.decision === undefined) return [];
		const other = declaredDifferences(logged, own).filter(({ field }) => DECIDING.includes(field));
		if (other.length === 0) return [];
		return [`${logged.name} decides otherwise than gemmark's own suite of this corpus: ${differencesText(other)}`];
	});
}

/** What paths are called and write is a matter of taste. */
const DECIDING: readonly string[] = ['decision.score', 'decision.threshold', 'decision.paths'];

/** A row is nearly always written with its keys in the same order: then no sorting is needed to see it. */
function isSameRow(json: string, logged: JsonObject): boolean {
	return json === rowText(logged) || canonicalJson(JSON.parse(json) as JsonObject) === canonicalJson(logged);
}

function isSameCorpus({ name, corpus }: Suite, logged: EvaluatedSuite): boolean {
	return name === logged.name && corpus.sha256 === logged.corpus.sha256;
}

/** What rows come to may depend on the app's tools. */
function samePrompts(one: readonly FileIdentity[], other: readonly FileIdentity[]): boolean {
	return one.length === other.length && one.every(({ sha256 }, index) => sha256 === other[index]?.sha256);
}

function requireWholeCorpus(logged: EvaluatedSuite, suite: Suite, { settings }: LogHeader, place: string): void {
	const problem = corpusProblem(logged, suite) ?? countProblem(logged, suite, settings);
	if (problem === undefined) return;
	throw new LogError(`${place}: ${problem}`, { hint: 'The header was edited: use the log as gemmark wrote it.' });
}

function corpusProblem({ samples, plan }: EvaluatedSuite, suite: Suite): string | undefined {
	const count = suite.samples.length;
	if (samples !== undefined && samples !== count) return `samples ${samples}, but its corpus has ${count}`;
	const ids = new Set(suite.samples.map(({ id }) => id));
	const strange = plan?.ids.find((id) => !ids.has(id));
	return strange === undefined ? undefined : `plan.ids: ${strange} is not in its corpus`;
}

function countProblem({ planned }: EvaluatedSuite, { samples }: Suite, settings: LoggedSettings): string | undefined {
	const { epochs, filter, limit } = settings;
	if (filter !== undefined || limit !== undefined || planned % (samples.length * epochs) === 0) return undefined;
	return `planned ${planned}, but ${counted(epochs, 'epoch of its corpus has', 'epochs of its corpus have')} a multiple of ${samples.length * epochs}`;
}
