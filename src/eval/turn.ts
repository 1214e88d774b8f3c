import type { JsonObject } from '../base/json.ts';
import type { Said } from '../base/message.ts';
import type { ChatMessage } from '../chat/turn-loop.ts';
import { isOpenEnded, outlineOf, wasCutOff } from '../model/generation.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import type { LoggedCall, LoggedGeneration, LoggedTimings, SampleResult, SampleTimings, Transcript } from './sample.ts';

/** A transcript as scorers read it: what the user was told, what was called, what came of it. */
export interface Turn extends Omit<TurnReading, 'prefix'> {
	/** As of its {@link TurnReading}; absent where no generation was recorded. */
	readonly prefix?: string | undefined;
	/** All calls of the turn in the order they were made; where no generation was recorded, those that its messages tell. */
	readonly calls: readonly LoggedCall[];
	/** The model's last words, where the turn ended with some. */
	readonly answer?: string | undefined;
	readonly messages: readonly ChatMessage[];
	/** Names of the tools that the model was told of, where that is known. */
	readonly tools?: readonly string[] | undefined;
	/** By tool, what the app takes for arguments that a call leaves away. */
	readonly defaults?: ToolDefaults | undefined;
	/** What the solver found, such as the app's state before and after. */
	readonly facts: JsonObject;
	/** The controller's or engine's error, where the turn failed. */
	readonly error?: string | undefined;
	/** The engine's failure behind it. */
	readonly failure?: string | undefined;
	readonly failureDetail?: Said | undefined;
	readonly generations: readonly LoggedGeneration[];
}

const known = new WeakMap<Transcript, Turn>();

/** Reads a transcript once, however many scorers ask. */
export function turnOf(transcript: Transcript): Turn {
	const turn = known.get(transcript) ?? read(transcript);
	known.set(transcript, turn);
	return turn;
}

function read({
	generations,
	messages: kept,
	tools,
	defaults,
	facts,
	error,
	failure,
	failureDetail,
}: Transcript): Turn {
	const messages = kept ?? [];
	// What the app itself says, such as its hint after many turns, is no answer of the model, and takes none from it.
	const last = messages.findLast(({ role }) => role !== 'system');
	return {
		...(generations.length === 0 ? told(messages) : { ...readTurn(generations), calls: turnCalls(generations) }),
		answer: kept === undefined ? lastWords(generations) : last?.role === 'model' ? unlessBlank(last.text) : undefined,
		messages,
		tools,
		defaults,
		facts,
		error,
		failure,
		failureDetail,
		generations,
	};
}

/** Of a turn of which nobody tells what the app kept, as of a captured one: what its last generation said, where it called nothing. */
function lastWords(generations: readonly LoggedGeneration[]): string | undefined {
	const { attempts, textBeforeCall } = outlineOf(generations.at(-1)?.events ?? []);
	return attempts.length > 0 ? undefined : unlessBlank(textBeforeCall.normalize('NFC').trim());
}

function unlessBlank(text: string): string | undefined {
	return text.trim() === '' ? undefined : text;
}

/** Of a turn that another loop took: what it says that was called. */
function told(messages: readonly ChatMessage[]): Pick<Turn, 'calls' | 'call' | 'malformed'> {
	const calls = messages.flatMap((message) => (message.role === 'tool-call' ? [message.call] : []));
	const [call] = calls;
	const malformed = messages.some(({ role }) => role === 'malformed-call');
	return { calls, ...(call !== undefined && { call }), malformed };
}

/** What a user turn did first, read from its generations. */
interface TurnReading {
	/**
	 * Text before the first call of the turn, thinking excluded, in the generation that calls; before the first malformed
	 * call where no call could be read; the whole first answer where nothing was called. Untrimmed, NFC.
	 */
	readonly prefix: string;
	readonly call?: LoggedCall;
	/** Index of the generation with the call. */
	readonly callGeneration?: number;
	/** Something opened like a call. */
	readonly malformed: boolean;
}

export function readTurn(generations: readonly LoggedGeneration[]): TurnReading {
	const outlines = generations.map(({ events }) => outlineOf(events));
	const callGeneration = outlines.findIndex(({ call }) => call !== undefined);
	const outline = outlines[Math.max(0, callGeneration)];
	const prefix = (outline?.prefix ?? '').normalize('NFC');
	const malformed = outlines.some(({ attempts }) => attempts.some(({ type }) => type === 'malformed'));
	return outline?.call === undefined
		? { prefix, malformed }
		: { prefix, call: outline.call.call, callGeneration, malformed };
}

/** All calls of the turn in the order they were made. */
export function turnCalls(generations: readonly LoggedGeneration[]): readonly LoggedCall[] {
	return generations.flatMap(({ events }) => events.flatMap((event) => (event.type === 'call' ? [event.call] : [])));
}

/** What the user waited for, milliseconds from their message; unknown is absent. Time spent in tools is not in it. */
export interface TurnWaiting {
	readonly timeToFirstTokenMs?: number;
	readonly timeToFirstCallTokenMs?: number;
	readonly timeToCallMs?: number;
}

/** What of a sample tells its times: those of a call that was cut are not those of a complete one. */
type TimedSample = Pick<SampleResult, 'timings' | 'transcript'>;

/** The wait for the first token of a sample's first user turn, and for the call of the first turn that has one. */
export function turnWaiting(sample: TimedSample): TurnWaiting {
	const before = knownWaiting.get(sample.timings) ?? waitingOf(sample);
	knownWaiting.set(sample.timings, before);
	return before;
}

/** Reports ask for each of its times by itself. */
const knownWaiting = new WeakMap<SampleTimings, TurnWaiting>();

function waitingOf(sample: TimedSample): TurnWaiting {
	const turns = userTurns(sample.timings).map((turn) => waitingIn(turn, sample));
	const { timeToFirstTokenMs: first } = turns[0] ?? {};
	const { timeToFirstTokenMs: _, ...call } = turns.find(({ timeToCallMs }) => timeToCallMs !== undefined) ?? {};
	return { ...(first !== undefined && { timeToFirstTokenMs: first }), ...call };
}

/** The same of one user turn. */
export function waitingIn(
	{ from, generations }: Pick<UserTurn, 'from' | 'generations'>,
	{ transcript }: Pick<TimedSample, 'transcript'>,
): TurnWaiting {
	const first = generations[0]?.firstTokenMs;
	let before = 0;
	for (const [index, { callOpenMs, callCompleteMs, totalMs }] of generations.entries()) {
		if (callCompleteMs !== undefined) {
			return {
				...(first === undefined ? {} : { timeToFirstTokenMs: first }),
				...(callOpenMs === undefined ? {} : { timeToFirstCallTokenMs: before + callOpenMs }),
				...(!isCutInCall(transcript.generations[from + index]) && { timeToCallMs: before + callCompleteMs }),
			};
		}
		before += totalMs;
	}
	return first === undefined ? {} : { timeToFirstTokenMs: first };
}

/** Whether the last that a generation wrote is a call that did not come to its end. */
export function endsInOpenCall({ events }: Pick<LoggedGeneration, 'events'>): boolean {
	const last = events.at(-1);
	return last?.type === 'call' && isOpenEnded(last.call.repairs);
}

/** Whether the last that a generation wrote opens like a call and is no whole one: it may have been cut there. */
export function endsInBrokenCall(generation: Pick<LoggedGeneration, 'events'>): boolean {
	return generation.events.at(-1)?.type === 'malformed' || endsInOpenCall(generation);
}

/** Whether a generation was cut in the middle of its only call: what could be read of that is no complete one, and its time none. */
export function isCutInCall(generation: Pick<LoggedGeneration, 'events' | 'finish'> | undefined): boolean {
	if (generation === undefined || !wasCutOff(generation.finish) || !endsInOpenCall(generation)) return false;
	return generation.events.filter(({ type }) => type === 'call').length === 1;
}

/** One turn of the user's in a sample. */
export interface UserTurn {
	/** Place of its first generation among the sample's. */
	readonly from: number;
	readonly generations: readonly LoggedTimings[];
	/** From the user's message to their next, or to the end of the sample; milliseconds. */
	readonly endToEndMs: number;
}

/** The user turns of a sample, in order: one of all its generations where the log tells of no others. */
export function userTurns({ generations, endToEndMs, userTurns: told }: SampleTimings): readonly UserTurn[] {
	let from = 0;
	return (told ?? [{ generations: generations.length, endToEndMs }]).map((turn) => {
		const own = { from, generations: generations.slice(from, from + turn.generations), endToEndMs: turn.endToEndMs };
		from += turn.generations;
		return own;
	});
}
