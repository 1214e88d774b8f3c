import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { countReasons } from '../stats/counts.ts';
import type { AvoidanceSpan } from './avoidance.ts';
import {
	FormatError,
	type FrameCandidate,
	type FrameItem,
	type FrameLevel,
	type FramePattern,
	readFrameCandidates,
	type SuggestFrameInput,
} from './candidates.ts';
import {
	type FrameObjection,
	type FrameValidator,
	type FrameVerdict,
	isKnownExample,
	validateFrameLevel,
} from './validate.ts';

/** Why no candidates could be had at all. */
export type FrameFailure = 'input' | 'timeout' | 'aborted' | 'not-loaded' | 'no-call' | 'malformed' | 'engine';

/** Why one candidate was refused; `validator` where the validator itself threw. */
export type FrameRejection =
	| 'unknown-level'
	| 'length'
	| 'wrong-level'
	| 'degenerate'
	| 'placeholder'
	| 'not-korean'
	| 'hard-avoid'
	| 'validator';

/** A refused item of the answer. Fields stand only as far as the item could be read. */
interface RejectedCandidate {
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
type JudgedCandidate =
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

interface JudgeOptions {
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
		return { status: 'rejected', reason, claimedLevel, framedText, raw };
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
		reason: ERRORS.find((reason) => objected.has(reason)) ?? 'hard-avoid',
		...about,
		...(spans.length === 0 ? {} : { spans }),
	};
}

/** The first of them is the reason. */
const ERRORS = ['wrong-level', 'degenerate', 'hard-avoid', 'placeholder', 'not-korean'] as const;

/** One candidate as the model returned it, with the validator's word on it. */
export interface FrameCandidateDetail {
	/** As claimed, known level or not. */
	readonly claimedLevel?: string;
	readonly level?: FrameLevel;
	readonly framedText?: string;
	readonly confidence?: number;
	/** `surplus`: good, but behind the third. */
	readonly status: 'accepted' | 'warned' | 'rejected' | 'surplus';
	/** Of a rejection: `wrong-level`, `hard-avoid`, `length`, `validator`. Of a warning: the validator's word. */
	readonly reason?: string;
	/** The offending words, as ranges [start, end) of UTF-16 units in `framedText`. */
	readonly offending: readonly { readonly start: number; readonly end: number }[];
}

/** What became of one frame suggestion, from its log alone. */
export interface FrameDetail {
	/** The app would show at least one L2 or L3 candidate. */
	readonly valid: boolean;
	/** At least one of them has the shape of its level, or is a known example. */
	readonly clean: boolean;
	/**
	 * Why it is not clean: of a valid one the most frequent warning, else a failure (`malformed`, `timeout`, `no-call`, `engine`, `input`), `empty` where the answer had no
	 * candidate, else the most frequent rejection.
	 */
	readonly reason?: string;
	readonly candidates: readonly FrameCandidateDetail[];
	/** Candidates the app would show, warned ones included. */
	readonly accepted: number;
	/** Those of them without a warning. */
	readonly cleanCandidates: number;
}

/** Judges the logged answer again. Known patterns only spare their own examples a warning; reports do without. */
export function frameDetail(
	wish: { readonly input?: unknown; readonly habitType?: unknown },
	facts: JsonObject,
	patterns: readonly FramePattern[] = [],
): FrameDetail {
	const outcome = frameOutcome(wish, facts, patterns);
	const accepted = outcome.candidates.length;
	const candidates = outcome.judged.map((judged) => candidateDetail(judged, patterns));
	const cleanCandidates = candidates.filter(({ status }) => status === 'accepted').length;
	const [valid, clean] = [accepted > 0, cleanCandidates > 0];
	const objections = candidates.filter(({ status }) => status === (valid ? 'warned' : 'rejected'));
	const reason = outcome.failure ?? countReasons(objections.map((one) => one.reason))[0]?.reason ?? 'empty';
	return { valid, clean, ...(clean ? {} : { reason }), candidates, accepted, cleanCandidates };
}

function frameOutcome(
	wish: Parameters<typeof wishOf>[0],
	facts: JsonObject,
	patterns: readonly FramePattern[],
): FrameOutcome {
	if (facts.response !== undefined) {
		const before = known.get(facts);
		if (before?.patterns === patterns) return before.outcome;
		const outcome = judgeFrameResponse(facts.response, wishOf(wish), patterns);
		known.set(facts, { patterns, outcome });
		return outcome;
	}
	switch (facts.failure) {
		case 'timeout':
		case 'no-call':
		case 'malformed':
		case 'input':
			return failedOutcome(facts.failure);
		default:
			return failedOutcome('engine');
	}
}

/** Scorers ask for the same answers. */
const known = new WeakMap<JsonObject, { readonly patterns: readonly FramePattern[]; readonly outcome: FrameOutcome }>();

function wishOf({ input, habitType }: { readonly input?: unknown; readonly habitType?: unknown }): SuggestFrameInput {
	return { rawText: typeof input === 'string' ? input : '', habitType: habitType === 'build' ? 'build' : 'break' };
}

function candidateDetail(judged: JudgedCandidate, patterns: readonly FramePattern[]): FrameCandidateDetail {
	if (judged.status !== 'rejected') {
		const { level, framedText, confidence } = judged.candidate;
		const detail = { claimedLevel: level, level, framedText, confidence, offending: [] };
		if (judged.status !== 'warned') return { ...detail, status: judged.status };
		if (isKnownExample(level, framedText, patterns)) return { ...detail, status: 'accepted' };
		const reason = judged.reasons[0]?.reason;
		return { ...detail, status: 'warned', reason };
	}
	const { claimedLevel, candidate, framedText } = judged;
	return {
		claimedLevel,
		level: candidate?.level,
		confidence: candidate?.confidence,
		framedText,
		status: 'rejected',
		// For a reader of the report a level nobody knows is a wrong level; `claimedLevel` tells which.
		reason: judged.reason === 'unknown-level' ? 'wrong-level' : judged.reason,
		offending: (judged.spans ?? []).map(({ start, end }) => ({ start, end })),
	};
}
