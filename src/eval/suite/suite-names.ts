import { ConfigError } from '../../errors/gemmark-error.ts';
import type { Scorer } from '../score/scorer.ts';
import { ARM_METRICS, RUN_METRICS, VERDICT_METRICS } from '../summary/named-metrics.ts';
import type { Arm } from './suite.ts';

interface NamedParts {
	readonly name: string;
	readonly arms?: readonly Arm[] | undefined;
	readonly scorers: readonly Scorer<never>[];
}

/**
 * Checks what a suite, its arms and its scores are called: a gate, a column and a flag name them, and each by a name that
 * nothing else has. Throws {@link ConfigError}.
 */
export function requireSuiteNames({ name, arms = [], scorers }: NamedParts): void {
	if (!/^[a-z][a-z0-9-]{0,59}$/u.test(name)) {
		throw new ConfigError(`suite '${name}': a name is lower-case letters, digits and hyphens, beginning with a letter`);
	}
	if (RUN_METRICS.includes(name)) throw taken(`suite ${name}: name`, name, `the metrics ${name}.* of a run`);
	for (const [index, arm] of arms.entries()) {
		const field = `suite ${name}: arms[${index}].name`;
		if (!/^[A-Za-z][\w-]{0,59}$/u.test(arm.name)) {
			throw new ConfigError(`${field}: '${arm.name}' is no word of letters, digits and hyphens`);
		}
		if (arms.findIndex((other) => other.name === arm.name) < index) {
			throw new ConfigError(`suite ${name}: two arms are named '${arm.name}'`);
		}
	}
	requireScoreNames(name, arms, scorers);
}

function requireScoreNames(name: string, arms: readonly Arm[], scorers: readonly Scorer<never>[]): void {
	if (scorers.length === 0) throw new ConfigError(`suite ${name}: has no scorers`, { hint: 'Give it at least one.' });
	for (const [index, scorer] of scorers.entries()) {
		const field = `suite ${name}: scorers[${index}].name`;
		if (!/^[A-Za-z]\w{0,59}$/u.test(scorer.name)) {
			throw new ConfigError(`${field}: '${scorer.name}' is no word of letters and digits`);
		}
		if ([...VERDICT_METRICS, ...ARM_METRICS].includes(scorer.name)) {
			throw taken(field, scorer.name, `the metric ${name}.${scorer.name}`);
		}
		// A number's `SUITE.SCORE.p50` would be the score p50 of that arm.
		if (arms.some((arm) => arm.name === scorer.name)) throw taken(field, scorer.name, 'an arm of the suite');
		if (scorers.findIndex((other) => other.name === scorer.name) < index) {
			throw new ConfigError(`suite ${name}: two scorers are named '${scorer.name}'`);
		}
		const stem = scorer.name.replace(COLUMN_OF_SCORE, '');
		if (stem !== scorer.name && scorers.some((other) => other.name === stem)) {
			throw taken(field, scorer.name, `a column of the score '${stem}'`);
		}
	}
	const [first, second] = scorers.filter(({ main }) => main === true);
	if (first === undefined || second === undefined) return;
	throw new ConfigError(`suite ${name}: two scorers are main: '${first.name}' and '${second.name}'`, {
		hint: 'One score says whether a sample passed: leave `main` out of the other.',
	});
}

/** Each score has columns of its reason, its detail and why it has no value. */
const COLUMN_OF_SCORE = /_(?:reason|detail|unscored)$/u;

function taken(field: string, name: string, by: string): ConfigError {
	return new ConfigError(`${field}: '${name}' is the name of ${by}`, { hint: 'Name it otherwise.' });
}
