import { z } from 'zod';
import type { ToolDefinition } from '../../../src/index.ts';
import { type HabitDeps, habitTool, unknownId } from './habit-tool.ts';

/** The full record of one protocol. */
export const queryProtocol: ToolDefinition<HabitDeps> = habitTool({
	name: 'query_protocol',
	description: '프로토콜 하나의 자세한 내용을 봅니다.',
	schema: z.object({ protocol_id: z.string().max(100).describe('프로토콜 id. 예: sleep-1') }),
	destructive: false,
	handle({ protocol_id }, { database }) {
		const protocol = database.protocol(protocol_id);
		return protocol === undefined ? unknownId('그런 프로토콜이', protocol_id) : { type: 'ok', data: { ...protocol } };
	},
});
