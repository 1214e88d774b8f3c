import type { Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';
import { walkBrackets } from './bracket-walk.ts';
import { type ListedCall, refuseRepairs, spansOfCalls } from './call-list.ts';
import { matchJsonCall, readJsonCalls } from './json-call.ts';
import { isSpace, type Step } from './opening.ts';
import type { Region } from './region.ts';

export interface JsonRegionOptions {
	/** Texts that may open a block around the JSON; a bare object or list when absent. */
	readonly block?: { readonly opens: readonly string[]; readonly close: string };
	/** What makes this form a deviation from the dialect; absent when it is the dialect's own. */
	readonly repair?: Repair;
	readonly reading: 'strict' | 'lenient';
	readonly maxLength?: number;
}

/** Calls as JSON, bare or in a block, as a region of the text. */
export function jsonRegion(options: JsonRegionOptions): Region {
	const { block, reading, maxLength } = options;
	const before: readonly Step[] = block === undefined ? [] : [{ anyOf: block.opens }, 'space'];
	return {
		kind: 'call',
		opens: (text, at) => matchJsonCall(text, at, before),
		walk: (opening) => walkBrackets(opening, 'json', block?.close),
		read: (raw, closed) => refuseRepairs(readRegion(raw, closed, options), reading),
		...(maxLength === undefined ? {} : { maxLength }),
	};
}

function readRegion(
	raw: string,
	closed: boolean,
	{ block, repair }: Pick<JsonRegionOptions, 'block' | 'repair'>,
): readonly ParsedSpan[] {
	const begin = raw.search(/[[{]/);
	const end = closed && block !== undefined ? raw.length - block.close.length : raw.length;
	const { calls, consumed, repairs } = readValues(raw.slice(begin, end));
	if (calls.length === 0) return [{ type: 'malformed', reason: closed ? 'bad-arguments' : 'unclosed', raw }];
	const rest = raw.slice(begin + consumed, end);
	const common = new Set([...(repair === undefined ? [] : [repair]), ...repairs]);
	if (closed && rest.trim() !== '') common.add('trailing-text');
	if (!closed && block !== undefined) common.add('missing-closer');
	const length = closed ? raw.length : begin + consumed;
	const listed = calls.map((call) => ({ ...call, end: begin + call.end }));
	return [...spansOfCalls(raw.slice(0, length), listed, [...common]), { type: 'text', text: raw.slice(length) }];
}

/** One value after the other, as models write parallel calls into one block. */
function readValues(body: string): {
	readonly calls: readonly ListedCall[];
	readonly consumed: number;
	readonly repairs: readonly Repair[];
} {
	const calls: ListedCall[] = [];
	const repairs: Repair[] = [];
	let consumed = 0;
	let next = 0;
	while (body[next] === '{' || body[next] === '[') {
		const offset = next;
		const read = readJsonCalls(body.slice(offset));
		if (read === undefined) break;
		calls.push(...read.calls.map((call) => ({ ...call, end: offset + call.end })));
		repairs.push(...read.repairs);
		consumed = offset + read.length;
		next = consumed;
		while (isSpace(body[next] ?? '') || body[next] === ',') next++;
	}
	return { calls, consumed, repairs };
}
