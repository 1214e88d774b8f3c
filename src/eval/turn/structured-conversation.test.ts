import { describe, expect, it } from 'vitest';
import { emitFrameCandidatesTool } from '../../frame/emit-tool.ts';
import { FormatError } from '../../frame/format-error.ts';
import { GenerationTimeoutError, NoCallError } from '../../frame/structured-model.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { Conversation } from '../../model/conversation.ts';
import { ScriptedConversation, type ScriptedGeneration } from '../../testing/doubles/scripted-conversation.ts';
import { structuredConversation } from './structured-conversation.ts';

const ask = (conversation: Conversation): Promise<JsonObject> =>
	structuredConversation(() => conversation).generateStructured('묻는 말', emitFrameCandidatesTool, {
		signal: new AbortController().signal,
	});
const askScripted = (...generation: ScriptedGeneration): Promise<JsonObject> =>
	ask(new ScriptedConversation([generation]));

describe('structuredConversation', () => {
	it('gives the arguments of the first demanded call', async () => {
		const other = { call: 'other', arguments: { a: 1 } };
		const first = { call: 'emit_frame_candidates', arguments: { candidates: [] } };
		const second = { call: 'emit_frame_candidates', arguments: { candidates: [1] } };
		expect(await askScripted({ text: '네' }, other, first, second)).toEqual({ candidates: [] });
	});

	it('sends the prompt as the user’s words', async () => {
		const conversation = new ScriptedConversation([[{ call: 'emit_frame_candidates' }]]);
		await ask(conversation);
		expect(conversation.inputs).toEqual([{ type: 'user', text: '묻는 말' }]);
	});

	it('tells an answer without the call from a malformed one and a late one', async () => {
		await expect(askScripted({ text: '네' })).rejects.toThrow(NoCallError);
		await expect(askScripted({ malformed: 'call:', reason: 'unclosed' })).rejects.toThrow(FormatError);
		const late: Conversation = {
			async *sendChatTurn() {
				yield {
					type: 'end',
					finish: { unified: 'deadline', raw: 'deadline' },
					usage: {},
					timings: { source: 'wall-clock', totalMs: 1 },
				};
			},
		};
		await expect(ask(late)).rejects.toThrow(GenerationTimeoutError);
	});
});
