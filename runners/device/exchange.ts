import { openSync, writeSync } from 'node:fs';
import { parseAt } from '../../src/base/border.ts';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { isJsonObject, type JsonValue } from '../../src/base/json.ts';
import { type Message, message } from '../../src/base/message.ts';
import { systemCode } from '../../src/base/read-file.ts';
import { type FromApp, type Hello, hello, parsed, readMessage, type ToApp, toApp, type Welcome } from './protocol.ts';

/** Longest message of an app. */
export const MAX_MESSAGE_BYTES: number = 2 ** 20;

/** A line of an exchange: a message between gemmark and an app. A fixture, a plan, its answers and a recording are such lines. */
export type ExchangeLine = Moment &
	(
		| { readonly from: 'gemmark'; readonly message: ToApp }
		| { readonly from: 'app'; readonly message: FromApp }
		| { readonly from: 'app'; readonly message: Hello }
	);

interface Moment {
	/** Milliseconds on a monotonic clock; absent in a plan. */
	readonly at?: number;
	/** ISO 8601, of a hello. */
	readonly time?: string;
}

/** Appends lines to a new file, each at once. Throws UsageError for a file that is there. */
export function exchangeWriter(path: string): (line: ExchangeLine) => void {
	let file: number;
	try {
		file = openSync(path, 'ax');
	} catch (cause) {
		if (systemCode(cause) === 'EEXIST') throw new UsageError(message('exchange.there', { path }), { cause });
		throw new EnvironmentError(message('exchange.unwritable', { path, code: systemCode(cause) }), { cause });
	}
	return (line) => void writeSync(file, `${JSON.stringify(line)}\n`);
}

/** A message in a file that was played or recorded. */
export type Played = { readonly at: number } & (
	| { readonly from: 'gemmark'; readonly message: ToApp }
	| { readonly from: 'app'; readonly message: FromApp }
);

/** A process of an app, in an exchange that was played or recorded. */
export interface PlayedProcess {
	readonly file: string;
	readonly hello: Hello;
	/** ISO 8601, of its first hello. */
	readonly time: string | undefined;
	readonly welcome: Welcome | undefined;
	/** Without hellos and the welcome; a reconnect is between two parts. */
	readonly connections: readonly (readonly Played[])[];
}

export interface Exchange {
	readonly processes: readonly PlayedProcess[];
	/** Lines that a killed process was writing. */
	readonly torn: number;
}

/** Whether a text is an exchange: its first line says who speaks. */
export function isExchange(text: string): boolean {
	const [first = ''] = text.split('\n', 1);
	const line = parsed(first);
	return isJsonObject(line) && 'from' in line && 'message' in line;
}

/** Reads what an app and gemmark said. Throws {@link UsageError} naming line and field. */
export function readExchange(file: string, text: string): Exchange {
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	const processes: (Omit<PlayedProcess, 'welcome' | 'connections'> & {
		welcome: Welcome | undefined;
		connections: Played[][];
	})[] = [];
	const reader = new LineReader();
	let torn = 0;
	for (const [index, line] of lines.entries()) {
		const refuse = (field: string, problem: Message | string): UsageError =>
			new UsageError(message('exchange.place', { file, line: index + 1, field, problem }));
		const given = parsed(line);
		if (given === undefined) {
			if (index < lines.length - 1 && !isHello(parsed(lines[index + 1] ?? ''))) {
				throw refuse('line', message('device.no-json'));
			}
			torn += 1;
			continue;
		}
		const read = reader.read(given, line);
		if ('problem' in read) throw refuse(read.field, read.problem);
		const current = processes.at(-1);
		if (read.message.type === 'hello') {
			const said = read.message;
			if (current?.hello.process === said.process) current.connections.push([]);
			else processes.push({ file, hello: said, time: read.time, welcome: undefined, connections: [[]] });
		} else if (current === undefined) {
			throw refuse('message.type', message('device.refused-first'));
		} else if (read.message.type === 'welcome') {
			current.welcome ??= read.message;
			reader.isPlan ||= read.message.plan !== undefined;
		} else current.connections.at(-1)?.push(read as Played);
	}
	return { processes, torn };
}

type Problem = { readonly field: string; readonly problem: Message | string };

/** The order of lines: clocks run forwards, and parts of an answer follow their ask. */
class LineReader {
	/** A run's connection drops what a client repeats; the file of a plan has no such thing. */
	isPlan = false;
	#lastAt = 0;
	#ask: number | undefined;
	#next = 0;

	read(given: JsonValue, line: string): Problem | (ExchangeLine & { readonly at: number }) {
		if (!isJsonObject(given)) return { field: 'line', problem: message('device.no-json') };
		const { from, at, time, message: said } = given;
		if (from !== 'app' && from !== 'gemmark') return { field: 'from', problem: message('device.from') };
		if (from === 'app' && line.length > MAX_MESSAGE_BYTES / 4 && bytesOf(said) > MAX_MESSAGE_BYTES) {
			return { field: 'message', problem: message('device.too-long', { mebibytes: MAX_MESSAGE_BYTES / 2 ** 20 }) };
		}
		const isFirst = isHello(given);
		if (typeof at !== 'number') return { field: 'at', problem: message('device.no-clock') };
		if (at < this.#lastAt && !isFirst) {
			return { field: 'at', problem: message('device.clock-backwards', { from: this.#lastAt, to: at }) };
		}
		this.#lastAt = at;
		if (isFirst || from === 'gemmark') {
			const read = parseAt<Hello | ToApp>(isFirst ? hello : toApp, said ?? null);
			if ('problem' in read) return { field: `message.${read.field}`, problem: read.problem };
			if (read.value.type === 'ask') [this.#ask, this.#next] = [read.value.ask, 0];
			if (isFirst) this.#ask = undefined;
			const moment = { at, time: typeof time === 'string' ? time : undefined };
			return { from, ...moment, message: read.value } as ExchangeLine & { readonly at: number };
		}
		const read = readMessage(JSON.stringify(said ?? null));
		if ('problem' in read) return { field: 'message', problem: read.problem };
		return this.#misplaced(read.message) ?? { from, at, message: read.message };
	}

	#misplaced(part: FromApp): Problem | undefined {
		if (!this.isPlan || !('ask' in part) || part.ask === undefined) return undefined;
		if (part.ask !== this.#ask)
			return { field: 'message.ask', problem: message('device.other-ask', { ask: part.ask }) };
		if (part.type === 'error') return undefined;
		const n = this.#next++;
		return part.n === n ? undefined : { field: 'message.n', problem: message('device.missing-part', { n }) };
	}
}

function bytesOf(said: JsonValue | undefined): number {
	return Buffer.byteLength(JSON.stringify(said ?? null));
}

function isHello(line: JsonValue | undefined): boolean {
	return isJsonObject(line) && isJsonObject(line.message) && line.message.type === 'hello';
}

/** Whether it is the last part of an answer. */
export function isLastPart(said: FromApp): boolean {
	return (said.type === 'end' && said.more !== true) || (said.type === 'error' && said.ask !== undefined);
}
