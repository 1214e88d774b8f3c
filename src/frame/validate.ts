import { isDegenerate } from '../text/prefix/broken.ts';
import { readRules } from '../text/rules.ts';
import { compactText, normalizeText } from '../text/text.ts';
import type { AvoidanceSpan } from './avoidance.ts';
import type { FrameLevel, FramePattern } from './candidates.ts';
import { findMainAvoidance } from './main-clause.ts';
import { hasCondition, hasIdentity } from './shape.ts';
import rows from './validate.rules.json' with { type: 'json' };

const RULES = readRules(rows);

/** A frame to be judged. */
interface FrameInput {
	readonly level: FrameLevel;
	readonly framedText: string;
	/** What the user had written; for validators that want to compare. The rule here does not. */
	readonly originalText?: string;
}

/** One objection. Spans are [start, end) in UTF-16 units of `normalizeText(framedText)`. */
export type FrameObjection =
	| { readonly reason: 'wrong-level'; readonly level: FrameLevel }
	| { readonly reason: 'degenerate' | 'placeholder' | 'not-korean' }
	| { readonly reason: 'hard-avoid'; readonly spans: readonly AvoidanceSpan[] }
	| { readonly reason: 'no-condition' }
	| { readonly reason: 'no-identity' };

export type FrameVerdict =
	| { readonly status: 'ok' }
	| { readonly status: 'warn' | 'error'; readonly reasons: readonly FrameObjection[] };

/** Anything that judges frames as {@link validateFrameLevel} does. */
export type FrameValidator = (input: FrameInput, knownPatterns?: readonly FramePattern[]) => FrameVerdict;

/**
 * Error: level L0 or L1, a text that only repeats itself, as a broken model writes, a placeholder of the template, a text
 * without Hangul where the user or the patterns write Korean, or a hard-avoid expression in the main clause. Warn: the claimed level's shape is missing, unless the text is a
 * known pattern's own example for that level. Otherwise ok.
 */
export function validateFrameLevel(input: FrameInput, knownPatterns: readonly FramePattern[] = []): FrameVerdict {
	const text = normalizeText(input.framedText);
	const spans = findMainAvoidance(text);
	const errors: FrameObjection[] = [];
	if (input.level === 'L0' || input.level === 'L1') errors.push({ reason: 'wrong-level', level: input.level });
	if (isDegenerate(compactText(text))) errors.push({ reason: 'degenerate' });
	if (spans.length > 0) errors.push({ reason: 'hard-avoid', spans });
	if (RULES.placeholder.test(text)) errors.push({ reason: 'placeholder' });
	else if (!HANGUL.test(text) && isKorean(input, knownPatterns)) errors.push({ reason: 'not-korean' });
	if (errors.length > 0) return { status: 'error', reasons: errors };
	const missing = missingShape(input.level, text);
	if (missing === undefined || isKnownExample(input.level, text, knownPatterns)) return { status: 'ok' };
	return { status: 'warn', reasons: [missing] };
}
const HANGUL = /[가-힣]/u;

/** Of a user who writes no other script, and of a pool of Korean patterns. */
function isKorean({ originalText = '' }: FrameInput, patterns: readonly FramePattern[]): boolean {
	const isOther = /\p{L}/u.test(originalText) && !HANGUL.test(originalText);
	return !isOther || patterns.some(({ levelL2Example }) => HANGUL.test(levelL2Example));
}

function missingShape(level: FrameLevel, text: string): FrameObjection | undefined {
	if (level === 'L2' && !hasCondition(text)) return { reason: 'no-condition' };
	if (level === 'L3' && !hasIdentity(text)) return { reason: 'no-identity' };
	return undefined;
}

/** Whether a text is an example of that level in one of the patterns: it may do without the level's shape. */
export function isKnownExample(level: FrameLevel, text: string, patterns: readonly FramePattern[]): boolean {
	const examples = knownExamples.get(patterns) ?? compactExamples(patterns);
	knownExamples.set(patterns, examples);
	return examples[level === 'L2' ? 'L2' : 'L3'].has(compactText(text));
}

/** Patterns stay the same for all candidates of a run. */
const knownExamples = new WeakMap<readonly FramePattern[], Readonly<Record<'L2' | 'L3', ReadonlySet<string>>>>();

function compactExamples(patterns: readonly FramePattern[]): Readonly<Record<'L2' | 'L3', ReadonlySet<string>>> {
	return {
		L2: new Set(patterns.map(({ levelL2Example }) => compactText(levelL2Example))),
		L3: new Set(patterns.map(({ levelL3Example }) => compactText(levelL3Example))),
	};
}
