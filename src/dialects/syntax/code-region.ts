import type { Repair } from '../../model/generation.ts';
import type { ParsedSpan } from '../dialect.ts';
import { type PythonicCalls, readPythonicCalls } from '../pythonic-call.ts';
import { walkBrackets } from './bracket-walk.ts';
import { refuseRepairs, spansOfCalls } from './call-list.ts';
import { type JsonCalls, readJsonCalls } from './json-call.ts';
import { type Match, matchSteps, type Step } from './opening.ts';
import type { Region, TextBefore } from './region.ts';

export interface CodeRegionOptions {
	readonly opens: (text: string, at: number, before: TextBefore) => Match;
	/** What stands before the code, as far as the opening says; nothing when absent. */
	readonly lead?: RegExp;
	/** Absent: to the end of the brackets. */
	readonly close?: string;
	/** What makes this form a deviation from the dialect; absent when it is the dialect's own. */
	readonly repair?: Repair;
	readonly reading: 'strict' | 'lenient';
	readonly notInThinking?: boolean;
	/** Whether the turn ends at a place of the code; by Gemma 3's tokens when absent. */
	readonly endsTurn?: (text: string, at: number) => boolean | 'maybe';
}

/** Calls as Python, bare or in a block, as a region of the text. */
export function codeRegion(options: CodeRegionOptions): Region {
	const { opens, close, endsTurn, reading, notInThinking = false } = options;
	return {
		kind: 'call',
		opens,
		notInThinking,
		walk: (opening) => walkBrackets(opening, 'python', close, endsTurn),
		read: (raw, closed) => refuseRepairs(readRegion(raw, closed, options), reading),
	};
}

/** The steps, at the beginning of a line only. */
export function atLineStart(steps: readonly Step[]): CodeRegionOptions['opens'] {
	return (text, at, { lineStart }) => (lineStart ? matchSteps(text, at, steps) : undefined);
}

function readRegion(raw: string, closed: boolean, { lead, close, repair }: CodeRegionOptions): readonly ParsedSpan[] {
	const begin = lead?.exec(raw)?.[0].length ?? 0;
	const end = closed && close !== undefined ? raw.length - close.length : raw.length;
	const body = raw.slice(begin, end);
	const read = readPythonicCalls(body) ?? readJson(body);
	if (read === undefined) return [{ type: 'malformed', reason: closed ? 'bad-arguments' : 'unclosed', raw }];
	const rest = body.slice(read.length);
	const common = new Set([...(repair === undefined ? [] : [repair]), ...read.repairs]);
	if (closed && rest.trim() !== '') common.add('trailing-text');
	if (!closed && close !== undefined) common.add('missing-closer');
	const length = closed ? raw.length : begin + read.length;
	const calls = read.calls.map((call) => {
		const shifted = { ...call, end: begin + call.end };
		return 'reason' in call && !closed ? ({ ...shifted, reason: 'unclosed' } as const) : shifted;
	});
	return [...spansOfCalls(raw.slice(0, length), calls, [...common]), { type: 'text', text: raw.slice(length) }];
}

/** JSON where Python was asked for. */
function readJson(body: string): JsonCalls | PythonicCalls | undefined {
	const lead = body.length - body.trimStart().length;
	const read = readJsonCalls(body.slice(lead));
	return (
		read && {
			calls: read.calls.map((call) => ({ ...call, end: lead + call.end })),
			length: lead + read.length,
			repairs: ['json-arguments', ...read.repairs],
		}
	);
}
