import type { EngineAnswer, FateCall, KnownTool } from './engine-answer.ts';
import { type EngineFate, engineFate } from './fate.ts';
import { GrammarMismatch, readLlamaCppCall } from './llama-cpp-call.ts';

/**
 * llama.cpp's chat parser for Gemma 4: what its grammar does not match fails the request, what the end cut off counts as
 * far as it goes, and words behind a call or a stray `<channel|>` are lost. llama-server also decodes by this grammar
 * where tools are declared, so there the model could not have written most of what fails here. A thought needs no line
 * break behind its name, as its tests have it.
 */
export const llamaCpp: EngineFate = engineFate({
	engine: 'llama-cpp',
	title: 'llama.cpp',
	version: '3a10bf6 (2026)',
	source: 'ggml-org/llama.cpp: common/parsers/gemma4.cpp at 3a10bf6, common/chat.cpp in a copy; read 2026-11-21',
	// How its automatic parser reads FunctionGemma has not been read.
	answer: (pieces, dialect, tools) => (dialect === 'gemma4' ? gemma4Answer(pieces.join(''), tools) : undefined),
});

const OPEN = '<|tool_call>';
const MESSAGE_ENDS = /<\|channel>|<channel\|>|<\|tool_call>/u;

function gemma4Answer(text: string, tools: readonly KnownTool[] | undefined): EngineAnswer {
	const { shown, end } = messages(text);
	const at = text.indexOf(OPEN, end);
	if (at === -1) return { calls: [], shown };
	// Where none is declared, its parser has another form, which has not been read.
	const names = tools === undefined || tools.length === 0 ? undefined : tools.map(({ name }) => name);
	const calls: FateCall[] = [];
	try {
		for (let from = at; text.startsWith(OPEN, from); ) {
			const call = readLlamaCppCall(text, from + OPEN.length, names);
			if (call.name !== undefined) calls.push({ name: call.name, arguments: call.arguments });
			from = call.end;
		}
	} catch (error) {
		if (!(error instanceof GrammarMismatch)) throw error;
		// Further calls are optional in its grammar, the first is not.
		if (calls.length === 0) return { calls, shown, error: error.message };
	}
	return { calls, shown };
}

/** Thoughts and words in turn, up to what is neither. */
function messages(text: string): { readonly shown: string; readonly end: number } {
	let shown = '';
	let at = text.startsWith('<|turn>model\n') ? '<|turn>model\n'.length : 0;
	for (;;) {
		const [thought = ''] =
			/^(?:<\|channel>(?!thought))*<\|channel>thought.*?(?:<channel\|>|$)/su.exec(text.slice(at)) ?? [];
		const start = at + thought.length;
		if (thought === '' && text.startsWith('<|channel>', start)) return { shown, end: start };
		const length = text.slice(start).search(MESSAGE_ENDS);
		const end = length === -1 ? text.length : start + length;
		shown += text.slice(start, end);
		if (end === at || end === text.length) return { shown, end };
		at = end;
	}
}
