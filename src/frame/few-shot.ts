import { singleLine } from '../text/normalize-text.ts';
import type { SuggestFrameInput } from './frame-candidate.ts';
import { DEFAULT_FRAME_PROMPT, fillPlaceholders, parseFramePrompt } from './frame-prompt.ts';
import type { FramePattern } from './rules/frame-pattern.ts';
import { scoreMatch, wordTokens } from './rules/keyword-match.ts';

export interface FewShotOptions {
	/** 1 to 10; 5 by default. */
	readonly maxFewShot?: number;
	/** Text of the prompt, in the layout that {@link parseFramePrompt} reads. */
	readonly template?: string;
}

/**
 * The prompt: system, up to `maxFewShot` examples chosen by keywords, the user's wish.
 * Equal inputs give equal text; it always begins with `frameSystemSection(template)`.
 * `rawText` is expected in NFC and checked by the caller. Throws RangeError for a `maxFewShot` outside 1 to 10.
 */
export function buildFewShotPrompt(
	input: SuggestFrameInput,
	patterns: readonly FramePattern[],
	options: FewShotOptions = {},
): string {
	const prompt = parseFramePrompt(options.template ?? DEFAULT_FRAME_PROMPT);
	const selected = selectPatterns(input, patterns, options.maxFewShot);
	const examples = selected.map((pattern, index) =>
		fillPlaceholders(prompt.example, {
			n: String(index + 1),
			title: singleLine(pattern.title),
			l0: singleLine(pattern.levelL0Example),
			l2: singleLine(pattern.levelL2Example),
			l3: singleLine(pattern.levelL3Example),
		}),
	);
	const user = fillPlaceholders(prompt.user, {
		habit_type: input.habitType,
		raw_text: escapeQuoted(singleLine(input.rawText)),
		anchor_hint: singleLine(input.anchorHint ?? '') || '없음',
	});
	return [prompt.system, ...(examples.length === 0 ? [] : [prompt.fewShotHeading]), ...examples, user]
		.join('')
		.trimEnd();
}

/**
 * The examples a prompt gets: patterns of the wished habit type (or of none) by score, then by id. Where no keyword
 * matches, the first three by id, so that the prompt is the same every time. Throws RangeError for a number of examples
 * that is none.
 */
export function selectPatterns(
	input: SuggestFrameInput,
	patterns: readonly FramePattern[],
	maxFewShot = 5,
): readonly FramePattern[] {
	if (!Number.isInteger(maxFewShot) || maxFewShot < 1 || maxFewShot > 10) {
		throw new RangeError(`maxFewShot must be a whole number from 1 to 10, not ${maxFewShot}`);
	}
	const tokens = wordTokens(input.rawText);
	const eligible = patterns
		.filter((pattern) => isEligible(pattern, input))
		.map((pattern) => ({ pattern, score: scoreMatch(tokens, pattern.keywords) }))
		.sort((a, b) => b.score - a.score || compareIds(a.pattern.id, b.pattern.id));
	const matching = eligible.filter(({ score }) => score > 0);
	const chosen = matching.length > 0 ? matching.slice(0, maxFewShot) : eligible.slice(0, Math.min(3, maxFewShot));
	return chosen.map(({ pattern }) => pattern);
}

/** Whether a pattern may be an example for a wish: it is of the same habit type, or of none. */
export function isEligible({ habitType }: FramePattern, input: Pick<SuggestFrameInput, 'habitType'>): boolean {
	return habitType === undefined || habitType === input.habitType;
}

/** By code unit: a locale would make the prompt depend on the machine. */
function compareIds(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}

/** The text stands between double quotes; one of its own must not end them. */
function escapeQuoted(text: string): string {
	return text.replace(/["\\]/g, '\\$&');
}
