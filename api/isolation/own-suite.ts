import type { Suite } from '../../src/eval/suite.ts';
import { suitePlace } from '../../src/eval/user-code.ts';
import { deepFreeze } from '../../src/json/deep-freeze.ts';
import { IdleLimit } from './idle-limit.ts';
import { inTime } from './in-time.ts';

/**
 * A suite that an operator's code brings, bounded: its scorers, groups and the beginning of its solver end when they
 * compute without end, its solver when it does not go on, and none of them can change a sample for the next.
 */
export function ownSuite(suite: Suite): Suite {
	const { groups, samples } = suite;
	deepFreeze(samples);
	return {
		...suite,
		inTime,
		...(groups && { groups: (sample) => inTime(() => groups.call(suite, sample)) }),
		async solve(sample, context, arm) {
			const idle = new IdleLimit(`${suitePlace(suite, sample)}: solve()`);
			const watched: typeof context = {
				...context,
				openConversation: (choice) => idle.watch(context.openConversation(choice)),
			};
			return idle.over(
				inTime(async () => suite.solve(sample, watched, arm)),
				context.signal,
			);
		},
	};
}
