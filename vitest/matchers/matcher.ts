import type { MatcherState } from 'vitest';
import { termsEn } from '../../reports/messages/en/terms.ts';
import { termsKo } from '../../reports/messages/ko/terms.ts';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { UnscoredCause } from '../../src/eval/score.ts';
import type { Lang } from '../../src/text/text.ts';
import { AskedTurn, type Unobserved } from '../asked.ts';

/** What a matcher gives vitest. `expected` and `actual` are shown as a difference where both are there. */
export interface Outcome {
	readonly pass: boolean;
	readonly message: () => string;
	readonly expected?: unknown;
	readonly actual?: unknown;
}

/** The sentences of a failure, in the reader's language; an app that has one is asked where the terminal has none. */
export function localeFor(app: string | undefined): MatcherLocale {
	return MATCHER_LOCALES[readerLanguage(app)];
}

/** What was not observed fulfils neither an expectation nor its opposite. */
export function fails({ isNot }: MatcherState, message: string): Outcome {
	return { pass: isNot, message: () => message };
}

export function failsUnobserved(state: MatcherState, { cause, detail }: Unobserved, turn: AskedTurn): Outcome {
	return fails(state, localeFor(turn.language).unobserved(cause, detail));
}

/** Throws {@link UsageError} for anything but a turn. */
export function requireTurn(matcher: string, received: unknown): AskedTurn {
	if (received instanceof AskedTurn) return received;
	throw new UsageError(
		received instanceof Promise
			? message('test.await', { matcher, call: 'ask(...)' })
			: message('test.turn', { matcher, given: kindOf(received) }),
	);
}

export function kindOf(value: unknown): string {
	return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** A text as messages quote it: Hangul as it is, on one line, cut where it is long. */
export function quoted(text: string | undefined): string {
	if (text === undefined || text.trim() === '') return '""';
	const line = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
	return JSON.stringify(line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}…` : line);
}

const MAX_CHARS = 200;

/**
 * Language of messages: that of GEMMARK_LANG, else of the terminal's locale where it names Korean or English, else the
 * app's, else English.
 */
export function readerLanguage(app: string | undefined, env: NodeJS.ProcessEnv = process.env): Lang {
	const asked = [env.GEMMARK_LANG, env.LC_ALL, env.LC_MESSAGES, env.LANG, app];
	return asked.map(known).find((lang) => lang !== undefined) ?? 'en';
}

/** Undefined for `C` and `POSIX`. */
function known(tag: string | undefined): Lang | undefined {
	return /^(ko|en)(?![a-z])/iu.exec(tag ?? '')?.[1]?.toLowerCase() as Lang | undefined;
}

/** Every sentence of the matchers. Calls, texts and verdicts are quoted as they are. */
interface MatcherLocale {
	readonly unobserved: (cause: UnscoredCause, detail: string | undefined) => string;
	readonly noCall: (wanted: string, calls: string) => string;
	readonly call: (wanted: string, calls: string) => string;
	readonly nothingCalled: (said: string) => string;
	readonly noPrefix: (prefix: string, reason: string) => string;
	readonly prefix: (prefix: string) => string;
	readonly noFrame: (level: string | undefined, text: string, reason: string) => string;
	readonly frame: (level: string | undefined, text: string) => string;
	readonly frameMissing: string;
	readonly reason: (name: string | undefined, detail: string | undefined) => string;
	readonly path: (wanted: string, verdict: string) => string;
	readonly samePath: (wanted: string, verdict: string) => string;
	readonly noPath: (verdict: string) => string;
}

export const MATCHER_LOCALES: Readonly<Record<Lang, MatcherLocale>> = {
	en: {
		unobserved: (cause, detail) =>
			`no result, because the turn is unscored: ${named(cause, termsEn.causes)}${after(detail)}${remedyOf(cause, REMEDIES_EN)}`,
		noCall: (wanted, calls) => `expected a call of ${wanted}, but ${calls}`,
		call: (wanted, calls) => `expected no call of ${wanted}, but ${calls}`,
		nothingCalled: (said) => `nothing was called. The model answered: ${said}`,
		noPrefix: (prefix, reason) => `expected a meaningful prefix before the first call, but it is ${prefix} (${reason})`,
		prefix: (prefix) => `expected no meaningful prefix before the first call, but it is ${prefix}`,
		noFrame: (level, text, reason) =>
			`expected a valid ${level ?? 'L2 or L3'} frame, but ${text} is not one (${reason})`,
		frame: (level, text) => `expected no valid ${level ?? 'L2 or L3'} frame, but ${text} is one`,
		frameMissing: 'no call has a frame',
		reason: (name, detail) => `${named(name ?? 'unscored', termsEn.reasons)}${after(detail)}`,
		path: (wanted, verdict) => `expected path ${wanted}, but: ${verdict}`,
		samePath: (wanted, verdict) => `expected another path than ${wanted}, but: ${verdict}`,
		noPath: (verdict) => `no path was taken: ${verdict}`,
	},
	ko: {
		unobserved: (cause, detail) =>
			`미채점 턴이어서 결과가 없습니다: ${named(cause, termsKo.causes)}${after(detail)}${remedyOf(cause, REMEDIES_KO)}`,
		noCall: (wanted, calls) => `기대한 호출: ${wanted}. 실제: ${calls}`,
		call: (wanted, calls) => `없어야 할 호출: ${wanted}. 실제: ${calls}`,
		nothingCalled: (said) => `호출이 없습니다. 모델의 응답: ${said}`,
		noPrefix: (prefix, reason) => `첫 호출 전에 의미 있는 prefix가 있어야 합니다. 실제: ${prefix} (${reason})`,
		prefix: (prefix) => `첫 호출 전에 의미 있는 prefix가 없어야 합니다. 실제: ${prefix}`,
		noFrame: (level, text, reason) => `유효한 ${level ?? 'L2 또는 L3'} 프레임이 아닙니다: ${text} (${reason})`,
		frame: (level, text) => `유효한 ${level ?? 'L2 또는 L3'} 프레임이 아니어야 합니다: ${text}`,
		frameMissing: '프레임이 포함된 호출이 없습니다',
		reason: (name, detail) => `${named(name ?? 'unscored', termsKo.reasons)}${after(detail)}`,
		path: (wanted, verdict) => `기대한 경로: ${wanted}. 실제: ${verdict}`,
		samePath: (wanted, verdict) => `다른 경로여야 합니다: ${wanted}. 실제: ${verdict}`,
		noPath: (verdict) => `판정된 경로가 없습니다: ${verdict}`,
	},
};

const REMEDIES_EN: Remedies = {
	'cut-length': 'Raise maxTokens.',
	'cut-context-full': "Raise the target's contextSize.",
	'cut-deadline': 'Raise deadline, or use a faster engine.',
	interrupted: "Raise the test's timeout.",
};

const REMEDIES_KO: Remedies = {
	'cut-length': 'maxTokens 값을 늘리세요.',
	'cut-context-full': '타깃의 contextSize 값을 늘리세요.',
	'cut-deadline': 'deadline 값을 늘리거나 더 빠른 엔진을 사용하세요.',
	interrupted: '테스트의 timeout 값을 늘리세요.',
};

type Remedies = Readonly<Partial<Record<UnscoredCause, string>>>;

/** The name in words, with the log's name. */
function named(name: string, words: Readonly<Record<string, string>>): string {
	const word = Object.hasOwn(words, name) ? words[name] : undefined;
	if (word === undefined) return name;
	return word.includes(name) ? word : `${word}, ${name}`;
}

function after(detail: string | undefined): string {
	// The caller ends the sentence.
	return detail === undefined || detail === '' ? '' : `: ${detail.replace(/\.$/u, '')}`;
}

function remedyOf(cause: UnscoredCause, remedies: Remedies): string {
	const remedy = remedies[cause];
	return remedy === undefined ? '' : `. ${remedy}`;
}
