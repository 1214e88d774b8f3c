import type { EngineAnswer, FateCall, KnownTool } from './engine-answer.ts';
import { type EngineFate, engineFate } from './fate.ts';
import { OllamaFunctionGemma } from './ollama-functiongemma.ts';
import { readOllamaCall } from './ollama-gemma4-call.ts';

const CHANNEL = ['<|channel>', '<channel|>'] as const;
const CALL = ['<|tool_call>', '<tool_call|>'] as const;

/**
 * Ollama's own parsers, thinking off: what stands in a channel is dropped, a call that cannot be read is dropped with a
 * line in the server's log, a Gemma 4 call that the end cut off is read all the same.
 */
export const ollama: EngineFate = engineFate({
	engine: 'ollama',
	title: 'Ollama',
	version: 'fb30760 (2026-08-21)',
	source:
		'ollama/ollama: model/parsers/gemma4.go at 8a0016f (2026-07-14), functiongemma.go at 9db4bdb (2026-05-29); ' +
		'read 2026-11-21',
	answer(pieces, dialect, tools) {
		if (dialect === 'functiongemma') {
			const parser = new OllamaFunctionGemma();
			for (const piece of pieces) parser.push(piece);
			return { calls: parser.calls, shown: parser.shown };
		}
		return dialect === 'gemma4' ? gemma4Answer(pieces.join(''), tools) : undefined;
	},
});

function gemma4Answer(text: string, tools: readonly KnownTool[] | undefined): EngineAnswer {
	const calls: FateCall[] = [];
	const orCalls: FateCall[] = [];
	let shown = '';
	let rest = text;
	while (rest !== '') {
		const { at, open, close } = [CHANNEL, CALL]
			.map(([open, close]) => ({ open, close, at: rest.indexOf(open) }))
			.filter((tag) => tag.at !== -1)
			.sort((a, b) => a.at - b.at)[0] ?? { at: -1, open: '', close: '' };
		if (at === -1) return { calls, orCalls, shown: shown + rest };
		shown += rest.slice(0, at).trimEnd();
		const inside = rest.slice(at + open.length);
		const end = inside.indexOf(close);
		const content = end === -1 ? inside : inside.slice(0, end);
		const { call, orCall = call } = open === CALL[0] ? readOllamaCall(content, tools) : {};
		if (call !== undefined) calls.push(call);
		if (orCall !== undefined) orCalls.push(orCall);
		if (end === -1) break;
		rest = inside.slice(end + close.length).trimStart();
		if (open === CALL[0]) rest = rest.replace(/^(?:\s*(?:<tool_call\|>|<\|tool_response>))*\s*/u, '');
	}
	return { calls, orCalls, shown };
}
