import { matchLiteral } from './opening.ts';

/** Channels that a family thinks in. */
export interface Channel {
	readonly open: string;
	readonly close: string;
	/** Names of channels that may stand without their line's end. */
	readonly names: readonly string[];
	/** Those of the names whose channel is text. */
	readonly spoken: readonly string[];
}

const NAME = /^[a-z_]*/;
const NAME_AT_MOST = 24;

/**
 * How much of a channel's beginning is its name, which stands on its first line: `thought\n...`. One of the known names
 * may also be all that its channel holds.
 */
export function matchChannelName(
	text: string,
	{ open, close, names, spoken }: Channel,
	ended: boolean,
): { readonly length: number; readonly spoken: boolean } | 'maybe' {
	const name = NAME.exec(text.slice(0, NAME_AT_MOST))?.[0] ?? '';
	const next = text[name.length];
	const named = { length: name.length, spoken: spoken.includes(name) };
	if (next === '\n') return { ...named, length: name.length + 1 };
	if (next === undefined && !ended && name.length < NAME_AT_MOST) return 'maybe';
	if (!names.includes(name)) return { length: 0, spoken: false };
	if (next === undefined) return named;
	const markers = [close, open].map((marker) => matchLiteral(text, name.length, marker));
	if (markers.includes('maybe') && !ended) return 'maybe';
	return markers.some((marker) => typeof marker === 'number') ? named : { length: 0, spoken: false };
}
