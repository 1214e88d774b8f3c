import { UsageError } from '../errors/gemmark-error.ts';
import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogHeader } from '../log/record.ts';
import { differingFields } from '../log/same-run.ts';
import { plural } from '../text/counted.ts';

/** Refuses to go on with a run under another identity: its samples would not belong together. */
export function requireSameRun(before: LogHeader, now: LogHeader, source: string): void {
	const sameShard = shardOf(before) === shardOf(now);
	const sameTurns = before.interleaved === now.interleaved;
	const fields = [
		...(sameShard ? [] : ['shard']),
		// What was left out would be evaluated alone.
		...(sameTurns ? [] : ['interleaved']),
		...differingFields(before, now),
	];
	if (fields.length === 0) return;
	const differ = plural(fields.length, 'differs', 'differ');
	throw new UsageError(`${source}: cannot be resumed, ${fields.join(', ')} ${differ} from the run's own`, {
		hint: `Repeat its options (${before.command}), or start a new run.`,
	});
}

function shardOf(header: LogHeader): string {
	return canonicalJson((header.settings.shard ?? null) as JsonValue);
}
