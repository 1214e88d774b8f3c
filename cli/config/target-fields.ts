import { type FieldOrigin, whereFrom } from '../../src/config/where-from.ts';
import { BUNDLED_MODEL_NAME } from '../../src/run/compose/load.ts';
import type { OpenedConfig } from '../../src/run/compose/open-config.ts';
import { DEFAULT_RUNNER } from '../../src/run/compose/runners.ts';
import type { NamedTarget } from '../../src/run/prepare.ts';
import type { AskedRun } from '../run/request.ts';

/** The fields of the target at `index` of a run: its own in the config, but for those that flags say. */
export function targetFields(
	{ asked: target, runner }: NamedTarget,
	index: number,
	config: OpenedConfig | undefined,
	{ given, request }: AskedRun,
): readonly FieldOrigin[] {
	const flagged = new Set([...Object.keys(given), ...Object.keys(request.runnerOptions)]);
	const written = placeInConfig(index, config, given);
	const named = runner.modelSource === 'name' ? {} : { model: BUNDLED_MODEL_NAME };
	const rows = whereFrom({
		defaults: { runner: DEFAULT_RUNNER, ...named },
		config: target,
		place: {
			file: config?.file ?? 'gemmark',
			lineOf: ([field = '', ...rest]) => config?.lineOf?.(['targets', written, field, ...rest]),
		},
		flags: Object.fromEntries(Object.entries(target).filter(([name]) => flagged.has(name))),
	});
	return rows.map((row) => ({ ...row, field: `targets[${index}].${row.field}` }));
}

/** Which of the config's targets it is; those that `--model` makes are all like the first. */
function placeInConfig(
	index: number,
	config: OpenedConfig | undefined,
	{ target: names, model }: AskedRun['given'],
): number {
	const among = Array.isArray(names)
		? names.map((name) => config?.config.targets?.findIndex((target) => target.name === name) ?? 0)
		: undefined;
	const own = model === undefined ? index : 0;
	return among?.[own] ?? own;
}
