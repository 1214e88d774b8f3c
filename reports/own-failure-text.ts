import { counted, english } from '../src/base/message.ts';
import type { OwnFailure } from '../src/summary/failures.ts';

/** `the app's tool get_streak failed, not the model: 6 of 8 calls: DB is down`. Plain text that may quote the log. */
export function ownFailureText({ what, name, suite, count, of, said, otherWays }: OwnFailure): string {
	const whose = {
		tool: `the app's tool ${name}`,
		scorer: `the scorer ${name} of ${suite}`,
		suite: `code of the app, of the dialect or of the suite ${name}`,
	}[what];
	const [one, many] = what === 'tool' ? (['call', 'calls'] as const) : (['sample', 'samples'] as const);
	const more = otherWays === 0 ? '' : `; and ${counted(otherWays, 'other way')}`;
	return `${whose} failed, not the model: ${count} of ${counted(of, one, many)}: ${english(said)}${more}`;
}
