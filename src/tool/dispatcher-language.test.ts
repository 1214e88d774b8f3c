import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { setUpDispatcher } from '../testing/doubles/dispatcher-double.ts';
import { habit } from '../testing/doubles/session-double.ts';
import { ToolRegistry } from './declaration.ts';
import { ToolDispatcher } from './dispatcher.ts';
import { mcpResponseToToolResult, normalizeMcpResponse } from './mcp-response.ts';
import { defineTool } from './tool.ts';

describe('ToolDispatcher with a language', () => {
	it.each<[string, unknown, string]>([
		['foo', {}, 'Unknown tool: foo'],
		['add_habit', [], 'Invalid arguments: expected an object, received array'],
		[
			'add_habit',
			{ ...habit, protocol_id: 123 },
			'Invalid arguments: protocol_id: Invalid input: expected string, received number',
		],
		['search_catalog', { limit: 11 }, 'Invalid arguments: limit: Too big: expected number to be <=10'],
		[
			'add_habit',
			{},
			'Invalid arguments: protocol_id: a required argument is missing; ' +
				'frame_level: Invalid option: expected one of "L2"|"L3"; framed_text: a required argument is missing',
		],
	])('reports problems of %s(%j) in English', async (tool, rawArgs, reason) => {
		const { dispatch } = setUpDispatcher({}, 'en');
		expect(await dispatch(tool, rawArgs, () => true)).toMatchObject({ reason });
	});

	const text = z.string();
	it.each<[string, z.ZodType, unknown, string, string]>([
		[
			'fits none of several types',
			z.union([text, z.null()]),
			3,
			'문자열 값이어야 합니다 (받은 값: 숫자) 또는 null 값이어야 합니다 (받은 값: 숫자)',
			'Invalid input: expected string, received number, or Invalid input: expected null, received number',
		],
		['is missing', z.union([text, z.null()]), undefined, '필수 인자가 없습니다', 'a required argument is missing'],
		[
			'is none of values of several types',
			z.fromJSONSchema({ enum: [1, 'a', null] }),
			2,
			'다음 중 하나여야 합니다: 1, a, null',
			'expected one of 1, a, null',
		],
		[
			'has not the one length',
			text.length(3),
			'ab',
			'정확히 3자여야 합니다',
			'Too small: expected string to have exactly 3 characters',
		],
		[
			'has not the one length that its JSON Schema writes as two',
			z.fromJSONSchema({ type: ['string', 'null'], minLength: 3, maxLength: 3 }),
			'ab',
			'정확히 3자여야 합니다',
			'Too small: expected string to have exactly 3 characters',
		],
		[
			'has not the one number of items',
			z.array(text).min(2).max(2),
			['a', 'b', 'c'],
			'정확히 2개여야 합니다',
			'Too big: expected array to have exactly 2 items',
		],
		[
			'is no number that could be made of it',
			z.coerce.number(),
			'abc',
			'숫자 값이어야 합니다 (받은 값: NaN)',
			'Invalid input: expected number, received NaN',
		],
	])('describes what an argument must be that %s', async (_, schema, q, korean, english) => {
		const tool = defineTool({
			name: 'find',
			description: '',
			schema: z.object({ q: schema }),
			handler: () => ({ type: 'ok', data: 1 }),
		});
		for (const [language, reason] of [
			['ko', `인자 오류: q: ${korean}`],
			['en', `Invalid arguments: q: ${english}`],
		] as const) {
			const dispatcher = new ToolDispatcher(new ToolRegistry([tool]), { language });
			const rawArgs = q === undefined ? {} : { q };
			expect(await dispatcher.dispatch({ toolName: 'find', rawArgs, deps: undefined })).toMatchObject({ reason });
		}
	});

	it('reports errors of a handler in English', async () => {
		const { dispatch } = setUpDispatcher(
			{
				add_habit: () => ({ type: 'ok', data: (() => 1) as never }),
				search_catalog: () => {
					throw new RangeError('secret');
				},
			},
			'en',
		);
		expect(await dispatch('search_catalog', {})).toMatchObject({ reason: 'The tool failed: RangeError' });
		expect(await dispatch('add_habit', habit, () => true)).toMatchObject({
			reason: 'The tool failed: its result cannot be written as JSON',
		});
	});
});

describe('mcpResponseToToolResult with a language', () => {
	it('reports errors of a server in English', () => {
		const response = normalizeMcpResponse({ error: 'offline' }, 'search');
		expect(mcpResponseToToolResult(response, 'en')).toMatchObject({ reason: 'The tool reported an error: offline' });
	});
});
