import type { JsonObject } from '../../json/json-value.ts';

/** A call and what its tool answered. */
export type AnsweredCall = readonly [name: string, args: JsonObject, response: JsonObject];

/** Templates differ in where they expect the answers of tools: the model's calls with their answers, in each form. */
export function answerForms(calls: readonly AnsweredCall[]): readonly (readonly JsonObject[])[] {
	const made = calls.map(([name, args], index) => ({
		id: `call-${index}`,
		type: 'function',
		function: { name, arguments: args },
	}));
	const assistant = { role: 'assistant', content: '', tool_calls: made };
	const responses = calls.map(([name, , response]) => ({ name, response }));
	const tool = (content: (index: number) => JsonObject | readonly JsonObject[]): readonly JsonObject[] => [
		assistant,
		...calls.map(([name], index) => ({ role: 'tool', name, tool_call_id: `call-${index}`, content: content(index) })),
	];
	return [
		[{ ...assistant, tool_responses: responses }],
		tool((index) => responses[index] ?? {}),
		tool((index) => calls[index]?.[2] ?? {}),
		[assistant, { role: 'tool', content: responses }],
	];
}
