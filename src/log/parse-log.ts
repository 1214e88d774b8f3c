import { LogError } from '../base/errors.ts';
import { canonicalJson, jsonOf } from '../base/json.ts';
import { counted, type Said } from '../base/message.ts';
import { plannedSamples } from '../eval/absent.ts';
import type { EvaluatedSuite } from '../eval/run.ts';
import { sampleKey, sampleSeed, UNCONFIRMED } from '../eval/sample.ts';
import { readArm } from '../eval/settings.ts';
import { askedOtherwise } from './checks/asked-words.ts';
import { declarationsFrom } from './checks/declared-scores.ts';
import { toldContradiction } from './checks/generation-contradiction.ts';
import { withLimits } from './earlier-limit.ts';
import { readLine } from './line.ts';
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
	withoutUnseen,
} from './record.ts';

/**
 * Reads a log from its lines. A broken last line (of a killed process, say) is left out and told; any other broken line
 * throws {@link LogError} with its number. A sample that stands twice counts once, and must say the same,
 * unless another model may have answered it the first time.
 */
export function parseLog(lines: Iterable<string>, source: string): Log {
	let header: LogHeader | undefined;
	let footer: LogFooter | undefined;
	const samples = new Map<string, LogSample>();
	const workers = new Map<string, LogWorker>();
	const failures: LogFailure[] = [];
	let broken: LogError | undefined;
	let brokenLine = 0;
	let number = 0;
	for (const line of lines) {
		number += 1;
		if (line.trim() === '') continue;
		if (broken !== undefined) throw broken;
		const record = readLine(line, `${source}:${number}`);
		if (record instanceof LogError) {
			broken = record;
			brokenLine = number;
			continue;
		}
		if (header === undefined) {
			header = requireHeader(record, source);
			continue;
		}
		if (record.type === 'header') throw secondHeader(source, number);
		// What a resumed run adds makes the earlier end obsolete.
		if (record.type === 'sample') {
			keepSample(samples, withLimits(withoutUnseen(record, header)), { source, line: number });
		}
		if (record.type === 'worker') workers.set(record.id, record);
		if (record.type === 'failure') failures.push(leaveUnconfirmed(samples, record));
		if (record.type === 'footer' && record.outcome === footer?.outcome) throw secondFooter(source, number);
		footer = record.type === 'footer' ? record : undefined;
	}
	if (header === undefined) {
		throw broken ?? new LogError(`${source}: the log is empty`, { hint: BEGINS_AGAIN });
	}
	return {
		header: header.version === 1 ? withDeclarations(header, [...samples.values()]) : header,
		samples: [...samples.values()],
		failures,
		...(workers.size === 0 ? {} : { workers: [...workers.values()] }),
		...(footer === undefined ? {} : { footer }),
		...(broken === undefined ? {} : { damaged: { line: brokenLine, problem: problemOf(broken, source) } }),
	};
}

/** Of a run that was killed before its header was written. */
export const BEGINS_AGAIN = 'Resume its run, which then begins again.';

/** What is wrong with a line, without the place that every message begins with. */
function problemOf({ message }: LogError, source: string): string {
	return message.slice(source.length).replace(/^:\d+: /u, '');
}

function secondHeader(source: string, line: number): LogError {
	return new LogError(`${source}:${line}: a second header, so this is two logs in one file`, {
		hint: 'Give each run its own file; join the shards of one with: gemmark merge.',
	});
}

/** A resumed run that adds nothing keeps its end, unless it is another one now. */
function secondFooter(source: string, line: number): LogError {
	return new LogError(
		`${source}:${line}: a second footer of the same outcome directly behind one, which no run writes`,
		{
			hint: 'Remove that line, if nothing else was changed.',
		},
	);
}

function withDeclarations(header: LogHeader, samples: readonly LogSample[]): LogHeader {
	return {
		...header,
		suites: header.suites.map((suite) => ({ ...suite, scores: declarationsFrom(samples, suite.name) })),
	};
}

function requireHeader(record: LogRecord, source: string): LogHeader {
	if (record.type !== 'header') {
		throw new LogError(`${source}:1: the first line of a log is its header, this one is a ${record.type}`);
	}
	if (record.version < 1 || record.version > LOG_VERSION) {
		throw new LogError(`${source}: log version ${record.version}, this gemmark reads versions 1 to ${LOG_VERSION}`, {
			hint: 'Use the gemmark that wrote it, or run it again.',
		});
	}
	return namedHeader(record);
}

/**
 * Keeps a sample of a log under its key. One that stands twice counts as it stands last; throws {@link LogError} naming
 * both lines where the two were asked, answered or scored otherwise: no run writes that, but of one that it left unconfirmed.
 */
export function keepSample(
	samples: Map<string, LogSample>,
	sample: LogSample,
	{ source, line }: { readonly source: string; readonly line: number },
): void {
	const key = sampleKey(sample);
	const before = samples.get(key);
	if (before !== undefined && !isUnconfirmed(before) && contentOf(before) !== contentOf(sample)) {
		throw new LogError(`${source}:${line}: ${key} contradicts line ${lineOf(before)}, where it stands already`, {
			hint: 'A line was appended or edited: use the log as gemmark wrote it.',
		});
	}
	samples.set(key, sample);
	LINES.set(sample, line);
}

/** Line of its log that a sample was read from, 1-based; undefined for one that was not. */
export function lineOf(sample: LogSample): number | undefined {
	return LINES.get(sample);
}

/**
 * Leaves the samples unscored, and says nothing else of them, of which the failure tells that another model may have answered
 * them: those that it names, and what stands behind. Gives the failure without that, which the samples tell from here on.
 */
export function leaveUnconfirmed(
	samples: Map<string, LogSample>,
	{ unconfirmedSince, ...failure }: LogFailure,
): LogFailure {
	if (unconfirmedSince === undefined) return failure;
	const first = samples.get(sampleKey(unconfirmedSince));
	const from = (first && lineOf(first)) ?? 0;
	for (const [key, sample] of samples) {
		const line = lineOf(sample) ?? 0;
		if (line < from) continue;
		const left = unconfirmed(sample, failure.said);
		samples.set(key, left);
		LINES.set(left, line);
	}
	return failure;
}

function unconfirmed({ ownWords: _, ...sample }: LogSample, detail: Said): LogSample {
	const { endToEndMs, cold } = sample.timings;
	return {
		...sample,
		transcript: { facts: {}, generations: [], failure: UNCONFIRMED, failureDetail: detail },
		scores: Object.fromEntries(Object.keys(sample.scores).map((name) => [name, { unscored: 'unconfirmed', detail }])),
		timings: { generations: [], endToEndMs, cold },
	};
}

function isUnconfirmed({ transcript }: LogSample): boolean {
	return transcript.failure === UNCONFIRMED;
}

const LINES = new WeakMap<LogSample, number>();

/** What was asked, said and scored: what was measured may differ. */
function contentOf({ sample, transcript, scores }: LogSample): string {
	return canonicalJson(jsonOf({ sample, transcript, scores }));
}

/**
 * Throws {@link LogError} naming the line of a sample that the run of this header cannot have made: another run's, one
 * that was not planned, or one of which two parts tell different things.
 */
export async function requireOwnSamples(log: Log, source: string): Promise<void> {
	const { header, samples } = log;
	const planned = new Set(plannedSamples(log).map(sampleKey));
	const suites = new Map(header.suites.map((suite) => [suite.name, suite]));
	const otherwise = await askedOtherwise(log);
	for (const sample of samples) {
		const suite = suites.get(sample.suite);
		const problem =
			suite === undefined
				? 'the header has no such suite'
				: (identityProblem(sample, header) ??
					planProblem(sample, suite, planned, header) ??
					told(sample, header, otherwise));
		if (problem !== undefined) throw foreign(sample, problem, source);
	}
	for (const suite of header.suites) requireFewEnough(suite, log, source);
}

/** A sample as errors about it name it: file, line, suite and id. */
export function samplePlace(sample: LogSample, source: string): string {
	const line = lineOf(sample);
	return `${source}${line === undefined ? '' : `:${line}`}: ${sample.suite} ${sample.sampleId}`;
}

function foreign(sample: LogSample, problem: string, source: string): LogError {
	return new LogError(`${samplePlace(sample, source)}: is no sample of this run (${problem})`, {
		hint: 'A line of another run was put in, or one was edited: use the log as gemmark wrote it.',
	});
}

/** A seed follows from the run's and from what the sample is. */
function identityProblem(sample: LogSample, { settings, version }: LogHeader): string | undefined {
	const { suite, sampleId, arm, epoch, seed } = sample;
	if (sample.sample.id !== sampleId) return `its row is ${JSON.stringify(sample.sample.id)?.slice(0, 60)}`;
	if (settings.seed === undefined) return undefined;
	if (seed === undefined) return version === 1 ? undefined : 'it has no seed';
	const of = settings.seed;
	// Arms share a seed where a suite has several; those of earlier runs do not.
	const own = [[], [readArm(arm, settings.reflection ?? false).own]].some(
		(arms) => seed === sampleSeed(of, suite, sampleId, ...arms, epoch),
	);
	return own ? undefined : 'its seed is another';
}

function planProblem(
	sample: LogSample,
	{ skipped, plan }: EvaluatedSuite,
	planned: ReadonlySet<string>,
	{ settings }: LogHeader,
): string | undefined {
	if (plan !== undefined) return planned.has(sampleKey(sample)) ? undefined : 'the header plans no such sample';
	if (sample.epoch >= settings.epochs) return `epoch ${sample.epoch} of ${settings.epochs}`;
	return skipped.some(({ arm }) => arm === sample.arm) ? `the header leaves the arm ${sample.arm} out` : undefined;
}

function told(sample: LogSample, header: LogHeader, otherwise: ReadonlySet<LogSample>): string | undefined {
	if (otherwise.has(sample)) return 'its transcript does not ask its input';
	return toldContradiction(sample, header.settings.dialect);
}

/** Where the header does not name its samples, it counts them. */
function requireFewEnough({ name, samples, planned, plan }: EvaluatedSuite, log: Log, source: string): void {
	if (plan !== undefined) return;
	const own = log.samples.filter(({ suite }) => suite === name);
	const ids = new Set<string>();
	const surplus = own.find(({ sampleId }, index) => {
		ids.add(sampleId);
		return index >= planned || (samples !== undefined && ids.size > samples);
	});
	if (surplus !== undefined) throw foreign(surplus, `the header plans ${counted(planned, 'sample')}`, source);
}
