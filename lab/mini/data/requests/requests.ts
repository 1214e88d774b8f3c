import { type Register, word } from '../wording.ts';
import * as habits from './habit-requests.ts';
import * as protocols from './protocol-requests.ts';
import * as searches from './search-requests.ts';
import type { Made, Request, RequestContext } from './wish.ts';

/** One request of a kind, in words of its own. */
export function makeRequest(kind: RequestKind, context: RequestContext): KindOfRequest {
	const { chance } = context;
	const register: Register = chance.of(0.5) ? 'casual' : 'polite';
	const made = MAKERS[kind](context, register);
	const pattern = chance.between(0, made.patterns.length - 1);
	return {
		kind,
		text: word(made.patterns[pattern] ?? '', made.slots, register, chance),
		register,
		pattern,
		wish: made.wish,
	};
}

export type RequestKind = keyof typeof searches | keyof typeof protocols | keyof typeof habits;

const MAKERS: Readonly<Record<RequestKind, (context: RequestContext, register: Register) => Made>> = {
	...searches,
	...protocols,
	...habits,
};

export interface KindOfRequest extends Request {
	readonly kind: RequestKind;
}
