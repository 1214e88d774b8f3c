import type { EngineAnswer, FateCall } from './engine-answer.ts';
import { type EngineFate, engineFate } from './fate.ts';
import { readLiteRtCall } from './litert-lm-call.ts';

const SOURCE =
	'google-ai-edge/LiteRT-LM: runtime/conversation/internal_callback_util.cc at 601b74b, ' +
	'runtime/components/tool_use/fc_parser_utils.cc at ce1d4f7; parser_utils.cc, fc_parser.rs and the grammar in copies ' +
	'(zkh2016/LiteRT-LM at 88b16e7); read 2026-11-21';

/**
 * LiteRT-LM as it comes: a call that its grammar refuses fails the turn (`return_error_on_parse_failure`, on by default);
 * the words before have been streamed. A call that is never closed is text, and one inside a thought is part of it.
 */
export const litertLm: EngineFate = engineFate({
	engine: 'litert-lm',
	title: 'LiteRT-LM',
	version: '601b74b',
	source: SOURCE,
	answer: (pieces, dialect) => answered(streamOf(pieces, dialect), 'error'),
});

/** LiteRT-LM with `return_error_on_parse_failure` off: what its grammar refuses is shown as text. */
export const litertLmTolerant: EngineFate = engineFate({
	engine: 'litert-lm-tolerant',
	title: 'LiteRT-LM, parse errors off',
	version: '601b74b',
	source: SOURCE,
	answer: (pieces, dialect) => answered(streamOf(pieces, dialect), 'text'),
});

/** Both read the same stream. */
function streamOf(pieces: readonly string[], dialect: string): readonly LiteRtPart[] | undefined {
	const before = known.get(pieces);
	if (before?.dialect === dialect) return before.parts;
	const parts = liteRtParts(pieces.join(''), dialect);
	known.set(pieces, { dialect, parts });
	return parts;
}

const known = new WeakMap<
	readonly string[],
	{ readonly dialect: string; readonly parts: readonly LiteRtPart[] | undefined }
>();

/** A part of an answer in the order of its stream. What is `refused` stood between a call's fences. */
export type LiteRtPart =
	| { readonly type: 'text' | 'thought' | 'refused'; readonly text: string }
	| { readonly type: 'call'; readonly call: FateCall };

/** The stream of LiteRT-LM's conversation; undefined for dialects whose reading there is not emulated. */
export function liteRtParts(text: string, dialect: string): readonly LiteRtPart[] | undefined {
	const fences = FENCES[dialect];
	if (fences === undefined) return undefined;
	const parts: LiteRtPart[] = [];
	let rest = text;
	while (rest !== '') {
		const open = earliest(rest, fences);
		if (open === undefined) return [...parts, { type: 'text', text: rest }];
		if (open.at > 0) parts.push({ type: 'text', text: rest.slice(0, open.at) });
		const start = open.at + open.fence.start.length;
		const end = rest.indexOf(open.fence.end, start);
		if (end === -1) {
			const thought = open.fence.kind === 'thought';
			return [
				...parts,
				thought ? { type: 'thought', text: rest.slice(start) } : { type: 'text', text: rest.slice(open.at) },
			];
		}
		parts.push(...partsOf(open.fence.kind, rest.slice(start, end)));
		rest = rest.slice(end + open.fence.end.length);
	}
	return parts;
}

interface Fence {
	readonly kind: 'call' | 'thought';
	readonly start: string;
	readonly end: string;
}

const FENCES: Readonly<Record<string, readonly Fence[]>> = {
	gemma4: [
		{ kind: 'call', start: '<|tool_call>', end: '<tool_call|>' },
		{ kind: 'thought', start: '<|channel>thought\n', end: '<channel|>' },
	],
	functiongemma: [{ kind: 'call', start: '<start_function_call>', end: '<end_function_call>' }],
};

function earliest(text: string, fences: readonly Fence[]): { readonly fence: Fence; readonly at: number } | undefined {
	return fences
		.map((fence) => ({ fence, at: text.indexOf(fence.start) }))
		.filter(({ at }) => at !== -1)
		.sort((a, b) => a.at - b.at)[0];
}

function partsOf(kind: Fence['kind'], text: string): readonly LiteRtPart[] {
	if (kind === 'thought') return [{ type: 'thought', text }];
	if (text === '') return [];
	const call = readLiteRtCall(text);
	return [call === undefined ? { type: 'refused', text } : { type: 'call', call }];
}

function answered(parts: readonly LiteRtPart[] | undefined, refused: 'error' | 'text'): EngineAnswer | undefined {
	if (parts === undefined) return undefined;
	const failing = refused === 'error' ? parts.findIndex(({ type }) => type === 'refused') : -1;
	const seen = failing === -1 ? parts : parts.slice(0, failing);
	const shown = seen.map((part) => (part.type === 'text' || part.type === 'refused' ? part.text : '')).join('');
	const calls = seen.flatMap((part) => (part.type === 'call' ? [part.call] : []));
	const leaked = seen.map((part) => (part.type === 'refused' ? part.text : '')).join('');
	return {
		calls,
		shown,
		leaked: leaked === '' ? undefined : leaked,
		error: failing === -1 ? undefined : 'Failed to parse tool calls from code block',
	};
}
