import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { emitFrameCandidatesTool, type FrameLevel, isFrameLevel } from '../../src/frame/candidates.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import { AskedTurn, unobserved } from '../asked-turn.ts';
import { failsUnobserved, kindOf, localeFor, type Outcome, quoted } from './matcher.ts';

/** A habit frame as a test has it; of a text alone the level is what the matcher asks for. */
interface Frame {
	readonly level?: string | undefined;
	readonly framedText: string;
	/** Place of the turn's call that has it. */
	readonly call?: number;
}

/**
 * Passes where a frame is one that the app would show: L2 or L3, and nothing to avoid in its main clause. With a level it
 * must be of that level and have its shape. Takes a text, `{level, framedText}`, or a turn, of which one frame must pass.
 */
export function toBeValidFrame(this: MatcherState, received: unknown, level?: 'L2' | 'L3'): Outcome {
	if (level !== undefined && level !== 'L2' && level !== 'L3') {
		throw new UsageError(`toBeValidFrame: there is no valid frame of level ${JSON.stringify(level)}`, {
			hint: "Ask for 'L2' or 'L3', or for no level.",
		});
	}
	const turn = received instanceof AskedTurn ? received : undefined;
	const frames = turn === undefined ? [frameOf(received)] : framesOf(turn);
	const objections = frames.map((frame) => objectionTo(frame, level));
	const valid = frames.find((_, index) => objections[index] === undefined);
	const missing = turn && unobserved(turn, valid?.call === 0 ? 'first-call' : 'turn');
	if (turn !== undefined && missing !== undefined) return failsUnobserved(this, missing, turn);
	const locale = localeFor(turn?.language);
	const texts = frames.map(({ framedText }) => quoted(framedText)).join(', ');
	const reasons = objections.map((reason) => locale.reason(reason, undefined)).join('; ');
	return {
		pass: valid !== undefined,
		message() {
			if (valid !== undefined) return locale.frame(level, quoted(valid.framedText));
			if (frames.length === 0) return locale.noFrame(level, quoted(turn?.text), locale.frameMissing);
			return locale.noFrame(level, texts, reasons);
		},
	};
}

/** Why a frame is not valid; undefined where it is. */
function objectionTo({ level: claimed, framedText }: Frame, wanted: FrameLevel | undefined): string | undefined {
	const length = framedText.normalize('NFC').trim().length;
	if (length < 1 || length > 120) return 'length';
	const level = claimed ?? wanted ?? 'L2';
	if (!isFrameLevel(level) || (wanted !== undefined && level !== wanted)) return 'wrong-level';
	const verdict = validateFrameLevel({ level, framedText });
	if (verdict.status === 'ok' || (verdict.status === 'warn' && wanted === undefined)) return undefined;
	return verdict.reasons[0]?.reason;
}

function frameOf(received: unknown): Frame {
	if (typeof received === 'string') return { framedText: received };
	const { level, framedText } = fieldsOf(received);
	if (typeof level === 'string' && typeof framedText === 'string') return { level, framedText };
	throw new UsageError(`toBeValidFrame: takes a frame, and was given ${kindOf(received)}`, {
		hint: 'Give it a text, {level, framedText}, or what `ask` of gemmarkTest answers.',
	});
}

/** Frames that a turn's calls carry: an answer to the frame prompt, or an argument `framed_text` of a tool. */
function framesOf({ calls }: AskedTurn): readonly Frame[] {
	return calls.flatMap(({ name, arguments: args }, call) => {
		const { candidates } = args;
		const items = name === emitFrameCandidatesTool.name && Array.isArray(candidates) ? candidates : [args];
		return items.flatMap((item) => {
			const { level, frame_level = level, framed_text } = fieldsOf(item);
			const text = typeof framed_text === 'string' ? framed_text : undefined;
			if (text === undefined) return [];
			return [{ level: typeof frame_level === 'string' ? frame_level : undefined, framedText: text, call }];
		});
	});
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
