import { UsageError } from '../errors/gemmark-error.ts';
import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { LogHeader } from '../log/record.ts';
import { differingIdentity } from '../log/same-run.ts';

/** Refuses to go on with a run under another identity: its samples would not belong together. */
export function requireSameRun(before: LogHeader, now: LogHeader, source: string): void {
	const sameShard = shardOf(before) === shardOf(now);
	const field = sameShard ? differingIdentity(before, now) : 'shard';
	if (field === undefined) return;
	throw new UsageError(`${source}: cannot be resumed, ${field} differs from the run's own`, {
		hint: `Repeat its options (${before.command}), or start a new run.`,
	});
}

function shardOf(header: LogHeader): string {
	return canonicalJson((header.settings.shard ?? null) as JsonValue);
}
