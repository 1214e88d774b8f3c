import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../model/generation.ts';
import { functiongemma } from './functiongemma.ts';

const callOf = (name: string, args: ToolCall['arguments']): ToolCall => ({
	id: 'call-0',
	name,
	arguments: args,
	raw: '',
	repairs: [],
});

/**
 * What the model's own template made of a conversation, as Google's notebooks print it. Source: google-gemini/gemma-cookbook
 * at e119e3d (2026-03-13): docs/functiongemma/full-function-calling-sequence-with-functiongemma.ipynb, and
 * FunctionGemma/...Mobile_Actions_with_Hugging_Face.ipynb, read 2026-11-22. The template itself stands behind a licence.
 */
describe("FunctionGemma's own template", () => {
	const read = (text: string) => {
		const parser = functiongemma.parser('strict');
		return [...parser.push(text), ...parser.end()];
	};

	it('writes a call, its answer and the words after it as the dialect does, all in one turn of the model', () => {
		const args = { location: 'Tokyo, Japan' };
		const call =
			'<start_function_call>call:get_current_weather{location:<escape>Tokyo, Japan<escape>}<end_function_call>';
		expect(functiongemma.writeCall?.('get_current_weather', args)).toBe(call);
		expect(read(call)).toContainEqual(
			expect.objectContaining({ type: 'call', name: 'get_current_weather', arguments: args, repairs: [] }),
		);
		const answered = { call: callOf('get_current_weather', args), response: { temperature: 15, weather: 'sunny' } };
		expect(functiongemma.toolResponses([answered])).toBe(
			'<start_function_response>response:get_current_weather{temperature:15,weather:<escape>sunny<escape>}<end_function_response>',
		);
	});

	it('orders arguments by name, and puts two calls side by side', () => {
		const title = 'Q4 Review Strategy Session';
		const datetime = '2025-11-26T15:00:00';
		const event = functiongemma.writeCall?.('create_calendar_event', { title, datetime });
		expect(event).toBe(
			`<start_function_call>call:create_calendar_event{datetime:<escape>${datetime}<escape>,title:<escape>${title}<escape>}<end_function_call>`,
		);
		const mail = '<start_function_call>call:send_email{to:<escape>elena@corpmail.com<escape>}<end_function_call>';
		const calls = read(`${event}${mail}<start_function_response>`).filter(({ type }) => type === 'call');
		expect(calls).toMatchObject([
			{ name: 'create_calendar_event', repairs: [] },
			{ name: 'send_email', repairs: [] },
		]);
	});

	it('opens and closes turns as the dialect does', () => {
		expect(functiongemma.nextUserTurn("Hey, what's the weather?")).toBe(
			"<end_of_turn>\n<start_of_turn>user\nHey, what's the weather?<end_of_turn>\n<start_of_turn>model\n",
		);
		expect(functiongemma.stops).toEqual(['<end_of_turn>', '<start_function_response>']);
	});
});
