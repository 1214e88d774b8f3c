import type { SampleResult } from '../sample.ts';
import type { Score } from './score.ts';

/** The sample's score of that name, where it has one. */
export function scoreNamed({ scores }: Pick<SampleResult, 'scores'>, name: string | undefined): Score | undefined {
	return name !== undefined && Object.hasOwn(scores, name) ? scores[name] : undefined;
}
