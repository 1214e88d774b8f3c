import type { EvaluatedSuite } from '../evaluated-run.ts';

/** The score that says whether a sample passed: the declared main one, else the first rate. */
export function mainScore({ scores }: Pick<EvaluatedSuite, 'scores'>): string | undefined {
	const declared = Object.entries(scores);
	const main = declared.find(([, { main }]) => main === true) ?? declared.find(([, { kind }]) => kind === 'rate');
	return main?.[0];
}
