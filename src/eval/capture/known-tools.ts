import { z } from 'zod';
import { expectedCallSchema } from '../match/expected-call.ts';
import type { Suite } from '../suite/suite.ts';

/**
 * Names of the tools that a captured app may have called: those of the app that it is held against, and those that the
 * suite's samples expect. A capture tells none, and by their names a call that leaked into the text is known.
 */
export function knownTools({ samples }: Pick<Suite, 'samples'>, app: readonly string[] = []): readonly string[] {
	const expected = samples.flatMap((sample) => {
		// A sample of one's own may mean something else by it.
		const calls = expectedCalls.safeParse((sample as { readonly expected?: unknown }).expected);
		return calls.success ? calls.data.map(({ tool }) => tool) : [];
	});
	return [...new Set([...app, ...expected])];
}

const expectedCalls = z.array(expectedCallSchema);
