import type { Decision } from '../eval/decision.ts';
import type { EvaluatedSuite } from '../eval/run.ts';

/** Fixture: a suite as a log's header declares it, the least of one. */
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

/** Fixture: a decision between `A`, from the share of prompts on, and `B`. */
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
