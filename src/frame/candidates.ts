import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { normalizeText } from '../text/text.ts';

/** What the user asks to have reframed. */
export interface SuggestFrameInput {
	/** 1 to 200 UTF-16 units after trimming, NFC. */
	readonly rawText: string;
	readonly habitType: HabitType;
	/** Such as '아침 양치 후'. */
	readonly anchorHint?: string;
}

/** One frame the model proposes. */
export interface FrameCandidate {
	readonly level: FrameLevel;
	/** Trimmed, 1 to 120 UTF-16 units. */
	readonly framedText: string;
	/** 0 to 1; 0.5 where the model gave none. */
	readonly confidence: number;
	readonly sourcePatternId?: string;
}

/**
 * L0 avoidance, L1 negated command, L2 conditional positive, L3 identity. Only L2 and L3 are valid habit frames.
 */
export type FrameLevel = 'L0' | 'L1' | 'L2' | 'L3';

const FRAME_LEVELS: readonly FrameLevel[] = ['L0', 'L1', 'L2', 'L3'];

export function isFrameLevel(value: unknown): value is FrameLevel {
	return FRAME_LEVELS.includes(value as FrameLevel);
}

/** Whether a habit is to be built or broken. */
export type HabitType = 'build' | 'break';

/** One row of the pattern catalog; the few-shot pool. */
export interface FramePattern {
	readonly id: string;
	readonly title: string;
	/** Absent: fits both. */
	readonly habitType?: HabitType;
	readonly keywords: readonly string[];
	readonly levelL0Example: string;
	readonly levelL2Example: string;
	readonly levelL3Example: string;
}

/** The model's answer is not of the demanded form. Data about the model, not a failure of the program: never a GemmarkError. */
export class FormatError extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'FormatError';
	}
}

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

/** The function that the frame prompt demands to be called; its arguments are what `parseFrameCandidates` reads. */
export const emitFrameCandidatesTool: ToolDeclaration = {
	name: 'emit_frame_candidates',
	description: '사용자의 바람을 바꾸어 쓴 L2/L3 프레임 후보를 제출합니다.',
	parameters: {
		type: 'object',
		properties: {
			candidates: {
				type: 'array',
				description: '프레임 후보 목록. 서로 다른 세 개',
				minItems: 1,
				maxItems: 3,
				items: {
					type: 'object',
					properties: {
						level: {
							type: 'string',
							enum: ['L2', 'L3'],
							description: '프레임 수준. L2는 조건부 긍정, L3는 정체성',
						},
						framed_text: {
							type: 'string',
							minLength: 1,
							maxLength: 120,
							description: '프레임 문장. 120자 이하의 한국어 한 문장',
						},
						confidence: { type: 'number', minimum: 0, maximum: 1, description: '확신도. 0과 1 사이' },
						source_pattern_id: { type: 'string', description: '참고한 예시 패턴의 id' },
					},
					required: ['level', 'framed_text'],
				},
			},
		},
		required: ['candidates'],
	},
};
