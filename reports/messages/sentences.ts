import { filled, type Message, type ParamsOf, type Slots } from '../../src/base/message.ts';

/** Words of one language, in groups. A template, such as `{n} {n|prompt|prompts} lost`, becomes a function of its params. */
type Sentences<T> = T extends string
	? [Slots<T>] extends [never]
		? string
		: (params: ParamsOf<T>) => string
	: T extends (...given: never) => unknown
		? T
		: { readonly [K in keyof T]: Sentences<T[K]> };

/** A translation of E as it is written: a template in place of a function. */
type Written<E> = E extends (params: never) => string
	? string | E
	: E extends string | ((...given: never) => unknown)
		? E
		: { readonly [K in keyof E]: Written<E[K]> };

/** T, if its templates use only params that E has. */
type Fitting<T, E> = T extends string
	? E extends (params: infer P) => string
		? Slots<T> extends keyof P
			? T
			: never
		: T
	: T extends (...given: never) => unknown
		? T
		: { readonly [K in keyof T]: K extends keyof E ? Fitting<T[K], E[K]> : never };

export function sentences<const T>(words: T): Sentences<T> {
	return said(words) as Sentences<T>;
}

/** The words of another language than English; a missing word or an unknown param does not compile. */
export function translationOf<E>(): <const T extends Written<E>>(words: Fitting<T, E>) => E {
	return (words) => said(words) as never;
}

function said(words: unknown): unknown {
	if (typeof words === 'string' && words.includes('{')) return (params: Message['params']) => filled(words, params, {});
	if (typeof words !== 'object' || words === null || Array.isArray(words)) return words;
	return Object.fromEntries(Object.entries(words).map(([name, of]) => [name, said(of)]));
}
