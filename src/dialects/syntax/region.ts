import type { ParsedSpan } from '../dialect.ts';
import type { Channel } from './channel-name.ts';
import type { Match } from './opening.ts';

/**
 * How far a region goes on at a place of the buffer: so many characters belong to it, it ends behind so many more
 * (`closed`: by its own closer), or more text must come first.
 */
export type Advance = number | 'maybe' | { readonly end: number; readonly closed: boolean };

/** Walks over one region. It may keep state (quotes, depth), so each place is asked once unless it said `maybe`. */
export type Walk = (text: string, at: number) => Advance;

/** Something that is not plain text: how it opens, how far it goes, what it says. */
export type Region =
	| {
			readonly kind: 'call';
			readonly opens: (text: string, at: number, before: TextBefore) => Match;
			/** A walk that starts behind the opening. */
			readonly walk: (opening: string) => Walk;
			/** Spans of the region's raw text, opening included. A text span at the end is scanned anew. */
			readonly read: (raw: string, closed: boolean, place: CallPlace) => readonly ParsedSpan[];
			/** Models think about calls in words: what only looks like a call is none there. */
			readonly notInThinking?: boolean;
			readonly maxLength?: number;
	  }
	| ({ readonly kind: 'thinking' } & Channel)
	/** A control token that means nothing where no other region begins or ends with it. */
	| { readonly kind: 'stray'; readonly open: string }
	/** Nothing behind it is read, unless `goesOn` stands right behind it: an opener of the turn that the model is in. */
	| { readonly kind: 'end'; readonly open: string; readonly goesOn?: string | undefined };

/** What stands before a place of plain text. */
export interface TextBefore {
	readonly lineStart: boolean;
	/** Empty at the beginning, and behind a region. */
	readonly character: string;
}

export type CallPlace = 'text' | 'thinking';
