import { expect, it } from 'vitest';
import { toolResultToJson } from './result.ts';

it.each([
	[{ type: 'ok', data: [1] } as const, { ok: true, data: [1] }],
	[
		{ type: 'error', code: 'r7_entry', reason: '이미 기록했습니다', kind: 'result_error' } as const,
		{ ok: false, code: 'r7_entry', reason: '이미 기록했습니다' },
	],
	[
		{ type: 'error', code: 'mcp_timeout', reason: '늦음', kind: 'exception', server: 'weather' } as const,
		{ error: '늦음', status: 'failed', tool_name: 'forecast', type: 'exception' },
	],
	[{ type: 'cancelled' } as const, { ok: false, cancelled: true }],
])('the model reads %j as %j', (result, json) => {
	expect(toolResultToJson(result, 'forecast')).toEqual(json);
});
