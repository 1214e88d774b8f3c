import type { Repair } from '../../model/generation.ts';
import {
	BracketDepth,
	isNameCharacter,
	type Match,
	matchLiteral,
	matchSteps,
	type Region,
	type Step,
	spansOfCalls,
	type Walk,
} from './region.ts';
import { type CallTokens, endsCall, readCallBlock, walkToClose, withRepairs } from './tagged-call.ts';

const CALL: Step = { anyOf: ['call:', ':call:'] };
const BRACKET: Step = { anyOf: ['{', '('] };
/** A special token that a tokenizer or an image in the prompt broke up. */
const BROKEN_TOKEN = '<call>';
const POSITIONAL = 'BEGIN_ARG';
/** A name may be doubled, or stand in up to four name spaces. */
const OPENINGS: readonly (readonly Step[])[] = [
	...[0, 1, 2, 3, 4].map((spaces): readonly Step[] => [
		CALL,
		'identifier',
		...Array.from({ length: spaces }, (): readonly Step[] => [{ anyOf: [':'] }, 'identifier']).flat(),
		BRACKET,
	]),
	[CALL, 'identifier', { anyOf: [':'] }, 'space', { anyOf: [POSITIONAL] }],
	[{ anyOf: [BROKEN_TOKEN] }, 'identifier', { anyOf: ['{'] }],
];

const NAME_AND_KEY: readonly Step[] = [
	'identifier',
	{ anyOf: ['{'] },
	'space',
	'identifier',
	'space',
	{ anyOf: [':', '='] },
	'space',
];

/**
 * A call without its opening token, wherever no name runs into it and no quote opens before it, which would make it an
 * example: `call:NAME{...}`, `:call:NAME{...}`. It reaches to the end of its brackets, and over a closing token right
 * after them. At the beginning of a line it may lack `call:` too, where a string of the family is its first argument:
 * nothing else is written `NAME{k:<Q>`.
 */
export function bareCallRegion(tokens: CallTokens): Region {
	return {
		kind: 'call',
		notInThinking: true,
		opens: (text, at, { character, lineStart }) => {
			if (runsIntoCall(character)) return undefined;
			const opening = matchOpening(text, at);
			if (opening !== undefined || !lineStart) return opening;
			const marked = matchSteps(text, at, [...NAME_AND_KEY, { anyOf: [tokens.quote] }]);
			return typeof marked === 'number' ? text.indexOf('{', at) + 1 - at : marked;
		},
		walk: (opening) => (opening.endsWith(POSITIONAL) ? walkToClose(tokens) : walkToBracket(opening, tokens)),
		read: (raw) => {
			const begin = raw.startsWith(BROKEN_TOKEN) ? BROKEN_TOKEN.length : 0;
			const closed = raw.endsWith(tokens.close);
			const length = closed ? raw.length - tokens.close.length : raw.length;
			const read = readCallBlock(raw.slice(begin, length), tokens.quote, closed || bracketsClose(raw, tokens));
			const last: readonly Repair[] = closed ? [] : ['missing-closer'];
			const calls = withRepairs(read.calls, begin, { all: ['missing-opener'], last });
			const end = closed ? raw.length : begin + read.length;
			return [...spansOfCalls(raw.slice(0, end), calls, []), { type: 'text', text: raw.slice(end) }];
		},
	};
}

function runsIntoCall(character: string): boolean {
	// The full stop of a sentence is no name's.
	return character !== '' && character !== '.' && (isNameCharacter(character) || ':"\'`“‘「『'.includes(character));
}

function matchOpening(text: string, at: number): Match {
	const matches = OPENINGS.map((steps) => matchSteps(text, at, steps));
	return matches.find((match) => typeof match === 'number') ?? matches.find((match) => match === 'maybe');
}

/** Brackets in strings, and in quotes where a value begins, are no brackets. */
function walkToBracket(opening: string, tokens: CallTokens): Walk {
	const bracket = opening.slice(-1);
	const depth = new BracketDepth('json', bracket);
	let [inString, before] = [false, bracket];
	return (text, at) => {
		const character = text[at] ?? '';
		if (character === '<') {
			const quote = matchLiteral(text, at, tokens.quote);
			if (quote === 'maybe') return 'maybe';
			if (quote !== undefined) {
				inString = !inString;
				return quote;
			}
			const ends = endsCall(text, at, tokens);
			if (ends === true) return { end: 0, closed: false };
			if (ends === 'maybe') return 'maybe';
		}
		if (inString) return 1;
		return depth.inString || !isApostrophe(character, before) ? walkOn(character, text, at) : 1;
	};

	function walkOn(character: string, text: string, at: number): ReturnType<Walk> {
		const close = depth.endsWith(character) ? matchLiteral(text, at + 1, tokens.close) : undefined;
		if (close === 'maybe') return 'maybe';
		const ended = depth.take(character);
		if (!/\s/u.test(character)) before = character;
		if (!ended) return 1;
		return close === undefined ? { end: 1, closed: false } : { end: 1 + close, closed: true };
	}
}

function bracketsClose(raw: string, tokens: CallTokens): boolean {
	// A line end after it leaves nothing undecided.
	const whole = `${raw}\n`;
	const first = raw.search(/[{(]/);
	const walk = walkToBracket(raw.slice(0, first + 1), tokens);
	for (let at = first + 1; at > 0 && at < raw.length; ) {
		const advance = walk(whole, at);
		if (typeof advance === 'object') return advance.end > 0;
		at += advance === 'maybe' ? 1 : advance;
	}
	return false;
}

/** A quote that does not stand where a value or a key begins opens nothing. */
function isApostrophe(character: string, before: string): boolean {
	return (character === '"' || character === "'") && !':=,[{('.includes(before);
}
