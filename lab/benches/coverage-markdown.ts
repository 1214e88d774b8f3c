import type { ErrorRate } from './error-rates.ts';
import type { IntervalCoverage } from './interval-coverage.ts';
import { table } from './table.ts';

/** Share of simulations in which each interval held the truth, beside what it says of itself. */
export function coverageLines(rows: readonly IntervalCoverage[]): readonly string[] {
	const sizes = [...new Set(rows.map(({ n }) => n))];
	const cases = Map.groupBy(rows, ({ interval, of }) => `${interval} ${of}`);
	return [
		`${rows[0]?.simulations ?? 0} simulated data sets for each figure; n counts prompts.`,
		table(
			['interval', 'of', 'nominal', ...sizes.map((n) => `covered, n = ${n}`), ...sizes.map((n) => `width, n = ${n}`)],
			Array.from(cases.values(), (own) => {
				const cells = (text: (row: IntervalCoverage) => string): readonly string[] =>
					sizes.map((n) => {
						const row = own.find((one) => one.n === n);
						return row === undefined ? '' : text(row);
					});
				return [
					own[0]?.interval ?? '',
					own[0]?.of ?? '',
					percent(own[0]?.nominal ?? 0),
					...cells(({ covered }) => percent(covered)),
					...cells(({ meanWidth }) => meanWidth.toPrecision(2)),
				];
			}),
		),
	];
}

/** How often an answer is wrong, beside what the rules promise. */
export function errorLines(rows: readonly ErrorRate[]): readonly string[] {
	return [
		table(
			['error', 'of', 'promised', 'found', 'simulations'],
			rows.map(({ what, of, nominal, atMost, found, simulations }) => [
				what,
				of,
				`${atMost ? 'at most ' : ''}${percent(nominal)}`,
				percent(found),
				`${simulations}`,
			]),
		),
	];
}

function percent(share: number): string {
	return `${Number((share * 100).toFixed(1))} %`;
}
