/** What lists show of runs. Every name matches as a whole. */
export interface RunFilter {
	readonly model?: string | undefined;
	readonly engine?: string | undefined;
	readonly device?: string | undefined;
	readonly suite?: string | undefined;
	/** A part of the folder's name, or of the model's. */
	readonly find?: string | undefined;
}

/** A filter as SQL over the table of runs, beginning with `AND` where it has anything. */
export function filterSql({ model, engine, device, suite, find }: RunFilter): {
	readonly sql: string;
	readonly values: readonly string[];
} {
	const parts = [
		...Object.entries({ model, engine, device }).map(([name, value]) => ({ sql: `runs.${name} = ?`, value })),
		{ sql: 'EXISTS (SELECT 1 FROM json_each(runs.suites) WHERE value = ?)', value: suite },
		{ sql: "instr(lower(runs.id || ' ' || coalesce(runs.model, '')), lower(?)) > 0", value: find },
	].filter(({ value }) => value !== undefined);
	return { sql: parts.map(({ sql }) => ` AND ${sql}`).join(''), values: parts.map(({ value }) => value ?? '') };
}
