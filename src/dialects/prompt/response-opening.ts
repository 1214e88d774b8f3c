import type { HistoryMessage } from '../../model/conversation.ts';
import { openThought } from '../conversation/thought-tokens.ts';
import type { Dialect } from '../dialect.ts';
import type { PromptRenderer } from './prompt-renderer.ts';

const RESPONSE = 'Rqz4';
const CALL = { id: 'call-0', name: 'f', arguments: {} } as const;
const ANSWERED: readonly HistoryMessage[] = [
	{ role: 'user', content: 'A' },
	{
		role: 'assistant',
		content: '',
		tool_calls: [{ id: CALL.id, type: 'function', function: { name: CALL.name, arguments: CALL.arguments } }],
	},
	{ role: 'tool', tool_call_id: CALL.id, name: CALL.name, content: { text: RESPONSE } },
];

/**
 * The thought that a template opens behind the responses of tools where the model may think: Gemma 4's own does since
 * 2026-07-09. Empty where it opens none, or takes no such conversation.
 */
export function responseOpening(
	renderer: Pick<PromptRenderer, 'renderChat'>,
	{ thinking, toolResponses }: Pick<Dialect, 'thinking' | 'toolResponses'>,
): string {
	if (thinking === undefined) return '';
	const own = toolResponses([{ call: { ...CALL, raw: '', repairs: [] }, response: { text: RESPONSE } }]);
	let rendered: string;
	try {
		rendered = renderer.renderChat({ messages: ANSWERED, tools: [], thinking: true });
	} catch {
		return '';
	}
	const [expected, found] = [own, rendered].map((text) => text.slice(text.lastIndexOf(RESPONSE)));
	return expected !== undefined && found?.startsWith(expected)
		? openThought(found.slice(expected.length), thinking)
		: '';
}
