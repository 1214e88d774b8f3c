import { LogError } from '../../base/errors.ts';
import { scoreText } from '../../eval/score.ts';
import { rescore } from '../../eval/scoring/rescore.ts';
import type { Suite } from '../../eval/suite.ts';
import { samplePlace } from '../parse-log.ts';
import { type Log, type LogSample, scoringContext } from '../record.ts';
import { declaredDifferences, differencesText } from '../same-run.ts';
import { heldSuite, type KnownSuites } from './held-suite.ts';

/** A sample that its suite scores or groups otherwise. */
export interface OtherScore {
	readonly sample: LogSample;
	/** Name of the score, or `group` and its name; what the log says and what the suite gives, in words. */
	readonly score: string;
	readonly said: string;
	readonly gives: string;
}

/**
 * Throws {@link LogError} where the header declares one of the suites that are the very same here otherwise (a decision only
 * where the config has it: another may be meant), or naming the line of the first sample that they score or group otherwise.
 */
export function requireOwnScores(log: Log, known: KnownSuites, source: string): void {
	const held = log.header.suites.flatMap((logged, index) => {
		const found = heldSuite(logged, log.header, known);
		if (found === undefined) return [];
		const other = declaredDifferences(logged, found.suite).filter(
			({ field }) =>
				found.from === 'config' || (found.from === 'own' ? !field.startsWith('decision.') : OF_SCORES.test(field)),
		);
		if (other.length > 0) {
			throw new LogError(
				`${source}:1: suites[${index}] (${logged.name}): declares otherwise: ${differencesText(other)}`,
				{
					hint: 'The header was edited, or the suite was: gemmark rescore declares and scores the run as the suite is now.',
				},
			);
		}
		return { ...found.suite, name: logged.name };
	});
	requireScores(log, held, source);
}

/** What a kind has in every config. */
const OF_SCORES = /^(?:main$|scores\.)/u;

/** Throws {@link LogError} naming the line of the first sample that these suites, the very same, score or group otherwise. */
export function requireScores(log: Log, suites: readonly Suite[], source: string): void {
	const [first, ...rest] = otherScores(log, suites);
	if (first === undefined) return;
	const { sample, score, said, gives } = first;
	const by = score.startsWith(GROUP) ? 'row' : 'transcript';
	const more = rest.length === 0 ? '' : `, and so ${rest.length} more`;
	throw new LogError(`${samplePlace(sample, source)}: ${score} is ${said}, but its ${by} gives ${gives}${more}`, {
		hint: "A score or a transcript was edited, or another state of gemmark, or of the suite's code, scored it: score it again with gemmark rescore.",
	});
}

/** Scores a log again by suites that are its own, and gives the samples that come to something else, each once. What a score says for people may differ. */
export function otherScores(log: Log, suites: readonly Suite[]): readonly OtherScore[] {
	if (suites.length === 0) return [];
	const { samples } = rescore(log.samples, suites, scoringContext(log));
	return samples.flatMap((now, index) => {
		const sample = log.samples[index] as LogSample;
		if (now === sample) return [];
		const [said, gives] = [judgementsOf(sample), judgementsOf(now)];
		const names = [...new Set([...Object.keys(said), ...Object.keys(gives)])];
		const score = names.find((name) => said[name] !== gives[name] && !isLateWord(name, said, gives));
		if (score === undefined) return [];
		const none = score.startsWith(GROUP) ? 'none' : scoreText(undefined);
		return [{ sample, score, said: said[score] ?? none, gives: gives[score] ?? none }];
	});
}

type Judgements = Readonly<Record<string, string>>;

const GROUP = 'group ';

function judgementsOf({ scores, groups = {} }: Pick<LogSample, 'scores' | 'groups'>): Judgements {
	return Object.fromEntries([
		...Object.entries(scores).map(([name, score]) => [name, scoreText(score)]),
		...Object.entries(groups).map(([name, value]) => [`${GROUP}${name}`, value]),
	]);
}

/**
 * Earlier logs leave a main score out that does not apply: it is unscored in them already. Of what another model may have
 * answered, scores that its answer had none of are unscored too.
 */
function isLateWord(name: string, said: Judgements, gives: Judgements): boolean {
	return said[name] === undefined && LATE_WORDS.has(gives[name] ?? '');
}

const LATE_WORDS: ReadonlySet<string> = new Set([
	scoreText({ unscored: 'not-applicable' }),
	scoreText({ unscored: 'unconfirmed' }),
]);
