import type { DatabaseSync } from 'node:sqlite';
import type { RunRow } from './run-row.ts';
import { seriesFields, type Trend, type TrendSeries } from './series.ts';
import { type PromptRates, trendChange } from './trend.ts';

/** Limits of a trend. */
export interface TrendBounds {
	readonly points: number;
	readonly series: number;
	readonly others: number;
}

interface TrendRequest {
	readonly filter: RunFilter;
	readonly most: TrendBounds;
	/** Key of the only series to draw. */
	readonly chosen?: string;
}

/** Reads a metric over time from the index; undefined if no run has it. */
export function readTrend(
	database: DatabaseSync,
	name: string,
	{ filter, most, chosen }: TrendRequest,
): Trend | undefined {
	const { sql, values } = filterSql(filter);
	const from = `FROM metrics JOIN runs ON runs.id = metrics.run WHERE metrics.name = ? ${sql}`;
	// With max(), SQLite takes the other columns from the row of the maximum.
	const all = database
		.prepare(
			`SELECT series, runs.id AS newest, count(*) AS n, max(started) AS last ${from} GROUP BY series ORDER BY n = 1, last DESC, series`,
		)
		.all(name, ...values);
	const drawn = all.filter(({ series }) => chosen === undefined || series === chosen).slice(0, most.series);
	if (drawn.length === 0) return undefined;
	const seriesOf = ({ series, n, newest }: (typeof all)[number]): TrendSeries => ({
		key: String(series),
		runs: Number(n),
		fields: fieldsOf(database, String(newest), name),
	});
	const rest = all.filter((one) => !drawn.includes(one));
	const keys = drawn.map(({ series }) => String(series));
	const points = database
		.prepare(
			`SELECT row, series, prompts ${from} AND series IN (${keys.map(() => '?').join()}) ORDER BY started DESC, id DESC LIMIT ?`,
		)
		.all(name, ...values, ...keys, most.points)
		.flatMap(({ row: json, series, prompts }) => {
			const row = JSON.parse(String(json)) as RunRow;
			const metric = row.metrics.find((one) => one.name === name);
			const shares = prompts === null ? undefined : (JSON.parse(String(prompts)) as PromptRates);
			return metric === undefined ? [] : [{ row, metric: { ...metric, prompts: shares }, series: String(series) }];
		})
		.reverse();
	const others = rest.slice(0, most.others).map(seriesOf);
	const changeOf = (key: string): TrendSeries['change'] =>
		trendChange(
			points.flatMap(({ row, metric: { prompts, suite, unscored }, series }) =>
				series !== key || prompts === undefined || unscored > 0 || row.parts.includes(suite) ? [] : [prompts],
			),
		);
	const shown = drawn.map(seriesOf).map((one) => ({ ...one, change: changeOf(one.key) }));
	return { points, drawn: shown, others, moreSeries: rest.length - others.length };
}

function fieldsOf(database: DatabaseSync, run: string, name: string): TrendSeries['fields'] {
	const row = readRow(database, run);
	const metric = row?.metrics.find((one) => one.name === name);
	return row === undefined || metric === undefined ? {} : seriesFields(row, metric);
}

/** Reads the row of a run; undefined if the index has none. */
export function readRow(database: DatabaseSync, run: string): RunRow | undefined {
	const found = database.prepare('SELECT row FROM runs WHERE id = ?').get(run);
	return found === undefined ? undefined : (JSON.parse(String(found.row)) as RunRow);
}

/** Filter of a list of runs. Names match as a whole. */
export interface RunFilter {
	readonly app?: string;
	readonly model?: string;
	readonly engine?: string;
	readonly device?: string;
	readonly suite?: string;
	/** The path of the first decision. */
	readonly verdict?: string;
	/** The result of the gate. */
	readonly gate?: string;
	/** Part of the names of folder, app, model, engine, device, or of the commit. */
	readonly find?: string;
}

/** A filter as SQL over the table of runs, starting with `AND` unless empty. */
export function filterSql({ suite, find, ...names }: RunFilter): {
	readonly sql: string;
	readonly values: readonly string[];
} {
	const parts = [
		...Object.entries(names).map(([name, value]) => ({ sql: `runs.${name} = ?`, value })),
		{ sql: 'EXISTS (SELECT 1 FROM json_each(runs.suites) WHERE value = ?)', value: suite },
		{ sql: 'instr(runs.words, ?) > 0', value: find?.toLowerCase() },
	].filter(({ value }) => value !== undefined);
	return { sql: parts.map(({ sql }) => ` AND ${sql}`).join(''), values: parts.map(({ value }) => value ?? '') };
}

/** Order of a list of runs: by a column of the list, or by a metric's name. Runs without a value are last. */
export interface RunOrder {
	readonly by: string;
	readonly descending: boolean;
}

export const NEWEST_FIRST: RunOrder = { by: 'started', descending: true };

const COLUMNS: Readonly<Record<string, string>> = {
	started: 'started',
	run: 'id',
	model: 'model',
	engine: 'engine',
	verdict: 'share',
	took: 'took',
	gate: 'gate',
	standing: "row ->> '$.standing.sign'",
};

/** An order as SQL over the table of runs. */
export function orderSql({ by, descending }: RunOrder): { readonly sql: string; readonly values: readonly string[] } {
	const column = Object.hasOwn(COLUMNS, by) ? COLUMNS[by] : undefined;
	const key = column ?? '(SELECT value FROM metrics WHERE name = ? AND run = runs.id)';
	const sql = `${key} ${descending ? 'DESC' : 'ASC'} NULLS LAST, started DESC, id DESC`;
	return { sql, values: column === undefined ? [by] : [] };
}
