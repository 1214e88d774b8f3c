import type { LabelledCounts } from '../../stats/judge-error.ts';
import { readLanguage } from '../text.ts';
import errors from './rule-error.json' with { type: 'json' };

/** How often the rule of a language errs on labelled texts that could be judged either way (`isSoft`). */
export interface RuleError extends LabelledCounts {
	/** Name of the labelled set. */
	readonly set: string;
	readonly rows: number;
	/** ISO 8601 date of the set. */
	readonly date: string;
}

/** Undefined for a language whose rule was not measured. */
export function ruleErrorIn(language: string): RuleError | undefined {
	const { base } = readLanguage(language);
	return base === 'ko' || base === 'en' ? errors[base] : undefined;
}
