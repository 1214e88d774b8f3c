import { LogError } from '../../errors/gemmark-error.ts';
import type { EvaluatedSuite } from '../../eval/evaluated-run.ts';
import { rescore, scoreText } from '../../eval/score/rescore.ts';
import type { Suite } from '../../eval/suite.ts';
import { mainScore } from '../../eval/summary/suite-summary.ts';
import { canonicalJson } from '../../json/json-value.ts';
import { scoringContext } from '../engine-read.ts';
import type { Log, LogSample } from '../record.ts';
import { samplePlace } from './own-samples.ts';

/** A sample with a score that its transcript does not give. */
export interface OtherScore {
	readonly sample: LogSample;
	/** Name of the score, what the log says and what the transcript gives, in words. */
	readonly score: string;
	readonly said: string;
	readonly gives: string;
}

/** Suites that scores can be held against. */
export interface KnownSuites {
	/** Gemmark's own, of the names that the log has. */
	readonly own: readonly Suite[];
	/** Name of gemmark's own app. */
	readonly app: string;
	/** Of the config that the user named, of those names; absent where none was. */
	readonly named?: readonly Suite[] | undefined;
}

/**
 * Scores a log again by the suites that are known here, where its header names the very same ones (corpus, version, scores
 * and settings), and gives the samples that come to something else, each once. What a score says for people may differ; a main
 * score that the log has not is unscored already.
 */
export function otherScores(log: Log, known: KnownSuites): readonly OtherScore[] {
	const same = log.header.suites.flatMap((logged) => sameSuite(known, logged) ?? []);
	if (same.length === 0 || log.header.version === 1) return [];
	const { samples } = rescore(log.samples, same, scoringContext(log));
	const mains = new Map(log.header.suites.map((suite) => [suite.name, mainScore(suite)]));
	const isLostMain = (score: string, sample: LogSample): boolean =>
		sample.scores[score] === undefined && mains.get(sample.suite) === score;
	return samples.flatMap(({ scores }, index) => {
		const sample = log.samples[index] as LogSample;
		const name = [...new Set([...Object.keys(sample.scores), ...Object.keys(scores)])].find(
			(one) => !isLostMain(one, sample) && scoreText(scores[one]) !== scoreText(sample.scores[one]),
		);
		if (name === undefined) return [];
		return [{ sample, score: name, said: scoreText(sample.scores[name]), gives: scoreText(scores[name]) }];
	});
}

/**
 * Of suites that nobody held their scores against their transcripts though something of them is known here, a line each:
 * gemmark has one of that name and their corpus, or their app; or the user named a config.
 */
export function uncheckedScores(log: Log, known: KnownSuites): readonly string[] {
	if (log.header.version === 1) return [];
	return log.header.suites.flatMap((logged) => {
		const why = sameSuite(known, logged) === undefined ? whyUnchecked(logged, log, known) : undefined;
		return why === undefined ? [] : [`${logged.name}: its scores were not held against its transcripts, as ${why}`];
	});
}

function whyUnchecked(logged: EvaluatedSuite, { header }: Log, { own, app, named }: KnownSuites): string | undefined {
	const of = (suites: readonly Suite[] = []): Suite | undefined => suites.find(({ name }) => name === logged.name);
	const ofConfig = of(named);
	const suite = ofConfig ?? of(own);
	if (suite === undefined) return named && 'the config that was named has no suite of that name';
	const isOurs = logged.corpus.sha256 === suite.corpus.sha256 || header.app?.name === app;
	if (ofConfig === undefined && !isOurs) return undefined;
	return `its version (${logged.version}, here ${suite.version}), corpus, scores or settings are others here: gemmark rescore scores it anew`;
}

/** Throws {@link LogError} naming the line of the first sample whose scores its transcript does not give. */
export function requireOwnScores(log: Log, known: KnownSuites, source: string): void {
	const [first, ...rest] = otherScores(log, known);
	if (first === undefined) return;
	const { sample, score, said, gives } = first;
	const more = rest.length === 0 ? '' : `, and so ${rest.length} more`;
	throw new LogError(`${samplePlace(sample, source)}: ${score} is ${said}, but its transcript gives ${gives}${more}`, {
		hint: "A score or a transcript was edited, or another state of gemmark, or of the suite's code, scored it: score it again with gemmark rescore.",
	});
}

/** The suite as it is known here; of a config only with the same files of its app, on which its code may go. */
function sameSuite({ own, named = [] }: KnownSuites, logged: EvaluatedSuite): Suite | undefined {
	const hashes = ({ corpus: { prompts } }: Suite | EvaluatedSuite): string =>
		prompts.map(({ sha256 }) => sha256).join();
	// An app that was captured does not tell its files.
	const ofConfig = named.filter((suite) => logged.corpus.prompts.length === 0 || hashes(suite) === hashes(logged));
	return [...ofConfig, ...own].find((suite) => isSame(suite, logged));
}

function isSame(suite: Suite, { name, version, corpus, scores, settings }: EvaluatedSuite): boolean {
	if (suite.name !== name || suite.version !== version || suite.corpus.sha256 !== corpus.sha256) return false;
	const names = suite.scorers.map((scorer) => scorer.name).toSorted();
	return names.join() === Object.keys(scores).toSorted().join() && textOf(suite.settings) === textOf(settings);
}

function textOf(settings: EvaluatedSuite['settings']): string {
	return canonicalJson({ ...settings });
}
