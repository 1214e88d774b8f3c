import { LogError } from '../../errors/gemmark-error.ts';
import type { EvaluatedSuite } from '../../eval/evaluated-run.ts';
import { rescore, scoreText } from '../../eval/score/rescore.ts';
import type { Suite } from '../../eval/suite.ts';
import { mainScore } from '../../eval/summary/suite-summary.ts';
import { canonicalJson } from '../../json/json-value.ts';
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

/**
 * Scores a log again by the suites that are known here, where its header names the very same ones (corpus, version, scores
 * and settings), and gives the samples that come to something else, each once. What a score says for people may differ; a main
 * score that the log has not is unscored already.
 */
export function otherScores(log: Log, suites: readonly Suite[]): readonly OtherScore[] {
	const same = suites.filter((suite) => log.header.suites.some((logged) => isSame(suite, logged)));
	if (same.length === 0 || log.header.version === 1) return [];
	const { samples } = rescore(log.samples, same, { language: log.header.app?.language ?? 'ko' });
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
 * Of suites that have the name of one that is known here and its corpus, or its app, and yet are not the same, that nobody
 * held their scores against their transcripts: a line each.
 */
export function uncheckedScores(log: Log, suites: readonly Suite[], app: string): readonly string[] {
	return log.header.suites.flatMap((logged) => {
		const own = suites.find(({ name }) => name === logged.name);
		if (own === undefined || isSame(own, logged) || log.header.version === 1) return [];
		if (logged.corpus.sha256 !== own.corpus.sha256 && log.header.app?.name !== app) return [];
		return [
			`${logged.name}: its scores were not held against its transcripts, as its version (${logged.version}, here ${own.version}), corpus, scores or settings are others here: gemmark rescore scores it anew`,
		];
	});
}

/** Throws {@link LogError} naming the line of the first sample whose scores its transcript does not give. */
export function requireOwnScores(log: Log, suites: readonly Suite[], source: string): void {
	const [first, ...rest] = otherScores(log, suites);
	if (first === undefined) return;
	const { sample, score, said, gives } = first;
	const more = rest.length === 0 ? '' : `, and so ${rest.length} more`;
	throw new LogError(`${samplePlace(sample, source)}: ${score} is ${said}, but its transcript gives ${gives}${more}`, {
		hint: 'A score or a transcript was edited, or an earlier state of gemmark scored it: score it again with gemmark rescore.',
	});
}

function isSame(suite: Suite, { name, version, corpus, scores, settings }: EvaluatedSuite): boolean {
	if (suite.name !== name || suite.version !== version || suite.corpus.sha256 !== corpus.sha256) return false;
	const names = suite.scorers.map((scorer) => scorer.name).toSorted();
	return names.join() === Object.keys(scores).toSorted().join() && textOf(suite.settings) === textOf(settings);
}

function textOf(settings: EvaluatedSuite['settings']): string {
	return canonicalJson({ ...settings });
}
