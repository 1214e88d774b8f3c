import type { JsonObject } from '../../src/base/json.ts';
import type { Sample, Transcript } from '../../src/eval/sample.ts';
import type { ToolCall } from '../../src/model/generation.ts';

/** A turn that no model took, to try scorers on: the model answers at once, in two words. */
export function answerTurn({ input }: Sample, state: JsonObject): Transcript {
	return {
		messages: [
			{ role: 'user', text: input },
			{ role: 'model', text: ANSWER },
		],
		generations: [
			{
				pieces: [ANSWER],
				events: [{ type: 'text', text: ANSWER }],
				finish: { unified: 'stop', raw: 'made up' },
				usage: {},
			},
		],
		facts: { before: state, after: state },
	};
}

/** The model calls a tool without arguments, and answers when it was told that this is done. */
export function callTurn(sample: Sample, tool: string, state: JsonObject): Transcript {
	const call: ToolCall = { id: 'call-0', name: tool, arguments: {}, raw: `${tool}()`, repairs: [] };
	const { messages: [question, ...answer] = [], generations, facts } = answerTurn(sample, state);
	return {
		messages: [
			...(question === undefined ? [] : [question]),
			{ role: 'tool-call', call, result: { type: 'ok', data: {} } },
			...answer,
		],
		generations: [
			{
				pieces: [call.raw],
				events: [{ type: 'call', call }],
				finish: { unified: 'tool-call', raw: 'made up' },
				usage: {},
			},
			...generations,
		],
		facts,
	};
}

const ANSWER = 'All done.';
