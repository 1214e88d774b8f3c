import { ConfigError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { stripParticle } from '../text/korean/particle.ts';
import { countHangulSyllables } from '../text/korean/stem.ts';
import { singleLine } from '../text/text.ts';
import type { FramePattern, SuggestFrameInput } from './candidates.ts';

/** The frame prompt taken apart; each section keeps its own heading line and final line break. */
interface FramePrompt {
	readonly system: string;
	/** Heading of the examples. */
	readonly fewShotHeading: string;
	/** One example; repeated. */
	readonly example: string;
	readonly user: string;
}

/**
 * Wording of the prompt. Placeholders: `{n}`, `{title}`, `{l0}`, `{l2}`, `{l3}` in the few-shot section (which
 * is repeated per example), `{habit_type}`, `{raw_text}`, `{anchor_hint}` in the user section.
 */
export const DEFAULT_FRAME_PROMPT: string = `<SYSTEM>
당신은 Huberman 프로토콜 한국어 코치입니다. 사용자의 raw text 를
L2 (조건부 긍정) 또는 L3 (정체성) 프레임의 한국어 문장으로 변환합니다.
- L2 예: "스트레스 받을 때 책 한 페이지를 펼친다"
- L3 예: "나는 글을 읽는 사람이다"
- L0/L1 (회피/부정) 금지: "안", "끊다", "그만두다"
- 응답은 반드시 함수 호출 emit_frame_candidates(candidates: [...]) 로.
<FEW_SHOT>
# 예시 {n}: {title}
L0: {l0}
L2: {l2}
L3: {l3}
<USER>
habit_type: {habit_type}
raw_text: "{raw_text}"
anchor_hint: {anchor_hint}
위 raw_text 를 L2/L3 후보 3개로 변환하세요.
`;

/**
 * Reads a prompt file with the sections `<SYSTEM>`, `<FEW_SHOT>` and `<USER>`, each heading on a line of its own.
 * Throws {@link ConfigError} where a section or a placeholder is missing.
 */
export function parseFramePrompt(text: string): FramePrompt {
	const lines = text.normalize('NFC').replace(/\r\n?/g, '\n').trimEnd().split('\n');
	const [system, fewShot, user] = ['<SYSTEM>', '<FEW_SHOT>', '<USER>'].map((heading) => lines.indexOf(heading));
	if (system !== 0 || fewShot === undefined || user === undefined || fewShot < 1 || user < fewShot) {
		throw new ConfigError(message('config.frame-prompt-sections'));
	}
	const section = (from: number, to?: number): string => `${lines.slice(from, to).join('\n')}\n`;
	const prompt: FramePrompt = {
		system: section(0, fewShot),
		fewShotHeading: section(fewShot, fewShot + 1),
		example: section(fewShot + 1, user),
		user: section(user),
	};
	requirePlaceholders('<FEW_SHOT>', prompt.example, ['l2', 'l3']);
	requirePlaceholders('<USER>', prompt.user, ['habit_type', 'raw_text', 'anchor_hint']);
	return prompt;
}

/** Fills `{name}` placeholders in one pass, so that a value that looks like a placeholder stays as it is. */
export function fillPlaceholders(section: string, values: Readonly<Record<string, string>>): string {
	return section.replace(/\{([a-z0-9_]+)\}/g, (whole, name: string) =>
		Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
	);
}

/** What every frame prompt begins with, byte for byte, whatever is asked: its prefill can be shared. */
export function frameSystemSection(template: string = DEFAULT_FRAME_PROMPT): string {
	return parseFramePrompt(template).system;
}

function requirePlaceholders(section: string, text: string, names: readonly string[]): void {
	const missing = names.find((name) => !text.includes(`{${name}}`));
	if (missing === undefined) return;
	throw new ConfigError(message('config.frame-prompt-placeholder', { section, placeholder: `{${missing}}` }));
}

interface FewShotOptions {
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
export function isEligible({ habitType }: FramePattern, input: SuggestFrameInput): boolean {
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

/**
 * The words of a text, with and without their particles: '술을 끊고' gives 술을, 술, 끊고. There is no morphological
 * analyser. Words of one syllable stay, or '술' could never match; Latin words and numbers too (TV, SNS).
 */
function wordTokens(text: string): ReadonlySet<string> {
	const words = splitWords(text);
	return new Set([...words, ...words.map(stripParticle)]);
}

/**
 * Size of the intersection of tokens and keywords, plus half a point for each other keyword that contains a token, or
 * is contained in one ('운동하고' and '운동'). A part counts from two Hangul syllables on: shorter ones are everywhere.
 * Of a keyword of several words every word must match; the weakest counts.
 */
function scoreMatch(tokens: ReadonlySet<string>, keywords: readonly string[]): number {
	let score = 0;
	for (const keyword of new Set(keywords)) {
		const words = splitWords(keyword);
		if (words.length > 0) score += Math.min(...words.map((word) => scoreWord(tokens, word)));
	}
	return score;
}

function scoreWord(tokens: ReadonlySet<string>, word: string): number {
	if (tokens.has(word)) return 1;
	const partial = [...tokens].some(
		(token) => (isPart(word) && token.includes(word)) || (isPart(token) && word.includes(token)),
	);
	return partial ? 0.5 : 0;
}

function isPart(word: string): boolean {
	return countHangulSyllables(word) >= 2;
}

function splitWords(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
