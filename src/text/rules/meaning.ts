import type { PrefixEmptiness as KoreanEmptiness } from '../prefix/prefix-meaning.ts';

/** Why a text before a tool call says nothing worth keeping, in the rules of any language. */
export type PrefixEmptiness = KoreanEmptiness | 'not-english' | 'wordless';

/** What the rules of a language say of a prefix. */
export type PrefixMeaning =
	| { readonly meaningful: true }
	| { readonly meaningful: false; readonly reason: PrefixEmptiness };
