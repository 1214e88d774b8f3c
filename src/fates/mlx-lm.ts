import { isJsonObject, type JsonObject, type JsonValue, type MutableJsonObject, setOwn } from '../base/json.ts';
import { type EngineReader, engineFate, type FateCall } from './outcome.ts';

/**
 * mlx-lm's server: what stands in a call's fences is searched for `call:NAME{...}`, and dropped with a line in the
 * server's log where there is none or its arguments are none. What the end cut off is searched too.
 */
export const mlxLm: EngineReader = engineFate({
	engine: 'mlx-lm',
	title: 'mlx-lm',
	version: '0.32.0 (2026-08-22)',
	source:
		'ml-explore/mlx-lm at d78bf58: mlx_lm/server.py, mlx_lm/generate.py, mlx_lm/tool_parsers/gemma4.py, ' +
		'function_gemma.py; read 2026-11-21',
	answer(pieces, dialect) {
		const parser = PARSERS[dialect];
		if (parser === undefined) return undefined;
		const calls: FateCall[] = [];
		let shown = '';
		for (const { state, text } of statesOf(pieces.join(''), parser)) {
			if (state === 'normal') shown += text;
			else if (state === 'tool' && text !== '') calls.push(...(tried(() => parser.read(text)) ?? []));
		}
		return { calls, shown };
	},
});

type State = 'normal' | 'reasoning' | 'tool';

interface ToolParser {
	/** From a state by a marker to the next. */
	readonly markers: Readonly<Record<State, Readonly<Record<string, State>>>>;
	/** Throws where the server drops what stands in the fences. */
	read(text: string): readonly FateCall[];
}

const PARSERS: Readonly<Record<string, ToolParser>> = {
	gemma4: {
		markers: {
			normal: { '<|channel>thought': 'reasoning', '<|tool_call>': 'tool' },
			reasoning: { '<channel|>': 'normal', '<|tool_call>': 'tool' },
			tool: { '<tool_call|>': 'normal' },
		},
		read: gemma4Calls,
	},
	functiongemma: {
		markers: {
			normal: { '<start_function_call>': 'tool' },
			reasoning: {},
			tool: { '<end_function_call>': 'normal' },
		},
		read: functionGemmaCall,
	},
};

function statesOf(text: string, { markers }: ToolParser): readonly { readonly state: State; readonly text: string }[] {
	const states: { readonly state: State; readonly text: string }[] = [];
	let state: State = 'normal';
	let rest = text;
	for (;;) {
		const [next] = Object.entries(markers[state])
			.map(([marker, to]) => ({ marker, to, at: rest.indexOf(marker) }))
			.filter(({ at }) => at !== -1)
			.sort((a, b) => a.at - b.at);
		states.push({ state, text: next === undefined ? rest : rest.slice(0, next.at) });
		if (next === undefined) return states;
		rest = rest.slice(next.at + next.marker.length);
		state = next.to;
	}
}

function tried<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Every call in the text, its braces balanced outside of strings. One that cannot be read takes the others with it. */
function gemma4Calls(text: string): readonly FateCall[] {
	const calls: FateCall[] = [];
	const opening = /call:([\p{L}\p{N}_-]+)(?=\{)/gu;
	for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
		const end = closingBrace(text, opening.lastIndex);
		if (end === undefined) continue;
		calls.push({ name: match[1] ?? '', arguments: gemma4Arguments(text.slice(opening.lastIndex, end)) });
		opening.lastIndex = end;
	}
	return calls;
}

/** Index after the brace that closes the one at `start`. */
function closingBrace(text: string, start: number): number | undefined {
	const tokens = /<\|"\|>(?:.*?(<\|"\|>))?|[{}]/gsu;
	tokens.lastIndex = start;
	let depth = 0;
	for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
		if (match[0] === '{') depth++;
		else if (match[0] === '}') depth--;
		else if (match[1] === undefined) return undefined;
		if (depth === 0) return tokens.lastIndex;
	}
	return undefined;
}

/** A bare key stands right after its brace or comma: white space before it makes the call unreadable. */
function gemma4Arguments(body: string): JsonObject {
	const strings: string[] = [];
	const json = body
		.replace(/<\|"\|>(.*?)<\|"\|>/gsu, (_match, value: string) => `\0${strings.push(value) - 1}\0`)
		.replace(/(?<=[{,])([\p{L}\p{N}_]+):/gu, '"$1":')
		.replace(/\0(\d+)\0/gu, (_match, index: string) => JSON.stringify(strings[Number(index)]));
	const value: unknown = JSON.parse(json);
	if (!isJsonObject(value)) throw new SyntaxError('no object');
	return value;
}

/** The first call alone, and of it what stands before the first closing brace, strings or not. */
function functionGemmaCall(text: string): readonly FateCall[] {
	const [, name, body] = /call:([\p{L}\p{N}_]+)\{(.*?)\}/su.exec(text) ?? [];
	if (name === undefined || body === undefined) return [];
	const args: MutableJsonObject = {};
	for (let rest = body; rest !== ''; ) {
		const [, key, string, bare] = /^([^:]*):(?:<escape>(.*?)<escape>|(?!<escape>)([^,]*))/su.exec(rest) ?? [];
		if (key === undefined) throw new SyntaxError('no pair');
		setOwn(args, key, string ?? tried(() => JSON.parse(bare ?? '') as JsonValue) ?? bareValue(bare));
		rest = rest.slice(key.length + 2 + (string === undefined ? (bare ?? '').length : string.length + 16));
	}
	return [{ name, arguments: args }];
}

/** `null` is read as it stands; what is no JSON stays text. */
function bareValue(bare: string | undefined): JsonValue {
	return bare?.trim() === 'null' ? null : (bare ?? '');
}
