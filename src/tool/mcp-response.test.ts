import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mcpResponseToToolResult, normalizeMcpResponse } from './mcp-response.ts';

const text = { type: 'text', text: '맑음' };
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
const resource = { type: 'resource', resource: { uri: 'file:///a.md', mimeType: 'text/markdown', text: '# a' } };

describe('normalizeMcpResponse', () => {
	it.each([
		['null', null],
		['undefined', undefined],
		['a string', 'ok'],
		['a number', 7],
		['an array', [text]],
		['a function', () => 1],
		['a bigint inside', { content: 1n }],
		['a JSON-RPC response without result and error', { jsonrpc: '2.0', id: 1 }],
	])('non-object response: %s is -32602', (_, response) => {
		expect(normalizeMcpResponse(response, 'weather')).toEqual({
			jsonrpc: '2.0',
			id: expect.anything(),
			success: false,
			error: { code: -32602, message: 'Invalid response from weather' },
		});
	});

	it.each([
		['a string', { error: 'no such city' }, { message: 'no such city', data: 'no such city' }],
		['true', { error: true }, { message: 'Tool execution failed: weather', data: true }],
		['null', { error: null }, { message: 'Tool execution failed: weather', data: null }],
		['false', { error: false }, { message: 'Tool execution failed: weather', data: false }],
		['a blank text', { error: ' ' }, { message: 'Tool execution failed: weather', data: ' ' }],
		[
			'an object with a blank message',
			{ error: { message: '' } },
			{ message: 'Tool execution failed: weather', data: { message: '' } },
		],
		['an object', { error: { why: 'x' } }, { message: 'Tool execution failed: weather', data: { why: 'x' } }],
	])('error !== undefined: %s is -32603', (_, response, error) => {
		expect(normalizeMcpResponse(response, 'weather')).toEqual({
			jsonrpc: '2.0',
			id: 'unknown',
			success: false,
			error: { code: -32603, ...error },
		});
	});

	it('isError === true: -32603 with the message of the contents', () => {
		expect(normalizeMcpResponse({ isError: true, content: [text] }, 'weather')).toMatchObject({
			success: false,
			error: { code: -32603, message: '맑음', data: [text] },
		});
		expect(normalizeMcpResponse({ isError: true }, 'weather')).toMatchObject({
			error: { code: -32603, message: 'Tool execution failed: weather' },
		});
	});

	it.each<[string, object, string]>([
		['structured content with a message', { content: [], structuredContent: { code: 'E1', message: 'bad' } }, 'bad'],
		['structured content with an error', { structuredContent: { error: { message: 'quota' } } }, 'quota'],
		['structured content alone', { content: null, structuredContent: { code: 'E1' } }, '{"code":"E1"}'],
		['an embedded text', { content: [resource], structuredContent: { message: 'bad' } }, '# a'],
		['a text beside it', { content: [text], structuredContent: { message: 'bad' } }, '맑음'],
	])('isError === true: the message is in %s', (_, said, message) => {
		expect(normalizeMcpResponse({ isError: true, ...said }, 'weather')).toMatchObject({ error: { message } });
	});

	it.each([false, 'true', 1])('isError %j is no error', (isError) => {
		expect(normalizeMcpResponse({ isError, content: [text] }, 'weather')).toMatchObject({ success: true });
	});

	it('JSON-RPC error object: keeps id, code, message and data', () => {
		const response = { jsonrpc: '2.0', id: 7, error: { code: -32601, message: 'Method not found', data: { m: 'x' } } };
		expect(normalizeMcpResponse(response, 'weather')).toEqual({
			jsonrpc: '2.0',
			id: 7,
			success: false,
			error: { code: -32601, message: 'Method not found', data: { m: 'x' } },
		});
	});

	it('a JSON-RPC result that is an MCP error is an error', () => {
		const response = { jsonrpc: '2.0', id: 'a', result: { isError: true, content: [text] } };
		expect(normalizeMcpResponse(response, 'weather')).toMatchObject({
			id: 'a',
			success: false,
			error: { message: '맑음' },
		});
	});

	it.each([
		['success with a result', { success: true, result: '맑음' }, { content: [text] }],
		['success with a null error', { success: true, result: '맑음', error: null }, { content: [text] }],
		['success with an object', { success: true, result: { t: 21 } }, { content: [], structuredContent: { t: 21 } }],
		['success with null', { success: true, result: null }, { content: [] }],
	])('legacy {success, result, error}: %s', (_, response, result) => {
		expect(normalizeMcpResponse(response, 'weather')).toEqual({ jsonrpc: '2.0', id: 'unknown', success: true, result });
	});

	it.each([
		['with an error', { success: false, error: 'offline' }, 'offline'],
		['without one', { success: false, result: null }, 'Tool execution failed: weather'],
	])('legacy {success: false} %s is -32603', (_, response, message) => {
		expect(normalizeMcpResponse(response, 'weather')).toMatchObject({
			success: false,
			error: { code: -32603, message },
		});
	});

	it('an object of the tool with its own success field is the result', () => {
		expect(normalizeMcpResponse({ success: true, id: 3, rows: [1] }, 'weather')).toMatchObject({
			success: true,
			id: 3,
			result: { structuredContent: { success: true, id: 3, rows: [1] } },
		});
	});

	it('content types: text, image and resource contents survive', () => {
		const response = { jsonrpc: '2.0', id: 1, result: { content: [text, image, resource] } };
		expect(normalizeMcpResponse(response, 'weather')).toEqual({
			jsonrpc: '2.0',
			id: 1,
			success: true,
			result: { content: [text, image, resource] },
		});
	});

	it('gives the JSON-RPC shape for any input', () => {
		fc.assert(
			fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (response) => {
				const normal = normalizeMcpResponse(response, 'weather');
				expect(normal.jsonrpc).toBe('2.0');
				expect(['string', 'number']).toContain(typeof normal.id);
				expect(['ok', 'error']).toContain(mcpResponseToToolResult(normal).type);
			}),
		);
		const hostile = JSON.parse('{"__proto__":{"isError":true},"content":"맑음"}');
		expect(normalizeMcpResponse(hostile, 'weather')).toMatchObject({ success: true, result: { content: [text] } });
	});
});

describe('mcpResponseToToolResult', () => {
	const toResult = (response: unknown) => mcpResponseToToolResult(normalizeMcpResponse(response, 'weather'));

	it('formatMCPResponseForChat: an error is a result_error', () => {
		expect(toResult({ error: 'offline' })).toEqual({
			type: 'error',
			code: 'mcp_error',
			reason: '도구 오류: offline',
			kind: 'result_error',
		});
	});

	it('a long error message of a server is cut', () => {
		expect(JSON.stringify(toResult({ error: 'x'.repeat(100_000) })).length).toBeLessThan(2_200);
	});

	it('texts become one string', () => {
		expect(toResult({ content: [text, { type: 'text', text: '21도' }] })).toEqual({ type: 'ok', data: '맑음\n21도' });
	});

	it.each([
		['its JSON, spaced and ordered otherwise', ['{ "unit": "C", "t": 21 }'], { t: 21, unit: 'C' }],
		['its one value', ['21'], { result: 21 }],
		['the words of its one value', ['맑음'], { result: '맑음' }],
		['a text for each row', ['{"t":21}', '{"t":22}'], { result: [{ t: 21 }, { t: 22 }] }],
		['its JSON in NFD', ['{"city":"서울"}'.normalize('NFD')], { city: '서울' }],
		['nothing', [''], { t: 21 }],
	])('structured content replaces texts that repeat it: %s', (_, texts, structuredContent) => {
		expect(toResult({ content: texts.map((said) => ({ type: 'text', text: said })), structuredContent })).toEqual({
			type: 'ok',
			data: structuredContent,
		});
	});

	it('content and structured content may be null', () => {
		expect(toResult({ content: [text], structuredContent: null })).toEqual({ type: 'ok', data: '맑음' });
		expect(toResult({ content: null, structuredContent: { t: 21 } })).toEqual({ type: 'ok', data: { t: 21 } });
		expect(toResult({ isError: true, content: null })).toMatchObject({
			reason: '도구 오류: Tool execution failed: weather',
		});
	});

	it('another text is kept next to the structured content', () => {
		const said = { content: [text], structuredContent: { t: 21 } };
		expect(toResult(said)).toEqual({ type: 'ok', data: said });
	});

	it('formatMCPResponseForChat: images and resources are kept next to the text', () => {
		expect(toResult({ content: [text, image, resource] })).toEqual({
			type: 'ok',
			data: { content: [text, image, resource] },
		});
	});
});
