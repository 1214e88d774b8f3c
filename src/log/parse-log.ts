import { LogError } from '../errors/gemmark-error.ts';
import { declarationsFrom } from './checks/declared-scores.ts';
import { withLimits } from './earlier-limit.ts';
import { withoutUnseen } from './engine-read.ts';
import { keepSample, leaveUnconfirmed } from './kept-sample.ts';
import { readLine } from './log-line.ts';
import {
	LOG_VERSION,
	type Log,
	type LogFailure,
	type LogFooter,
	type LogHeader,
	type LogRecord,
	type LogSample,
	type LogWorker,
} from './record.ts';
import { namedHeader } from './run-name.ts';

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
