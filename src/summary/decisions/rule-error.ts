import type { LabelledCounts } from '../../stats/judge-error.ts';

/** How often the rule errs in a language: its answers on a labelled set of texts that could be judged either way. */
export interface RuleError extends LabelledCounts {
	/** Name of the set. */
	readonly set: string;
	readonly rows: number;
	/** ISO 8601 date of the set. */
	readonly date: string;
}

const ERRORS: Readonly<Record<string, RuleError>> = {
	ko: { tp: 38, fn: 1, tn: 32, fp: 9, set: 'ko kept, rounds 9 and 11', rows: 80, date: '2026-11-24' },
	en: { tp: 19, fn: 0, tn: 21, fp: 5, set: 'en kept, rounds 9 and 11', rows: 45, date: '2026-11-24' },
};

/** The error of the prefix rule in a BCP 47 language; undefined where it was not measured. */
export function ruleErrorIn(language: string): RuleError | undefined {
	const [base = ''] = language.toLowerCase().split('-');
	return Object.hasOwn(ERRORS, base) ? ERRORS[base] : undefined;
}
