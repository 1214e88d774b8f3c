import { UsageError } from '../../base/errors.ts';
import { canonicalJson, type JsonValue } from '../../base/json.ts';
import { plural } from '../../base/message.ts';
import { otherTimes } from '../../log/merge.ts';
import type { LogHeader } from '../../log/record.ts';
import { differingFields } from '../../log/same-run.ts';
import { differingCode, isCodeField } from '../../summary/compare/identity.ts';

/**
 * Refuses to go on with a run under another identity: its samples would not belong together. Other code of the config may
 * be allowed; gives the warnings that the run then carries, also of times that another machine or other threads took.
 */
export function requireSameRun(
	before: LogHeader,
	now: LogHeader,
	source: string,
	allow: readonly string[] = [],
): readonly string[] {
	const sameShard = shardOf(before) === shardOf(now);
	const sameTurns = before.interleaved === now.interleaved;
	const fields = [
		...(sameShard ? [] : ['shard']),
		// What was left out would be evaluated alone.
		...(sameTurns ? [] : ['interleaved']),
		...differingFields(before, now, allow),
	];
	if (fields.length === 0) {
		const files = differingCode(before, now).map(({ name }) => name);
		const times = otherTimes(before, now);
		return [
			...(files.length === 0 ? [] : [`the run was resumed with other code (${files.join(', ')})`]),
			...(times.length === 0 ? [] : [`the run was resumed elsewhere, and its times are of both: ${times.join(', ')}`]),
		];
	}
	const differ = plural(fields.length, 'differs', 'differ');
	throw new UsageError(`${source}: cannot be resumed, ${fields.join(', ')} ${differ} from the run's own`, {
		allow: fields.every(isCodeField) ? ['code'] : [],
		hint: sameTurns ? `${remedies(fields, before).join('; ')}; or start a new run.` : IN_TURNS,
	});
}

/** A side that is evaluated alone has other neighbours than the one that it is beside. */
const IN_TURNS =
	'Runs in turns (--interleave) cannot be gone on with, for their times stand side by side: start new ones.';

/** One for each sort of what differs: options do not bring back a file that became another. */
function remedies(fields: readonly string[], { command, engine, model }: LogHeader): readonly string[] {
	const sorts = [...new Set(fields.map((field) => SORTS.find(([names]) => names.test(field))?.[1] ?? 'options'))];
	const texts = {
		shards: 'Run the shards that are missing, and merge all of them',
		model: `Give it the model that it began with (${model.name}${fields.includes('model path') ? ', where it lay then' : ''})`,
		engine: `Use the engine that it began with (${[engine.runner, engine.version].filter(Boolean).join(' ')})`,
		code: 'Put the code of the config back as it was when it began, or allow code where it neither asks nor scores',
		app: 'Put app and suites back as they were when it began',
		options: `Repeat its options (${command})`,
	} satisfies Record<Sort, string>;
	return sorts.map((sort) => texts[sort]);
}

type Sort = 'shards' | 'model' | 'engine' | 'code' | 'app' | 'options';

const SORTS: readonly (readonly [names: RegExp, sort: Sort])[] = [
	[/^missingShards$/u, 'shards'],
	[/^(?:model(?: .+)?|template)$/u, 'model'],
	[/^engine (?:runner|version|api)$/u, 'engine'],
	[/^code of /u, 'code'],
	[/^app(?:\.|$)|^(?:version|scores|decision|corpus) of /u, 'app'],
];

function shardOf(header: LogHeader): string {
	return canonicalJson((header.settings.shard ?? null) as JsonValue);
}
