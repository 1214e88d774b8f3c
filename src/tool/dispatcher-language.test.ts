import { describe, expect, it } from 'vitest';
import { setUpDispatcher } from '../testing/doubles/dispatcher-double.ts';
import { habit } from '../testing/doubles/session-double.ts';
import { mcpResponseToToolResult, normalizeMcpResponse } from './mcp-response.ts';

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
	])('says in English what is wrong with %s(%j)', async (tool, rawArgs, reason) => {
		const { dispatch } = setUpDispatcher({}, 'en');
		expect(await dispatch(tool, rawArgs, () => true)).toMatchObject({ reason });
	});

	it('says in English that a handler threw, or returned what is no JSON', async () => {
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
	it('says in English that a server failed', () => {
		const response = normalizeMcpResponse({ error: 'offline' }, 'search');
		expect(mcpResponseToToolResult(response, 'en')).toMatchObject({ reason: 'The tool reported an error: offline' });
	});
});
