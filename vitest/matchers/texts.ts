import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { english, englishOf, message } from '../../src/base/message.ts';
import type { EvaluatedRun } from '../../src/eval/header.ts';
import { meaningfulPrefix } from '../../src/eval/scoring/turns.ts';
import { emitFrameCandidatesTool, type FrameLevel, isFrameLevel } from '../../src/frame/candidates.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions/decisions.ts';
import { AskedTurn, judged, unobserved } from '../asked.ts';
import { fails, failsUnobserved, kindOf, localeFor, type Outcome, quoted, requireTurn } from './matcher.ts';

/** Passes where the text before the turn's first call says something worth keeping, as the prefix suite judges it. */
export function toHaveMeaningfulPrefix(this: MatcherState, received: unknown): Outcome {
	const turn = requireTurn('toHaveMeaningfulPrefix', received);
	const score = judged(turn, meaningfulPrefix());
	if (score === undefined) throw new Error('a prefix is scored, or unscored');
	if (score.unscored !== undefined)
		return failsUnobserved(this, { cause: score.unscored, detail: englishOf(score.detail) }, turn);
	const locale = localeFor(turn.language);
	const prefix = quoted(turn.prefix);
	return {
		pass: score.value === true,
		message: () =>
			score.value === true
				? locale.prefix(prefix)
				: locale.noPrefix(prefix, locale.reason(score.reason, englishOf(score.detail))),
	};
}

/** A habit frame as a test has it; of a text alone the level is what the matcher asks for. */
interface Frame {
	readonly level?: string;
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
		throw new UsageError(message('test.frame-level', { level: String(level) }));
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
	throw new UsageError(message('test.frame', { given: kindOf(received) }));
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

/** Passes where the suite that decides took the path: an undecided run, or a part of one, took no path and no other. */
export function toDecidePath(this: MatcherState, received: unknown, path: string, suite?: string): Outcome {
	const run = requireRun(received);
	const summary = decisionOf(run, suite);
	const known = summary.decision.paths.map(({ name }) => name);
	if (!known.includes(path)) {
		throw new UsageError(message('test.path', { suite: summary.suite.name, path, known }));
	}
	const locale = localeFor(run.header.app?.language);
	const line = summary.said.map(english).join(' ');
	const taken = summary.rule.verdict.path;
	if (taken === undefined) return fails(this, locale.noPath(line));
	const sentence = taken === path ? locale.samePath : locale.path;
	return { pass: taken === path, message: () => sentence(path, line), expected: path, actual: taken };
}

function requireRun(received: unknown): EvaluatedRun {
	const { log = received } = (received ?? {}) as { readonly log?: unknown };
	const { header, samples } = (log ?? {}) as Partial<EvaluatedRun>;
	if (header !== undefined && Array.isArray(samples)) return log as EvaluatedRun;
	throw new UsageError(
		received instanceof Promise
			? message('test.await', { matcher: 'toDecidePath', call: 'evaluate()' })
			: message('test.run', { given: kindOf(received) }),
	);
}

function decisionOf(run: EvaluatedRun, name: string | undefined): DecisionSummary {
	const deciding = summarizeDecisions(run).filter(({ suite }) => name === undefined || suite.name === name);
	const [first, ...others] = deciding;
	if (first !== undefined && others.length === 0) return first;
	throw new UsageError(
		first === undefined
			? message('test.no-decision')
			: message('test.several-decisions', { suites: deciding.map(({ suite }) => suite.name) }),
	);
}
