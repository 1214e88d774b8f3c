import { isJsonObject, type JsonValue } from '../json/json-value.ts';
import { FormatError } from './format-error.ts';
import type { FrameCandidate, SuggestFrameInput } from './frame-candidate.ts';
import { type FrameItem, readFrameCandidates } from './parse.ts';
import type { AvoidanceSpan } from './rules/avoidance.ts';
import type { FramePattern } from './rules/frame-pattern.ts';
import { type FrameObjection, type FrameValidator, type FrameVerdict, validateFrameLevel } from './validate.ts';

/** Why no candidates could be had at all. */
export type FrameFailure = 'input' | 'timeout' | 'aborted' | 'not-loaded' | 'no-call' | 'malformed' | 'engine';

/** Why one candidate was refused; `validator` where the validator itself threw. */
export type FrameRejection = 'unknown-level' | 'length' | 'wrong-level' | 'degenerate' | 'hard-avoid' | 'validator';

/** A refused item of the answer. Fields stand only as far as the item could be read. */
export interface RejectedCandidate {
	readonly status: 'rejected';
	/** The first objection; a candidate of the wrong level may have spans too. */
	readonly reason: FrameRejection;
	readonly claimedLevel: string;
	readonly framedText?: string;
	readonly candidate?: FrameCandidate;
	/** Offending words in `framedText`. */
	readonly spans?: readonly AvoidanceSpan[];
	readonly raw: JsonValue;
}

/** One item of the answer and what became of it. `surplus`: good, but behind the third. */
export type JudgedCandidate =
	| { readonly status: 'accepted' | 'surplus'; readonly candidate: FrameCandidate }
	| { readonly status: 'warned'; readonly candidate: FrameCandidate; readonly reasons: readonly FrameObjection[] }
	| RejectedCandidate;

/** What came of one suggestion. */
export interface FrameOutcome {
	/** The accepted and warned ones, at most three: what the app shows. */
	readonly candidates: readonly FrameCandidate[];
	/** Every item of the answer, in its order. */
	readonly judged: readonly JudgedCandidate[];
	/** Of these, the refused. */
	readonly rejected: readonly RejectedCandidate[];
	readonly failure?: FrameFailure;
}

export interface JudgeOptions {
	/** `validateFrameLevel` by default. */
	readonly validator?: FrameValidator;
	/** Told of a validator that threw. Must not throw. */
	readonly onValidatorError?: (error: unknown) => void;
}

/**
 * Judges the arguments of an `emit_frame_candidates` call. Pure: a stored answer can be judged again.
 * Never throws; an answer without the demanded form has the failure `malformed`.
 */
export function judgeFrameResponse(
	json: JsonValue,
	input: SuggestFrameInput,
	patterns: readonly FramePattern[],
	options: JudgeOptions = {},
): FrameOutcome {
	let items: readonly FrameItem[];
	try {
		if (!isJsonObject(json)) return failedOutcome('malformed');
		items = readFrameCandidates(json);
	} catch (error) {
		if (error instanceof FormatError) return failedOutcome('malformed');
		throw error;
	}
	let kept = 0;
	const judged = items.map((item): JudgedCandidate => {
		const result = judgeItem(item, input, patterns, options);
		if (result.status === 'rejected') return result;
		kept += 1;
		return kept > MAX_CANDIDATES ? { status: 'surplus', candidate: result.candidate } : result;
	});
	return {
		candidates: judged.flatMap((one) => (one.status === 'accepted' || one.status === 'warned' ? [one.candidate] : [])),
		judged,
		rejected: judged.filter((one) => one.status === 'rejected'),
	};
}

/** An outcome without an answer. */
export function failedOutcome(failure: FrameFailure): FrameOutcome {
	return { candidates: [], judged: [], rejected: [], failure };
}

const MAX_CANDIDATES = 3;

function judgeItem(
	item: FrameItem,
	input: SuggestFrameInput,
	patterns: readonly FramePattern[],
	options: JudgeOptions,
): JudgedCandidate {
	if (item.type === 'skipped') {
		const { reason, claimedLevel, framedText, raw } = item;
		return { status: 'rejected', reason, claimedLevel, ...(framedText === undefined ? {} : { framedText }), raw };
	}
	const { candidate, raw } = item;
	const about = { claimedLevel: candidate.level, framedText: candidate.framedText, candidate, raw };
	let verdict: FrameVerdict;
	try {
		verdict = (options.validator ?? validateFrameLevel)(
			{ level: candidate.level, framedText: candidate.framedText, originalText: input.rawText },
			patterns,
		);
	} catch (error) {
		options.onValidatorError?.(error);
		return { status: 'rejected', reason: 'validator', ...about };
	}
	if (verdict.status === 'ok') return { status: 'accepted', candidate };
	if (verdict.status === 'warn') return { status: 'warned', candidate, reasons: verdict.reasons };
	const spans = verdict.reasons.flatMap((objection) => (objection.reason === 'hard-avoid' ? objection.spans : []));
	const objected = new Set(verdict.reasons.map(({ reason }) => reason));
	return {
		status: 'rejected',
		reason: (['wrong-level', 'degenerate'] as const).find((reason) => objected.has(reason)) ?? 'hard-avoid',
		...about,
		...(spans.length === 0 ? {} : { spans }),
	};
}
