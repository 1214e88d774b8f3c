import { type FieldOrigin, whereFrom } from '../../src/config/where-from.ts';
import { layeredChoices } from '../../src/run/choices.ts';
import type { OpenedConfig } from '../../src/run/compose/open-config.ts';
import type { PreparedRun } from '../../src/run/prepare.ts';
import type { AskedRun } from '../run/request.ts';
import { targetFields } from './target-fields.ts';

/** What a run would use, field by field, and who said so. */
export function whatHolds(
	{ composition, suites, targets }: PreparedRun,
	config: OpenedConfig | undefined,
	asked: AskedRun,
): readonly FieldOrigin[] {
	const { targets: _, ...written } = config?.config ?? {};
	const flags = Object.entries(asked.given).filter(([name]) => !ELSEWHERE.has(name));
	const rows = whereFrom({
		defaults: {
			app: { name: composition.app.name },
			suites: suites.map(({ name }) => ({ name })),
			...layeredChoices({ sampling: asked.request.sampling }),
			lang: 'en',
		},
		config: written,
		place: { file: 'gemmark', ...config },
		flags: Object.fromEntries(flags),
	});
	return [
		...rows.map(reflectionInWords),
		...targets.flatMap((target, index) => targetFields(target, index, config, asked)),
	];
}

/** As its flag and its field take it. */
function reflectionInWords(row: FieldOrigin): FieldOrigin {
	if (row.field !== 'reflection' || typeof row.value !== 'boolean') return row;
	return { ...row, value: row.value ? 'on' : 'off' };
}

/** Flags that choose targets, or say nothing of the run. */
const ELSEWHERE: ReadonlySet<string> = new Set(['target', 'model', 'runner', 'config', 'json', 'schema']);
