import { UsageError } from '../base/errors.ts';
import { canonicalJson, jsonOf } from '../base/json.ts';
import { distinct, message } from '../base/message.ts';
import { plannedSamples } from '../eval/missing.ts';
import { sampleKey } from '../eval/sample.ts';
import {
	differingCode,
	isCodeField,
	suitesOfTwoSystems,
	systemDifferences,
	systemField,
} from '../summary/compare/identity.ts';
import type { Log, LogFooter, LogHeader, LogSample, RescoredMark } from './record.ts';
import { differingFields } from './same-run.ts';

/** A shard of a run, and the path of its log. */
interface ShardLog {
	readonly log: Log;
	readonly source: string;
}

interface MergeOptions {
	/** Fields in which shards may differ: only `code`. */
	readonly allow?: readonly string[];
}

/**
 * Joins the shards of one run into one log, its samples in plan order. Shards must have the same identity except for the
 * shard; a sample in several shards counts once, and must be the same in all. The outcome is complete only if every shard's
 * is. Missing shards are named in the settings, and such a run decides nothing. Allowed differences in code are a warning,
 * and the run then records no code. Throws {@link UsageError} naming the fields in which shards of different runs differ.
 */
export function mergeLogs(logs: readonly ShardLog[], { allow = [] }: MergeOptions = {}): Log {
	const [first, ...others] = logs;
	if (first === undefined) throw new UsageError(message('usage.merge-nothing'));
	for (const other of others) requireSameRun(first, other, allow);
	const missingShards = missingOf(logs);
	const { shard, ...settings } = first.log.header.settings;
	const { interleaved, command, code, app, warnings: _, rescored: __, ...same } = first.log.header;
	const codes = [
		...new Set(others.flatMap(({ log }) => differingCode(first.log.header, log.header).map(({ name }) => name))),
	];
	const asked = [...new Set(others.flatMap(({ log }) => suitesOfTwoSystems(first.log, log)))];
	const times = [...new Set(others.flatMap(({ log }) => otherTimes(first.log.header, log.header)))];
	const warnings = [
		...distinct(logs.flatMap(({ log }) => [...(log.header.warnings ?? []), ...(log.footer?.warnings ?? [])])),
		...(codes.length === 0 ? [] : [message('run.merged-code', { files: codes })]),
		...(asked.length === 0 ? [] : [message('run.merged-systems', { suites: asked })]),
		...(times.length === 0 ? [] : [message('run.merged-times', { fields: times })]),
	];
	const devices = [...new Set(logs.flatMap(({ log }) => log.header.host.device ?? []))];
	const workers = logs.flatMap(({ log }) => log.workers ?? []);
	const footer = mergeFooters(logs.map(({ log }) => log.footer));
	const header: LogHeader = {
		...same,
		command: shard === undefined ? command : wholeCommand(command),
		code: codes.length === 0 && logs.every(({ log }) => log.header.code !== undefined) ? code : undefined,
		...(app && { app: logs.every(({ log }) => log.header.app?.content) ? app : { ...app, content: undefined } }),
		// Shards interleaved with different runs are not interleaved with any one of them.
		interleaved: logs.every(({ log }) => log.header.interleaved === interleaved) ? interleaved : undefined,
		...(devices.length > 1 && { host: { ...same.host, device: devices.join(', ') } }),
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

function requireSameRun(first: ShardLog, { log, source }: ShardLog, allow: readonly string[]): void {
	const fields = differingFields(first.log.header, log.header, allow);
	if (fields.length === 0) {
		requireSameSystems(first, { log, source }, allow);
		return;
	}
	const params = { source, first: first.source, fields, n: fields.length };
	if (fields.every(isCodeField)) {
		throw new UsageError(message('usage.merge-differs-code', params), { allow: ['code'] });
	}
	const partly = fields.some((field) => field.endsWith('missingShards'));
	throw new UsageError(message(partly ? 'usage.merge-partly-merged' : 'usage.merge-differs', params));
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

/** The command of the whole run, without the shard and its folder. */
function wholeCommand(command: string): string {
	return command.replace(/ (?:--shard|--out)(?:=| +)(?:'[^']*'|\\'|[^\s'])+/gu, '');
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

/** Differences in machine and threads between two parts of a run, such as `threads 1 and 2`; they change only times. */
export function otherTimes(one: MeasuredOn, other: MeasuredOn): readonly string[] {
	const [was, is] = [machineOf(one), machineOf(other)];
	return Object.entries(NAMES).flatMap(([field, name]) => {
		const [before, now] = [was[field as Field], is[field as Field]];
		return before === undefined || now === undefined || before === now
			? []
			: [`${name} ${shown(before)} and ${shown(now)}`];
	});
}

/** The machine and engine of a header. */
type MeasuredOn = Pick<LogHeader, 'engine'> & Partial<Pick<LogHeader, 'host'>>;

type Field = keyof typeof NAMES;

const NAMES = {
	device: 'device',
	cpu: 'CPU',
	cores: 'cores',
	backend: 'backend',
	threads: 'threads',
	prefillThreads: 'prefill threads',
	processes: 'processes',
	promptCache: 'prompt cache',
} as const;

function shown(value: string | number | boolean): string {
	return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function machineOf({ host, engine }: MeasuredOn): Readonly<Partial<Record<Field, string | number | boolean>>> {
	return { ...host, ...engine, processes: engine.processes ?? 1 };
}
