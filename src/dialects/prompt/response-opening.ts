import { openThought } from '../conversation/thought-tokens.ts';
import type { Dialect } from '../dialect.ts';
import { type AnsweredCall, answerForms } from './answer-forms.ts';
import type { PromptRenderer } from './prompt-renderer.ts';

const SENTINEL = 'Rqz4';
const RESPONSE = { text: SENTINEL } as const;
const CALL = { id: 'call-0', name: 'f', arguments: {}, raw: '', repairs: [] } as const;
const ANSWERED: AnsweredCall = [CALL.name, CALL.arguments, RESPONSE];

/**
 * The thought that a template opens behind the responses of tools where the model may think: Gemma 4's own does since
 * 2026-07-09. Empty where it opens none, or takes no such conversation.
 */
export function responseOpening(
	renderer: Pick<PromptRenderer, 'renderChat'>,
	{ thinking, toolResponses }: Pick<Dialect, 'thinking' | 'toolResponses'>,
): string {
	if (thinking === undefined) return '';
	const own = behindSentinel(toolResponses([{ call: CALL, response: RESPONSE }]));
	for (const answered of answerForms([ANSWERED])) {
		const found = behindSentinel(rendered(renderer, [{ role: 'user', content: 'A' }, ...answered]));
		if (own !== '' && found.startsWith(own)) return openThought(found.slice(own.length), thinking);
	}
	return '';
}

/** Empty where the template refuses. */
function rendered(renderer: Pick<PromptRenderer, 'renderChat'>, messages: readonly object[]): string {
	try {
		return renderer.renderChat({ messages, tools: [], thinking: true });
	} catch {
		return '';
	}
}

function behindSentinel(text: string): string {
	const at = text.lastIndexOf(SENTINEL);
	return at === -1 ? '' : text.slice(at);
}
