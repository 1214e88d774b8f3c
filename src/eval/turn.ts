import { z } from 'zod';
import { amount, flag, type Parsed, said, text, whole } from '../base/border.ts';
import type { JsonObject } from '../base/json.ts';
import type { Said } from '../base/message.ts';
import type { ChatMessage } from '../chat/turn-loop.ts';
import { withoutWrapperTags } from '../dialects/syntax/opened-call.ts';
import { deviceState } from '../model/device-timeline.ts';
import { isOpenEnded, outlineOf, wasCutOff } from '../model/generation.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import {
	type LoggedCall,
	type LoggedGeneration,
	type LoggedTimings,
	type SampleResult,
	type SampleTimings,
	type Transcript,
	transcript,
} from './sample.ts';

/** A transcript as scorers read it. */
export interface Turn extends Omit<TurnReading, 'prefix'> {
	/** See {@link TurnReading}; absent without recorded generations. */
	readonly prefix?: string;
	/** All calls of the turn in order; without recorded generations, those of its messages. */
	readonly calls: readonly LoggedCall[];
	/** The model's final text, if the turn ended with some. */
	readonly answer?: string;
	readonly messages: readonly ChatMessage[];
	/** Names of the declared tools, if known. */
	readonly tools?: readonly string[];
	/** By tool: values that the app uses for omitted arguments. */
	readonly defaults?: ToolDefaults;
	/** What the solver found, such as the app's state before and after. */
	readonly facts: JsonObject;
	/** Error of the controller or engine, if the turn failed. */
	readonly error?: string;
	/** The failure that caused the error, if it is not the model's. */
	readonly failure?: string;
	readonly failureDetail?: Said;
	readonly generations: readonly LoggedGeneration[];
}

/** A turn of a run that asks its samples again and again: a line of its log. */
export interface SustainedTurn extends Parsed<typeof sustainedTurn> {}

export const sustainedTurn = z.looseObject({
	type: z.literal('turn'),
	/** 0: of the run itself. */
	block: whole,
	suite: text,
	sampleId: text,
	variant: text,
	/** Since the run began. */
	startMs: amount,
	endMs: amount,
	/** Absent for a cold start. */
	firstTokenMs: amount.optional(),
	/** Tokens whose speed is known, and how long they take at it. */
	outputTokens: whole.optional(),
	decodeMs: amount.optional(),
	/** The suite's main score. */
	main: flag.optional(),
	/** Whether text and calls are those of block 0; if not, the turn has its transcript. */
	same: flag,
	/** Of the device, at its end. */
	state: deviceState.optional(),
	transcript: transcript.optional(),
	/** Why the blocks end here, before their time. */
	ended: said.optional(),
});

const known = new WeakMap<Transcript, Turn>();

/** Reads a transcript once for all scorers. */
export function turnOf(transcript: Transcript): Turn {
	const turn = known.get(transcript) ?? read(transcript);
	known.set(transcript, turn);
	return turn;
}

function read({
	generations: recorded,
	messages: kept,
	tools,
	defaults,
	facts,
	error,
	failure,
	failureDetail,
}: Transcript): Turn {
	const messages = kept ?? [];
	const generations = recorded.map(unwrapped);
	// The app's own messages, such as its hint after many turns, are not answers of the model.
	const last = messages.findLast(({ role }) => role !== 'system');
	return {
		...(generations.length === 0
			? reportedCalls(messages)
			: { ...readTurn(generations), calls: turnCalls(generations) }),
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

/** The answer if the app's messages are unknown, as in a capture: text of the last generation, unless it calls. */
function lastWords(generations: readonly LoggedGeneration[]): string | undefined {
	const { attempts, textBeforeCall } = outlineOf(generations.at(-1)?.events ?? []);
	return attempts.length > 0 ? undefined : unlessBlank(textBeforeCall.normalize('NFC').trim());
}

function unlessBlank(text: string): string | undefined {
	return text.trim() === '' ? undefined : text;
}

/** Calls reported by an app's own loop. */
function reportedCalls(messages: readonly ChatMessage[]): Pick<Turn, 'calls' | 'call' | 'malformed'> {
	const calls = messages.flatMap((message) => (message.role === 'tool-call' ? [message.call] : []));
	const [call] = calls;
	const malformed = messages.some(({ role }) => role === 'malformed-call');
	return { calls, call, malformed };
}

/** What a user turn did first, from its generations. */
interface TurnReading {
	/**
	 * Text before the turn's first call in the generation that calls, without thinking; before the first malformed call
	 * if none was readable; the whole first answer without any. Untrimmed, NFC.
	 */
	readonly prefix: string;
	readonly call?: LoggedCall;
	/** Index of the generation with the call. */
	readonly callGeneration?: number;
	/** Something opened like a call. */
	readonly malformed: boolean;
}

export function readTurn(generations: readonly LoggedGeneration[]): TurnReading {
	const outlines = generations.map(unwrapped).map(({ events }) => outlineOf(events));
	const callGeneration = outlines.findIndex(({ call }) => call !== undefined);
	const outline = outlines[Math.max(0, callGeneration)];
	const prefix = (outline?.prefix ?? '').normalize('NFC');
	const malformed = outlines.some(({ attempts }) => attempts.some(({ type }) => type === 'malformed'));
	return outline?.call === undefined
		? { prefix, malformed }
		: { prefix, call: outline.call.call, callGeneration, malformed };
}

function unwrapped(generation: LoggedGeneration): LoggedGeneration {
	const events = withoutWrapperTags(generation.events);
	return events === generation.events ? generation : { ...generation, events };
}

/** All calls of the turn, in order. */
function turnCalls(generations: readonly LoggedGeneration[]): readonly LoggedCall[] {
	return generations.flatMap(({ events }) => events.flatMap((event) => (event.type === 'call' ? [event.call] : [])));
}

/** A call of the app's chat loop with its result. */
export type MadeCall = Extract<ChatMessage, { readonly role: 'tool-call' }>;

export function toolCalls({ messages }: Pick<Turn, 'messages'>): readonly MadeCall[] {
	return messages.filter((message) => message.role === 'tool-call');
}

/** Calls that the user declined. A turn that failed also cancels calls that nobody was asked about: it has none. */
export function declinedCalls({ messages, error }: Pick<Turn, 'messages' | 'error'>): readonly MadeCall[] {
	return error === undefined ? toolCalls({ messages }).filter(({ result }) => result.type === 'cancelled') : [];
}

/** Waiting times of the user from their message, milliseconds, without time in tools; unknown is absent. */
export interface TurnWaiting {
	readonly timeToFirstTokenMs?: number;
	readonly timeToFirstCallTokenMs?: number;
	readonly timeToCallMs?: number;
}

/** A sample's times with its transcript: a cut call has no time. */
type TimedSample = Pick<SampleResult, 'timings' | 'transcript'>;

/** The wait for the first token of the first user turn, and for the call of the first turn with one. */
export function turnWaiting(sample: TimedSample): TurnWaiting {
	const before = knownWaiting.get(sample.timings) ?? waitingOf(sample);
	knownWaiting.set(sample.timings, before);
	return before;
}

/** Cached: reports ask for each time separately. */
const knownWaiting = new WeakMap<SampleTimings, TurnWaiting>();

function waitingOf(sample: TimedSample): TurnWaiting {
	const turns = userTurns(sample.timings).map((turn) => waitingIn(turn, sample));
	const { timeToFirstTokenMs: first } = turns[0] ?? {};
	const { timeToFirstTokenMs: _, ...call } = turns.find(({ timeToCallMs }) => timeToCallMs !== undefined) ?? {};
	return { timeToFirstTokenMs: first, ...call };
}

/** {@link TurnWaiting} of one user turn. After a generation whose prompt had been evaluated before, waits are unknown. */
export function waitingIn({ from, generations }: UserTurn, { transcript }: TimedSample): TurnWaiting {
	if (generations[0]?.repeated) return {};
	const first = generations[0]?.firstTokenMs;
	let before = 0;
	for (const [index, { callOpenMs, callCompleteMs, totalMs, repeated }] of generations.entries()) {
		if (repeated) break;
		if (callCompleteMs !== undefined) {
			return {
				timeToFirstTokenMs: first,
				timeToFirstCallTokenMs: callOpenMs === undefined ? undefined : before + callOpenMs,
				...(!isCutInCall(transcript.generations[from + index]) && { timeToCallMs: before + callCompleteMs }),
			};
		}
		before += totalMs;
	}
	return first === undefined ? {} : { timeToFirstTokenMs: first };
}

/** Whether a generation ends in an incomplete call. */
export function endsInOpenCall({ events }: Pick<LoggedGeneration, 'events'>): boolean {
	const last = events.at(-1);
	return last?.type === 'call' && isOpenEnded(last.call.repairs);
}

/** Whether a generation ends in an incomplete or malformed call, and may have been cut there. */
export function endsInBrokenCall(generation: Pick<LoggedGeneration, 'events'>): boolean {
	return generation.events.at(-1)?.type === 'malformed' || endsInOpenCall(generation);
}

/** Whether a generation was cut inside its only call; the call is then incomplete and has no time. */
export function isCutInCall(generation: LoggedGeneration | undefined): boolean {
	if (generation === undefined || !wasCutOff(generation.finish) || !endsInOpenCall(generation)) return false;
	return generation.events.filter(({ type }) => type === 'call').length === 1;
}

/** A user turn of a sample. */
export interface UserTurn {
	/** Index of its first generation in the sample. */
	readonly from: number;
	readonly generations: readonly LoggedTimings[];
	/** From the user's message to the next one, or to the end of the sample; milliseconds. */
	readonly endToEndMs: number;
}

/** The user turns of a sample, in order; a single one unless the log has several. */
export function userTurns({ generations, endToEndMs, userTurns: logged }: SampleTimings): readonly UserTurn[] {
	let from = 0;
	return (logged ?? [{ generations: generations.length, endToEndMs }]).map((turn) => {
		const own = { from, generations: generations.slice(from, from + turn.generations), endToEndMs: turn.endToEndMs };
		from += turn.generations;
		return own;
	});
}
