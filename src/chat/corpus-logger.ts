import type { JsonObject } from '../json/json-value.ts';
import type { Repair } from '../model/generation.ts';
import type { CapturedFinish, EarlierFinishes } from './corpus-line.ts';

/** Diagnostic hook. Whatever an implementation throws is swallowed by the controller. */
export interface CorpusLogger {
	/** `turn` counts the generations of a user turn from 0. */
	onTextChunk(turn: number, text: string): void;
	/**
	 * `prefix` is the turn's text before its first call, untrimmed, kept or not; `repairs` what was mended in reading the
	 * call, where that is told.
	 */
	onFunctionCall(turn: number, prefix: string, name: string, args: JsonObject, repairs?: readonly Repair[]): void;
	/**
	 * The generation tried to call, and what it wrote could not be read as a call; `text` is all else that it said, empty
	 * where it made another call, whose `prefix` told that.
	 */
	onMalformedCall?(turn: number, text: string): void;
	/** A user turn was accepted. */
	onUserTurn?(text: string): void;
	/**
	 * The user turn is over; `error` where it failed, `finish` where its last generation told why it ended, `earlier` of those
	 * before, `notComparable` why its times cannot be held against others.
	 */
	onTurnEnd?(
		error?: string,
		finish?: CapturedFinish,
		earlier?: EarlierFinishes,
		notComparable?: readonly string[],
	): void;
}
