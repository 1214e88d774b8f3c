import { isDeepStrictEqual } from 'node:util';
import { EngineError } from '../../src/base/errors.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { type Message, message } from '../../src/base/message.ts';
import { lost, Wire } from './connection.ts';
import { killed, killOf, Link, TRIES } from './device-link.ts';
import { DeviceLog } from './device-state.ts';
import { isLastPart, type Played, type PlayedProcess } from './exchange.ts';
import type { AnswerEnd, Ask, FromApp, Hello, OpenMessage, ToApp } from './protocol.ts';

/** A sample as a process was asked it, up to the next one. */
interface Try {
	readonly process: PlayedProcess;
	/** The process after it: this one ended. */
	readonly next: PlayedProcess | undefined;
	/** The process has answered nothing before. */
	readonly isFirst: boolean;
	/** The last state before it. */
	readonly before: Played | undefined;
	readonly lines: Played[];
}

/** A try of a sample: the how manieth, and when it ended. */
interface PlayedTry {
	readonly sample: string;
	readonly place: number;
	readonly endMs: number;
	/** Of a try that was not answered to its end: why its process ended. */
	readonly kills?: readonly Message[];
}

/** An ask of the run that is not the one in the file. */
export interface AskDifference {
	readonly sample: string;
	readonly field: string;
	readonly here: unknown;
	readonly there: unknown;
}

/**
 * An app whose answers are in a file, which are given as they came then, with the clock of the file. A sample has the first try that
 * was answered to its end.
 */
export class TapeLink extends Link {
	/** Samples that were not answered to an end. */
	readonly missing: Set<string> = new Set();
	readonly differences: AskDifference[] = [];
	/** Asks that were compared. */
	compared = 0;
	readonly #tries: ReadonlyMap<string, readonly Try[]>;
	readonly #begun = new Map<string, number>();
	#wire: TapeWire | undefined;

	/** In the order in which the processes ran. */
	constructor(processes: readonly PlayedProcess[], level: Ask['level']) {
		const [first] = processes;
		if (first === undefined) throw new Error('an exchange has a process');
		super(first.hello, level, new DeviceLog());
		this.#tries = triesOf(processes);
	}

	/** Keys of samples that were begun. */
	get samples(): readonly string[] {
		return [...this.#tries.keys()];
	}

	/** Those that were asked again after their answer, which counts. */
	get repeated(): readonly string[] {
		return this.samples.filter((sample) => (this.#begun.get(sample) ?? 0) < (this.#tries.get(sample) ?? []).length);
	}

	/** Tries that were answered to their end, and the one that ended the rounds of a client, in the order of the file. */
	get answered(): readonly PlayedTry[] {
		const all = [...this.#tries].flatMap(([sample, tries]) => {
			const asks = asksOf(tries[0]);
			const whole = tries.filter((one) => asksOf(one) === asks && endOf(one) !== undefined);
			const played = whole.map((one, place): PlayedTry => ({ sample, place, endMs: endOf(one) ?? 0 }));
			const last = tries.at(-1);
			if (last?.next === undefined || whole.length === 0 || whole.includes(last)) return played;
			const kills = killOf(last.process.hello.process, last.next.hello);
			return [...played, { sample, place: whole.length, endMs: last.lines.at(-1)?.at ?? 0, kills }];
		});
		const from = Math.min(...[...this.#tries.values()].map(([first]) => first?.lines[0]?.at ?? 0));
		return all.map((one) => ({ ...one, endMs: one.endMs - from })).toSorted((one, other) => one.endMs - other.endMs);
	}

	override async beginSample(_signal: AbortSignal | undefined, sample = ''): Promise<EngineError | undefined> {
		const tries = this.#tries.get(sample) ?? [];
		const place = this.#begun.get(sample) ?? 0;
		const one = tries[place];
		this.sample = sample;
		if (one === undefined) {
			const kills = tries.flatMap(({ process, next }) =>
				next === undefined ? [] : killOf(process.hello.process, next.hello),
			);
			if (kills.length >= TRIES) return killed(this.hello.device, kills);
			this.missing.add(sample);
			return new EngineError('not-recorded', message('capture.not-asked', { list: [sample] }));
		}
		this.#begun.set(sample, place + 1);
		const { process, isFirst, before } = one;
		this.log.join(process.hello, 0, isFirst);
		if (before !== undefined) this.log.heard(before.message as FromApp, before.at);
		this.#wire = new TapeWire(one, this);
		return undefined;
	}

	override async connection(): Promise<Wire> {
		const { device } = this.hello;
		if (this.#wire === undefined || this.#wire.death !== undefined) throw lost(device, message('device.lost'));
		return this.#wire;
	}

	compare(sent: JsonObject, there: JsonObject): void {
		this.compared += Number(sent.type === 'ask');
		const unknown = (['topK', 'topP'] as const).filter((sampler) => !this.hello.samplers.includes(sampler));
		const [mine, other] = [sent, there].map((asked) => comparable(asked, unknown));
		const fields = new Set([...Object.keys(mine ?? {}), ...Object.keys(other ?? {})]);
		const field = [...fields].find((name) => !isDeepStrictEqual(mine?.[name], other?.[name]));
		if (field === undefined) return;
		this.differences.push({ sample: this.sample ?? '', field, here: mine?.[field], there: other?.[field] });
	}
}

/** Numbers count the asks of a connection; a sampler that the runtime does not obey is asked in a plan alone. */
function comparable(
	{ ask: _ask, conversation: _of, sampling, ...asked }: JsonObject,
	unknown: readonly string[],
): JsonObject {
	const obeyed = Object.entries(sampling ?? {}).filter(([name]) => !unknown.includes(name));
	return JSON.parse(JSON.stringify({ ...asked, sampling: sampling && Object.fromEntries(obeyed) })) as JsonObject;
}

/** Answers what the run asks with what was answered then. */
class TapeWire extends Wire {
	readonly #lines: readonly Played[];
	readonly #link: TapeLink;
	#place = 0;

	constructor({ process, lines }: Try, link: TapeLink) {
		super(process.hello);
		this.#lines = lines;
		this.#link = link;
	}

	send(sent: ToApp): void {
		if (this.death !== undefined || (sent.type !== 'open' && sent.type !== 'ask')) return;
		const asked = this.#next();
		if (asked === undefined) {
			this.end(lost(this.hello.device, message('device.lost')));
			return;
		}
		const { at, message: there } = asked;
		this.#link.compare(sent as unknown as JsonObject, there as unknown as JsonObject);
		this.#link.log.said(sent, at);
		if (sent.type === 'ask' && there.type === 'ask') this.#answer(sent.ask, there, at);
	}

	/** The next message that the run waits with an answer for. */
	#next(): (Played & { readonly from: 'gemmark' }) | undefined {
		for (let line = this.#lines[this.#place]; line !== undefined; line = this.#lines[this.#place]) {
			this.#place += 1;
			if (line.from === 'gemmark' && isAsked(line)) return line;
			if (line.from === 'app') this.#hear(line.message, line.at);
		}
		return undefined;
	}

	#answer(ask: number, asked: Ask & { readonly type: 'ask' }, askedAt: number): void {
		let isLate = false;
		for (let line = this.#lines[this.#place]; line !== undefined && !isAsked(line); line = this.#lines[this.#place]) {
			this.#place += 1;
			const { at } = line;
			if (line.from === 'gemmark') {
				isLate ||= line.message.type === 'cancel' && at - askedAt >= asked.deadlineMs;
				this.#link.log.said(line.message, at);
				continue;
			}
			const said = line.message;
			const part = 'ask' in said && said.ask !== undefined ? { ...said, ask: said.ask === asked.ask ? ask : -1 } : said;
			this.#hear(isLate && isAborted(part) ? { ...part, finish: 'deadline' } : part, at);
			if (isLastPart(said) && 'ask' in said && said.ask === asked.ask) return;
		}
		this.end(lost(this.hello.device, message('device.lost')));
	}

	#hear(said: FromApp, at: number): void {
		this.#link.log.heard(said, at);
		this.pass(said);
	}
}

function asksOf(one: Try | undefined): number {
	return one?.lines.filter(({ message }) => message.type === 'ask').length ?? 0;
}

/** When the last of its asks ended; absent where it did not. */
function endOf({ lines }: Try): number | undefined {
	const asked = lines.findLastIndex(({ message }) => message.type === 'ask');
	return lines.slice(asked).find((line) => line.from === 'app' && isLastPart(line.message))?.at;
}

function isAborted(part: FromApp): part is AnswerEnd {
	return part.type === 'end' && part.finish === 'aborted';
}

function isAsked(line: Played): boolean {
	return line.from === 'gemmark' && (line.message.type === 'open' || line.message.type === 'ask');
}

/** By sample. The file may have been taken while the last try of all went on. */
function triesOf(processes: readonly PlayedProcess[]): ReadonlyMap<string, readonly Try[]> {
	const tries = new Map<string, Try[]>();
	for (const [index, process] of processes.entries()) {
		let isFirst = true;
		let before: Played | undefined;
		for (const lines of process.connections) {
			let sample: string | undefined;
			let current: Try | undefined;
			for (const line of lines) {
				const { message: said } = line;
				const key = isAsked(line) && 'sample' in said ? said.sample : undefined;
				if (key !== undefined && key !== sample) {
					sample = key;
					current = { process, next: processes[index + 1], isFirst, before, lines: [] };
					tries.set(key, [...(tries.get(key) ?? []), current]);
					isFirst = false;
				}
				current?.lines.push(line);
				if (said.type === 'state') before = line;
			}
		}
	}
	return tries;
}

/** What an app is asked of a sample: conversations that are opened, and asks. */
export type Planned = OpenMessage | (Ask & { readonly type: 'ask' });

/** An app that keeps what it is asked. It says nothing, or calls the first tool: a plan is what it is asked in both cases. */
export class AskingLink extends Link {
	/** By sample. */
	readonly asked: Map<string, Planned[]> = new Map();
	/** What it calls, and as a raw model writes it; absent: nothing. */
	call: { readonly name: string; readonly raw: string } | undefined;
	readonly #wire: Wire;

	constructor(hello: Hello, level: Ask['level']) {
		super(hello, level, new DeviceLog());
		this.#wire = new AskingWire(this);
	}

	override async beginSample(_signal: AbortSignal | undefined, sample?: string): Promise<EngineError | undefined> {
		this.sample = sample;
		return undefined;
	}

	override async connection(): Promise<Wire> {
		return this.#wire;
	}

	answer(asked: Ask & { readonly type: 'ask' }): readonly FromApp[] {
		const { call } = this;
		const { ask } = asked;
		const end = { type: 'end' as const, ask, atMs: 1, reason: '', usage: {} };
		const user = { role: 'user' as const, text: 'text' in asked ? (asked.text ?? '') : '' };
		if (call === undefined) return [{ ...end, n: 0, finish: 'stop', messages: [user] }];
		if (asked.level === 'raw') {
			return [
				{ type: 'chunk', ask, n: 0, atMs: 1, text: call.raw },
				{ ...end, n: 1, finish: 'stop' },
			];
		}
		const called: FromApp = { type: 'call', ask, n: 0, atMs: 1, name: call.name, arguments: {} };
		if (asked.level === 'chat') return [called, { ...end, n: 1, finish: 'tool-call' }];
		const messages = [user, { role: 'tool' as const, call: 0, result: { type: 'ok' as const, data: {} } }];
		return [called, { ...end, n: 1, finish: 'tool-call', more: true }, { ...end, n: 2, finish: 'stop', messages }];
	}
}

class AskingWire extends Wire {
	readonly #link: AskingLink;

	constructor(link: AskingLink) {
		super(link.hello);
		this.#link = link;
	}

	send(sent: ToApp): void {
		if (sent.type !== 'open' && sent.type !== 'ask') return;
		const { asked, sample = '' } = this.#link;
		asked.set(sample, [...(asked.get(sample) ?? []), sent]);
		if (sent.type === 'ask') for (const part of this.#link.answer(sent)) this.pass(part);
	}
}
