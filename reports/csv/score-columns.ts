import { type Log, type LogSample, type Score, scoreNamed } from '../../src/index.ts';
import type { Column } from './table-csv.ts';

/** Four columns for every score that a suite declares, in the order of the declarations; a score that is missing is empty. */
export function scoreColumns({ header }: Log): readonly Column<Pick<LogSample, 'scores'>>[] {
	const names = new Set(header.suites.flatMap(({ scores }) => Object.keys(scores)));
	return [...names].flatMap((name): readonly Column<Pick<LogSample, 'scores'>>[] => {
		const score = (sample: Pick<LogSample, 'scores'>): Score | undefined => scoreNamed(sample, name);
		return [
			[
				`score_${name}`,
				(sample) => {
					const value = score(sample)?.value;
					return typeof value === 'boolean' ? Number(value) : value;
				},
			],
			[`score_${name}_reason`, (sample) => score(sample)?.reason],
			[`score_${name}_detail`, (sample) => score(sample)?.detail],
			[`score_${name}_unscored`, (sample) => score(sample)?.unscored],
		];
	});
}

/** A column for every group that samples are of. */
export function groupColumns({ samples }: Log): readonly Column<LogSample>[] {
	const names = new Set(samples.flatMap(({ groups }) => Object.keys(groups ?? {})));
	return Array.from(names, (name) => [
		`group_${name}`,
		({ groups = {} }) => (Object.hasOwn(groups, name) ? groups[name] : undefined),
	]);
}
