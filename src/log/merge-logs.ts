import { UsageError } from '../errors/gemmark-error.ts';
import { sampleKey } from '../eval/sample-key.ts';
import type { Log, LogFooter, LogSample } from './record.ts';
import { differingIdentity } from './same-run.ts';

/**
 * Joins the shards of one run into one log. Shards must have the same identity, the shard itself apart; a sample that
 * stands in several counts once. The footer is complete only when every shard's is.
 */
export function mergeLogs(logs: readonly { readonly log: Log; readonly source: string }[]): Log {
	const [first, ...others] = logs;
	if (first === undefined) throw new UsageError('nothing to merge', { hint: 'Name the runs of the shards.' });
	for (const { log, source } of others) {
		const field = differingIdentity(first.log.header, log.header);
		if (field !== undefined) {
			throw new UsageError(`${source}: cannot be merged with ${first.source}, ${field} differs`, {
				hint: 'Merge only the shards of one run.',
			});
		}
	}
	const samples = new Map<string, LogSample>();
	for (const { log } of logs) for (const sample of log.samples) samples.set(sampleKey(sample), sample);
	const { shard: _, ...settings } = first.log.header.settings;
	const workers = logs.flatMap(({ log }) => log.workers ?? []);
	const footer = mergeFooters(logs.map(({ log }) => log.footer));
	return {
		header: { ...first.log.header, settings },
		samples: [...samples.values()],
		failures: logs.flatMap(({ log }) => log.failures),
		...(workers.length === 0 ? {} : { workers }),
		...(footer === undefined ? {} : { footer }),
	};
}

function mergeFooters(footers: readonly (LogFooter | undefined)[]): LogFooter | undefined {
	const known = footers.filter((footer) => footer !== undefined);
	const last = known.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt)).at(-1);
	if (last === undefined || known.length < footers.length) return undefined;
	const peaks = known.flatMap((footer) => footer.peakRssBytes ?? []);
	return {
		type: 'footer',
		endedAt: last.endedAt,
		outcome: known.find((footer) => footer.outcome !== 'complete')?.outcome ?? 'complete',
		...(peaks.length === 0 ? {} : { peakRssBytes: Math.max(...peaks) }),
	};
}
