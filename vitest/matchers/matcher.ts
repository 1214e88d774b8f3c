import type { MatcherState } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { AskedTurn, type Unobserved } from '../asked-turn.ts';
import { readerLanguage } from '../reader-language.ts';
import { MATCHER_LOCALES, type MatcherLocale } from './locale.ts';

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
	const promised = received instanceof Promise;
	throw new UsageError(`${matcher}: takes a turn, and was given ${promised ? 'a promise of one' : kindOf(received)}`, {
		hint: promised ? 'Await it: expect(await ask(...)).' : 'Give it what `ask` of gemmarkTest answers.',
	});
}

export function kindOf(value: unknown): string {
	return value === null ? 'null' : Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}

/** A text as messages quote it: Hangul as it is, on one line, cut where it is long. */
export function quoted(text: string | undefined): string {
	if (text === undefined || text.trim() === '') return '""';
	const line = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
	return JSON.stringify(line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line);
}

const MOST_CHARS = 200;
