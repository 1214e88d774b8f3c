import { LogError } from '../base/errors.ts';
import { canonicalJson, jsonOf } from '../base/json.ts';
import { type Message, message, type Said } from '../base/message.ts';
import { plannedSamples } from '../eval/missing.ts';
import { isAskedAgain, sampleKey, UNCONFIRMED } from '../eval/sample.ts';
import type { SustainedTurn } from '../eval/turn.ts';
import { readLine, SharedOutcomes } from './line.ts';
import {
	LOG_VERSION,
	type Log,
	type LogFailure,
	type LogFooter,
	type LogHeader,
	type LogRecord,
	type LogSample,
	type LogWorker,
	namedHeader,
	READ_VERSIONS,
} from './record.ts';

interface ParsedFile {
	/** Of the lines before the current one. */
	readonly digest: { after(): string };
	/** What stays in memory of the sample of the current line. */
	readonly keep?: (sample: LogSample) => LogSample;
}

/**
 * Parses a log from its lines. A broken last line, as of a killed process, is dropped and reported; any other throws
 * {@link LogError} with its number, as does a sample that is not planned. The last of two lines of a sample counts; both
 * must have the same content, unless the first failed, or another model may have answered it.
 */
export function parseLog(lines: Iterable<string>, source: string, { digest, keep }: Partial<ParsedFile> = {}): Log {
	let header: LogHeader | undefined;
	let footer: LogFooter | undefined;
	let digestDiffers = false;
	const samples: SamplesByKey = new Map();
	const workers = new Map<string, LogWorker>();
	const failures: LogFailure[] = [];
	const turns: SustainedTurn[] = [];
	let broken: { readonly line: number; readonly problem: Message } | undefined;
	const outcomes = new SharedOutcomes();
	let line = 0;
	for (const text of lines) {
		line += 1;
		if (text.trim() === '') continue;
		if (broken !== undefined) throw lineError(source, broken.line, broken.problem);
		const read = readLine(text, outcomes);
		if ('problem' in read) {
			broken = { line, problem: read.problem };
			continue;
		}
		const record = read.value;
		if (header === undefined) {
			header = requireHeader(record, source);
			continue;
		}
		if (record.type === 'header') throw lineError(source, line, message('log.second-header'));
		if (record.type === 'sample') keepSample(samples, keep?.(record) ?? record, { source, line });
		if (record.type === 'worker') workers.set(record.id, record);
		if (record.type === 'turn') turns.push(record);
		if (record.type === 'failure') failures.push(dropUnconfirmed(samples, record));
		if (record.type === 'footer') {
			if (record.outcome === footer?.outcome) throw lineError(source, line, message('log.second-footer'));
			digestDiffers = record.digest !== undefined && digest !== undefined && record.digest !== digest.after();
		}
		// Records of a resumed run make an earlier footer obsolete.
		footer = record.type === 'footer' ? record : undefined;
	}
	if (header === undefined) {
		throw broken === undefined
			? new LogError(message('log.empty', { source }))
			: lineError(source, broken.line, broken.problem);
	}
	requirePlanned(header, samples, source);
	return {
		header,
		samples: Array.from(samples.values(), ({ sample }) => sample),
		failures,
		...(workers.size === 0 ? {} : { workers: [...workers.values()] }),
		turns: turns.length === 0 ? undefined : turns,
		footer,
		damaged: broken,
		...(digestDiffers && { digestDiffers }),
	};
}

type SamplesByKey = Map<string, { readonly sample: LogSample; readonly line: number }>;

function lineError(source: string, line: number, problem: Message): LogError {
	return new LogError(message('log.line', { place: `${source}:${line}`, problem }));
}

function requireHeader(record: LogRecord, source: string): LogHeader {
	if (record.type !== 'header') throw lineError(source, 1, message('log.no-header', { type: record.type }));
	if (READ_VERSIONS.has(record.version)) return namedHeader(record);
	throw new LogError(message('log.version', { source, version: record.version, known: LOG_VERSION }));
}

function keepSample(samples: SamplesByKey, sample: LogSample, at: { readonly source: string; line: number }): void {
	const key = sampleKey(sample);
	const before = samples.get(key);
	const isSame = before === undefined || isAskedAgain(before.sample) || contentOf(before.sample) === contentOf(sample);
	if (!isSame) throw lineError(at.source, at.line, message('log.duplicate', { key, line: before.line }));
	samples.set(key, { sample, line: at.line });
}

/** Everything but timings. */
function contentOf({ sample, transcript, scores }: LogSample): string {
	return canonicalJson(jsonOf({ sample, transcript, scores }));
}

/**
 * Makes the samples unscored that another model may have answered, from the one that the failure names up to the failure.
 * Returns the failure without that name.
 */
function dropUnconfirmed(samples: SamplesByKey, { unconfirmedSince, ...failure }: LogFailure): LogFailure {
	if (unconfirmedSince === undefined) return failure;
	const from = samples.get(sampleKey(unconfirmedSince))?.line ?? 0;
	for (const [key, { sample, line }] of samples) {
		if (line >= from) samples.set(key, { sample: unconfirmed(sample, failure.said), line });
	}
	return failure;
}

function unconfirmed(sample: LogSample, detail: Said): LogSample {
	const { endToEndMs, cold } = sample.timings;
	return {
		...sample,
		transcript: { facts: {}, generations: [], failure: UNCONFIRMED, failureDetail: detail },
		scores: Object.fromEntries(Object.keys(sample.scores).map((name) => [name, { unscored: 'unconfirmed', detail }])),
		timings: { generations: [], endToEndMs, cold },
	};
}

/** Throws for a sample that is not in its suite's plan. */
function requirePlanned(header: LogHeader, samples: SamplesByKey, source: string): void {
	const planned = new Set(plannedSamples({ header }).map(sampleKey));
	const suites = new Map(header.suites.map(({ name, plan }) => [name, plan]));
	for (const [key, { sample, line }] of samples) {
		const isKnown = suites.has(sample.suite) ? suites.get(sample.suite) !== undefined : suites.size > 0;
		if (!isKnown || planned.has(key)) continue;
		throw lineError(source, line, message('log.not-planned', { suite: sample.suite, sample: sample.sampleId }));
	}
}
