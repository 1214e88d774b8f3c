import type { Decision } from '../eval/decision.ts';
import type { EvaluatedSuite } from '../eval/header.ts';

/** Fixture: a minimal suite as a log's header has it. */
export function declaredSuiteFixture(changes: Partial<EvaluatedSuite> = {}): EvaluatedSuite {
	const { name = 'prefix' } = changes;
	return {
		name,
		version: '1',
		corpus: { name, version: '1', sha256: '0', prompts: [] },
		skipped: [],
		planned: 1,
		scores: {},
		...changes,
	};
}

/** Fixture: a decision for `A` at or above the share, else `B`. */
export function decisionFixture(hits: number, of: number, score = 'meaningful'): Decision {
	return {
		score,
		threshold: { hits, of },
		paths: [
			{ name: 'A', title: 'keep it' },
			{ name: 'B', title: 'drop it' },
		],
	};
}
