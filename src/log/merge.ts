import { UsageError } from '../base/errors.ts';
import { canonicalJson, jsonOf } from '../base/json.ts';
import { distinct, message } from '../base/message.ts';
import { plannedSamples } from '../eval/missing.ts';
import { sampleKey } from '../eval/sample.ts';
import {
	allowanceOf,
	allowancesOf,
	doubtsOf,
	type PartDifferences,
	partDifferences,
} from '../eval/settings/identity.ts';
import { suitesOfTwoSystems, systemDifferences, systemField } from '../summary/compare/identity.ts';
import { withoutOptions } from '../text/text.ts';
import type { Log, LogFooter, LogHeader, LogSample, RescoredMark } from './record.ts';

/** A shard of a run, and the path of its log. */
interface ShardLog {
	readonly log: Log;
	readonly source: string;
}

interface MergeOptions {
	/** In what shards may differ: `code`, `backend` and the like. */
	readonly allow?: readonly string[];
}

/**
 * Joins the shards of one run into one log, its samples in plan order. Shards must have the same identity except for the
 * shard; a sample in several shards counts once, and must be the same in all. The outcome is complete only if every shard's
 * is. Missing shards are named in the settings, and such a run decides nothing. Allowed differences are a warning, and the
 * run then does not record the field. Throws {@link UsageError} naming the fields in which shards of different runs differ.
 */
export function mergeLogs(logs: readonly ShardLog[], { allow = [] }: MergeOptions = {}): Log {
	const [first, ...others] = logs;
	if (first === undefined) throw new UsageError(message('usage.merge-nothing'));
	const differences = others.map((other) => requireSameRun(first, other, allow));
	const doubted = new Set(differences.flatMap((found) => found.doubted.map(({ field }) => field)));
	const missingShards = missingOf(logs);
	const { shard, ...settings } = first.log.header.settings;
	const { interleaved, command, code, app, engine, host, warnings: _, rescored: __, ...same } = first.log.header;
	const asked = [...new Set(others.flatMap(({ log }) => suitesOfTwoSystems(first.log, log)))];
	const warnings = [
		...distinct(logs.flatMap(({ log }) => [...(log.header.warnings ?? []), ...(log.footer?.warnings ?? [])])),
		...distinct(differences.flatMap(doubtsOf)),
		...(asked.length === 0 ? [] : [message('run.merged-systems', { suites: asked })]),
	];
	const devices = [...new Set(logs.flatMap(({ log }) => log.header.host.device ?? []))];
	const differsInCode = [...doubted].some((field) => allowanceOf(field) === 'code');
	const workers = logs.flatMap(({ log }) => log.workers ?? []);
	const footer = mergeFooters(logs.map(({ log }) => log.footer));
	const header: LogHeader = {
		...same,
		command: shard === undefined ? command : withoutOptions(command, '--shard', '--out'),
		engine: without('engine', engine, doubted),
		host: without('host', devices.length > 1 ? { ...host, device: devices.join(', ') } : host, doubted),
		code: differsInCode || logs.some(({ log }) => log.header.code === undefined) ? undefined : code,
		...(app && { app: logs.every(({ log }) => log.header.app?.content) ? app : { ...app, content: undefined } }),
		// Shards interleaved with different runs are not interleaved with any one of them.
		interleaved: logs.every(({ log }) => log.header.interleaved === interleaved) ? interleaved : undefined,
		...(warnings.length > 0 && { warnings }),
		rescored: mergeMarks(logs.flatMap(({ log }) => log.header.rescored ?? [])),
		settings: missingShards.length === 0 ? settings : { ...settings, missingShards },
	};
	return {
		header,
		samples: inOrderOf(header, mergeSamples(logs)),
		failures: logs.flatMap(({ log }) => log.failures),
		...(workers.length === 0 ? {} : { workers }),
		footer,
	};
}

/** Identity without the fields in which the shards differ. */
function without<Part extends object>(name: string, part: Part, differing: ReadonlySet<string>): Part {
	return Object.fromEntries(Object.entries(part).filter(([field]) => !differing.has(`${name}.${field}`))) as Part;
}

function requireSameRun(first: ShardLog, { log, source }: ShardLog, allow: readonly string[]): PartDifferences {
	const found = partDifferences(first.log.header, log.header, 'merge', allow);
	const fields = found.refused.map(({ field }) => field);
	if (fields.length === 0) {
		requireSameSystems(first, { log, source }, allow);
		return found;
	}
	const params = { source, first: first.source, fields, n: fields.length };
	const code = fields.includes('settings.missingShards') ? 'usage.merge-partly-merged' : 'usage.merge-differs';
	throw new UsageError(message(code, params), { allow: allowancesOf(fields) });
}

/** Headers do not have a solver's system prompts. */
function requireSameSystems(first: ShardLog, { log, source }: ShardLog, allow: readonly string[]): void {
	const same = systemDifferences(first.log, log).map(({ field }) => field);
	const parts = allow.includes('code') ? [] : suitesOfTwoSystems(first.log, log).map(systemField);
	const fields = [...new Set([...same, ...parts])];
	if (fields.length === 0) return;
	throw new UsageError(
		message('usage.merge-differs-system', { source, first: first.source, fields, n: fields.length }),
		{ allow: same.length === 0 ? ['code'] : [] },
	);
}

function mergeSamples(logs: readonly ShardLog[]): readonly LogSample[] {
	const samples = new Map<string, { readonly sample: LogSample; readonly source: string }>();
	const conflicts: string[] = [];
	let pair: readonly [string, string] = ['', ''];
	for (const { log, source } of logs) {
		for (const sample of log.samples) {
			const key = sampleKey(sample);
			const before = samples.get(key);
			if (before === undefined) samples.set(key, { sample, source });
			else if (outcomeOf(before.sample) !== outcomeOf(sample)) {
				conflicts.push(key);
				pair = [before.source, source];
			}
		}
	}
	if (conflicts.length > 0) {
		const samples = [...conflicts.slice(0, 5), ...(conflicts.length > 5 ? ['...'] : [])];
		throw new UsageError(message('usage.merge-outcomes', { first: pair[0], second: pair[1], samples }));
	}
	return Array.from(samples.values(), ({ sample }) => sample);
}

/** Samples that are not planned come last. */
function inOrderOf(header: LogHeader, samples: readonly LogSample[]): readonly LogSample[] {
	const places = new Map(plannedSamples({ header }).map((planned, place) => [sampleKey(planned), place]));
	const placeOf = (sample: LogSample): number => places.get(sampleKey(sample)) ?? places.size;
	return samples.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** A sample without its timings. */
function outcomeOf({ timings: _, ...sample }: LogSample): string {
	return canonicalJson(jsonOf(sample));
}

/** Indices of the missing shards, 1-based. Throws {@link UsageError} if the shards are of different counts. */
function missingOf(logs: readonly ShardLog[]): readonly number[] {
	const shards = logs.map(({ log }) => log.header.settings.shard).filter((shard) => shard !== undefined);
	const [first] = shards;
	if (first === undefined || shards.length < logs.length) return [];
	const other = shards.find(({ count }) => count !== first.count);
	if (other !== undefined) {
		throw new UsageError(message('usage.merge-shards', { first: first.count, second: other.count }));
	}
	const present = new Set(shards.map(({ index }) => index));
	return Array.from({ length: first.count }, (_, index) => index + 1).filter((index) => !present.has(index));
}

/** Sums the changes of rescored shards. */
function mergeMarks(marks: readonly RescoredMark[]): RescoredMark | undefined {
	const last = marks.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1);
	if (last === undefined) return undefined;
	const changed = marks.reduce((sum, mark) => sum + mark.changed, 0);
	return { ...last, changed, declared: [...new Set(marks.flatMap(({ declared }) => declared))] };
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
