import { type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../json/json-value.ts';
import { type EngineAnswer, type FateCall, type KnownTool, knowsParameters } from './engine-answer.ts';
import { type EngineFate, engineFate } from './fate.ts';
import { ALL_TEXTS, type DeclaredTexts, declaredTexts, NO_TEXTS, vllmArguments } from './vllm-arguments.ts';

/**
 * vLLM with `--tool-call-parser gemma4` (its parser engine) or `functiongemma`. Gemma 4: a state machine that drops what
 * stands between a call's opening and `call:`, and closes at the end whatever is open. FunctionGemma: of the arguments
 * only those between `<escape>`, read as JSON where they are some.
 */
export const vllm: EngineFate = engineFate({
	engine: 'vllm',
	title: 'vLLM',
	version: 'f2bd570 (2026)',
	source:
		'vllm-project/vllm: vllm/parser/gemma4.py at f2bd570, parser/engine/streaming_parser_engine.py at 796bfc9, ' +
		'parser_engine.py at b159591, tool_parsers/functiongemma_tool_parser.py at fe3771b; read 2026-11-21',
	answer(pieces, dialect, tools) {
		const text = pieces.join('');
		if (dialect === 'functiongemma') return functionGemmaAnswer(text);
		return dialect === 'gemma4' ? gemma4Answer(text, tools) : undefined;
	},
});

type State = 'content' | 'reasoning' | 'preamble' | 'name' | 'arguments';

/** What moves the machine on; a marker without a move is text of its state. */
const MOVES: Readonly<Record<State, Readonly<Record<string, State>>>> = {
	content: {
		'<|channel>': 'reasoning',
		'<|tool_call>': 'preamble',
		'<tool_call|>': 'content',
		'<channel|>': 'content',
	},
	reasoning: { '<channel|>': 'content', '<|tool_call>': 'preamble' },
	preamble: { 'call:': 'name' },
	name: { '{': 'arguments' },
	arguments: { '<tool_call|>': 'content' },
};

const MARKERS =
	/<\|channel>|<channel\|>|<\|tool_call>|<tool_call\|>|call:|\{|<\|?(?:turn|tool_response|tool|think)\|?>/gu;
const DROPPED = /^<\|?(?:turn|tool_response|tool|think)\|?>$/u;

function gemma4Answer(text: string, tools: readonly KnownTool[] | undefined): EngineAnswer {
	const slots: { name: string; body: string }[] = [];
	let shown = '';
	let state: State = 'content';
	const take = (words: string): void => {
		const slot = slots.at(-1);
		if (state === 'content') shown += words;
		else if (state === 'name' && slot !== undefined) slot.name += words;
		else if (state === 'arguments' && slot !== undefined) slot.body += words;
	};
	let from = 0;
	for (const { 0: marker, index } of text.matchAll(MARKERS)) {
		take(text.slice(from, index));
		from = index + marker.length;
		const next: State | undefined = MOVES[state][marker];
		if (next === undefined && !DROPPED.test(marker)) take(marker);
		if (next === 'preamble') slots.push({ name: '', body: '' });
		state = next ?? state;
	}
	take(text.slice(from));
	const calls = slots.flatMap((slot) => callOf(slot, tools, NO_TEXTS));
	const orCalls = knowsParameters(tools) ? undefined : slots.flatMap((slot) => callOf(slot, tools, ALL_TEXTS));
	return { calls, orCalls, shown: calls.length > 0 ? shown.trim() : shown };
}

/** `unknown` is what a tool counts as whose parameters are not known. */
function callOf(
	{ name, body }: { name: string; body: string },
	tools: readonly KnownTool[] | undefined,
	unknown: DeclaredTexts,
): FateCall[] {
	const called = name.trim();
	if (called === '') return [];
	const tool = tools === undefined ? { name: called } : tools.find((one) => one.name === called);
	const isUnknown = tool !== undefined && tool.parameters === undefined;
	return [{ name: called, arguments: vllmArguments(body, isUnknown ? unknown : declaredTexts(tool?.parameters)) }];
}

const BLOCK =
	/<start_function_call>call:([\p{L}\p{N}_]+)\{(.*?)\}<end_function_call>|<start_function_call>call:([\p{L}\p{N}_]+)\{(.*)/gsu;

/** Words behind a call are lost; a block that does not fit leaves all as text. */
function functionGemmaAnswer(text: string): EngineAnswer {
	const calls = Array.from(text.matchAll(BLOCK), ([, name, body, cutName, cutBody]) => ({
		name: name ?? cutName ?? '',
		arguments: escapedArguments(body ?? cutBody ?? ''),
	}));
	if (calls.length === 0) return { calls, shown: text };
	return { calls, shown: text.slice(0, text.indexOf('<start_function_call>')).trim() };
}

function escapedArguments(body: string): JsonObject {
	const args: MutableJsonObject = {};
	for (const [, key = '', value = ''] of body.matchAll(/([\p{L}\p{N}_]+):<escape>(.*?)<escape>/gsu)) {
		setOwn(args, key, jsonOr(value));
	}
	return args;
}

function jsonOr(text: string): JsonValue {
	try {
		return JSON.parse(text) as JsonValue;
	} catch {
		return text;
	}
}
