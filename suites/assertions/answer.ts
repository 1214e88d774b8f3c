import type { LoggedCall, Turn } from '../../src/index.ts';

/** What assertions are held against: the text as promptfoo's own providers give it, and the calls behind it. */
export interface Answer {
	/** What was said; where something was called, the calls as OpenAI's API writes them, as JSON. */
	readonly text: string;
	/** What code gets as `output`: the text, or the calls. */
	readonly output: string | readonly OpenaiCall[];
	readonly calls: readonly LoggedCall[];
}

interface OpenaiCall {
	readonly id: string;
	readonly type: 'function';
	readonly function: { readonly name: string; readonly arguments: string };
}

/** The model's one answer. */
export function answerOf({ calls, answer, prefix }: Pick<Turn, 'calls' | 'answer' | 'prefix'>): Answer {
	if (calls.length === 0) {
		const text = answer ?? prefix ?? '';
		return { text, output: text, calls };
	}
	const output = calls.map(({ id, name, arguments: args }) => ({
		id,
		type: 'function' as const,
		function: { name, arguments: JSON.stringify(args) },
	}));
	return { text: JSON.stringify(output), output, calls };
}
