import { LogError } from '../../errors/gemmark-error.ts';
import type { EvaluatedSuite } from '../../eval/evaluated-run.ts';
import { rescore, scoreText } from '../../eval/score/rescore.ts';
import type { Suite } from '../../eval/suite.ts';
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
 * and settings), and gives the samples that come to something else, each once. What a score says for people may differ, and
 * one that the log has not claims nothing.
 */
export function otherScores(log: Log, suites: readonly Suite[]): readonly OtherScore[] {
	const same = suites.filter((suite) => log.header.suites.some((logged) => isSame(suite, logged)));
	if (same.length === 0 || log.header.version === 1) return [];
	const { samples } = rescore(log.samples, same, { language: log.header.app?.language ?? 'ko' });
	return samples.flatMap(({ scores }, index) => {
		const sample = log.samples[index] as LogSample;
		const name = Object.keys(sample.scores).find((one) => scoreText(scores[one]) !== scoreText(sample.scores[one]));
		if (name === undefined) return [];
		return [{ sample, score: name, said: scoreText(sample.scores[name]), gives: scoreText(scores[name]) }];
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
