import type { JsonObject } from '../json/json-value.ts';
import { countReasons } from '../stats/reason-counts.ts';
import type { SuggestFrameInput } from './frame-candidate.ts';
import type { FrameLevel } from './frame-level.ts';
import { type FrameOutcome, failedOutcome, type JudgedCandidate, judgeFrameResponse } from './judge.ts';
import type { FramePattern } from './rules/frame-pattern.ts';
import { isKnownExample } from './validate.ts';

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
	/** At least one L2 or L3 candidate was accepted. */
	readonly valid: boolean;
	/**
	 * Why not: a failure (`malformed`, `timeout`, `no-call`, `engine`, `input`), `empty` where the answer had no
	 * candidate, else the most frequent rejection.
	 */
	readonly reason?: string;
	readonly candidates: readonly FrameCandidateDetail[];
	/** Candidates the app would show, warned ones included. */
	readonly accepted: number;
}

/** Judges the logged answer again. Known patterns only spare their own examples a warning; reports do without. */
export function frameDetail(
	wish: { readonly input?: unknown; readonly habitType?: unknown },
	facts: JsonObject,
	patterns: readonly FramePattern[] = [],
): FrameDetail {
	const outcome = frameOutcome(wish, facts);
	const accepted = outcome.candidates.length;
	const candidates = outcome.judged.map((judged) => candidateDetail(judged, patterns));
	const rejections = candidates.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
	const reason = outcome.failure ?? countReasons(rejections)[0]?.reason ?? 'empty';
	return { valid: accepted > 0, ...(accepted > 0 ? {} : { reason }), candidates, accepted };
}

function frameOutcome(wish: Parameters<typeof wishOf>[0], facts: JsonObject): FrameOutcome {
	if (facts.response !== undefined) {
		const outcome = known.get(facts) ?? judgeFrameResponse(facts.response, wishOf(wish), []);
		known.set(facts, outcome);
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

/** Scorers and reports ask for the same answers. By no patterns, as those of the one are not the others'. */
const known = new WeakMap<JsonObject, FrameOutcome>();

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
		return { ...detail, status: 'warned', ...(reason !== undefined && { reason }) };
	}
	const { claimedLevel, candidate, framedText } = judged;
	return {
		claimedLevel,
		...(candidate === undefined ? {} : { level: candidate.level, confidence: candidate.confidence }),
		...(framedText === undefined ? {} : { framedText }),
		status: 'rejected',
		// For a reader of the report a level nobody knows is a wrong level; `claimedLevel` tells which.
		reason: judged.reason === 'unknown-level' ? 'wrong-level' : judged.reason,
		offending: (judged.spans ?? []).map(({ start, end }) => ({ start, end })),
	};
}
