import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.ts';
import { normalizeText } from '../text/normalize-text.ts';
import { FormatError } from './format-error.ts';
import type { FrameCandidate } from './frame-candidate.ts';
import { isFrameLevel } from './frame-level.ts';

/** An item that is no candidate: a level beyond L0 to L3, or a text that is not 1 to 120 UTF-16 units long. */
export interface SkippedItem {
	readonly type: 'skipped';
	readonly reason: 'unknown-level' | 'length';
	readonly claimedLevel: string;
	/** Absent where the item was skipped before its text was read. */
	readonly framedText?: string;
	readonly raw: JsonObject;
}

/** One item of the model's answer. */
export type FrameItem =
	| { readonly type: 'candidate'; readonly candidate: FrameCandidate; readonly raw: JsonObject }
	| SkippedItem;

/**
 * The candidates of an `emit_frame_candidates` call. Levels L0 and L1 are parsed like the others;
 * validateFrameLevel is who refuses them. Throws {@link FormatError} where the answer lacks the demanded form.
 */
export function parseFrameCandidates(
	json: JsonObject,
	options: { readonly onSkip?: (item: SkippedItem) => void } = {},
): readonly FrameCandidate[] {
	const candidates: FrameCandidate[] = [];
	for (const item of readFrameCandidates(json)) {
		if (item.type === 'candidate') candidates.push(item.candidate);
		else options.onSkip?.(item);
	}
	return candidates;
}

/** As {@link parseFrameCandidates}, with the skipped items in their places. Throws {@link FormatError}. */
export function readFrameCandidates(json: JsonObject): readonly FrameItem[] {
	const raw = own(json, 'candidates');
	if (raw === undefined || raw === null) throw new FormatError('candidates missing');
	if (!Array.isArray(raw)) throw new FormatError('candidates not array');
	return (raw as readonly JsonValue[]).map(readItem);
}

function readItem(raw: JsonValue, index: number): FrameItem {
	if (!isJsonObject(raw)) throw new FormatError(`candidates[${index}] not an object`);
	const level = own(raw, 'level');
	if (typeof level !== 'string') throw new FormatError(`candidates[${index}].level missing`);
	if (!isFrameLevel(level)) return { type: 'skipped', reason: 'unknown-level', claimedLevel: level, raw };
	const text = own(raw, 'framed_text');
	if (typeof text !== 'string') throw new FormatError(`candidates[${index}].framed_text missing`);
	const framedText = normalizeText(text);
	if (framedText.length < 1 || framedText.length > 120) {
		return { type: 'skipped', reason: 'length', claimedLevel: level, framedText, raw };
	}
	const sourcePatternId = own(raw, 'source_pattern_id');
	return {
		type: 'candidate',
		candidate: {
			level,
			framedText,
			confidence: readConfidence(own(raw, 'confidence')),
			...(typeof sourcePatternId === 'string' ? { sourcePatternId } : {}),
		},
		raw,
	};
}

function readConfidence(value: JsonValue | undefined): number {
	if (typeof value !== 'number' || Number.isNaN(value)) return 0.5;
	return Math.min(1, Math.max(0, value));
}

function own(object: JsonObject, key: string): JsonValue | undefined {
	return Object.hasOwn(object, key) ? object[key] : undefined;
}
