import { FormatError } from '../../frame/format-error.ts';
import { GenerationTimeoutError, NoCallError, type StructuredModel } from '../../frame/structured-model.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { Conversation, ToolDeclaration } from '../../model/conversation.ts';

/**
 * Asks for structured answers by function call: every prompt opens its own conversation, which declares the tool.
 * An answer throws {@link GenerationTimeoutError} past its deadline, FormatError for a malformed call and NoCallError without one.
 */
export function structuredConversation(open: (tool: ToolDeclaration) => Conversation): StructuredModel {
	return {
		async generateStructured(prompt, tool, { signal }) {
			let answer: JsonObject | undefined;
			let malformed: string | undefined;
			let late = false;
			for await (const event of open(tool).sendChatTurn({ type: 'user', text: prompt }, { signal })) {
				if (event.type === 'call' && event.call.name === tool.name) answer ??= event.call.arguments;
				if (event.type === 'malformed') malformed ??= event.reason;
				if (event.type === 'end') late = event.finish.unified === 'deadline';
			}
			if (answer !== undefined) return answer;
			if (late) throw new GenerationTimeoutError('the generation passed its deadline');
			if (malformed !== undefined) throw new FormatError(`malformed call: ${malformed}`);
			throw new NoCallError();
		},
	};
}
