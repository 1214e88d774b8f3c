import { isInstance } from '../errors/error-type.ts';
import { UsageError } from '../errors/gemmark-error.ts';
import { Overtime } from '../errors/overtime.ts';
import { lookedInTime } from '../text/given-pattern.ts';
import type { Sample } from './sample.ts';
import type { Suite } from './suite/suite.ts';

/** Longest that a filter may look at all samples of a run, milliseconds. */
export const FILTER_MS = 10_000;

/**
 * Of each suite the samples whose id or input the filter fits, all of them without one. Throws {@link UsageError} for a filter
 * that is no regular expression, or takes longer.
 */
export function filteredSamples(
	suites: readonly Suite[],
	filter: string | undefined,
	ms: number,
): readonly (readonly Sample[])[] {
	if (filter === undefined) return suites.map(({ samples }) => samples);
	const pattern = compileFilter(filter);
	const fits = ({ id, input }: Sample): boolean => pattern.test(id) || pattern.test(input);
	try {
		// All at once: a limit of time costs more than most patterns.
		return lookedInTime(pattern.source, () => suites.map(({ samples }) => samples.filter(fits)), ms);
	} catch (cause) {
		if (!isInstance(cause, Overtime)) throw cause;
		throw new UsageError(`--filter: ${cause.message}`, {
			hint: 'Leave out repeats inside of repeats, such as (a+)+.',
			cause,
		});
	}
}

function compileFilter(source: string): RegExp {
	try {
		return new RegExp(source.normalize('NFC'), 'u');
	} catch (cause) {
		throw new UsageError(`--filter ${source}: not a regular expression`, {
			hint: 'It is matched against sample ids and inputs.',
			cause,
		});
	}
}
