import { z } from 'zod';
import { type HabitType, type ToolDefinition, validateFrameLevel } from '../../../src/index.ts';
import { habitTypeOf } from '../protocol.ts';
import { type HabitDeps, habitTool, keptText, ruleBroken, unknownId } from './habit-tool.ts';

/** Active habits at most, per type (rule R3). */
const QUOTA: Readonly<Record<HabitType, number>> = { build: 3, break: 1 };

/** Makes a protocol a habit of the user's. Rules in this order: not_found, r3_frame, r3_quota. */
export const addHabit: ToolDefinition<HabitDeps> = habitTool({
	name: 'add_habit',
	description: '프로토콜을 사용자의 습관으로 추가합니다. 사용자가 확인해야 실행됩니다.',
	schema: z.object({
		protocol_id: z.string().max(100).describe('프로토콜 id. 예: sleep-1'),
		frame_level: z.enum(['L2', 'L3']).describe('L2 조건부 긍정(~하면 ~한다), L3 정체성(나는 ~하는 사람이다)'),
		framed_text: keptText().min(1).max(200).describe('습관 문장. 200자 이하, 피하거나 부정하는 말 없이'),
		anchor_when: keptText().max(100).optional().describe('언제 하는지. 예: 밤 열 시'),
		anchor_after_what: keptText().max(100).optional().describe('무엇을 하고 나서 하는지. 예: 아침 양치'),
		dose_text: keptText().max(100).optional().describe('한 번에 얼마나 하는지. 예: 10분'),
	}),
	destructive: true,
	handle({ protocol_id, frame_level, framed_text, anchor_when, anchor_after_what, dose_text }, { database }) {
		const protocol = database.protocol(protocol_id);
		if (protocol === undefined) return unknownId('그런 프로토콜이', protocol_id);
		if (validateFrameLevel({ level: frame_level, framedText: framed_text }).status === 'error') {
			return ruleBroken('r3_frame', '피하거나 부정하는 말 없이, 하려는 행동을 긍정문으로 써 주세요');
		}
		const type = habitTypeOf(protocol.category);
		if (database.activeHabits(type).length >= QUOTA[type]) {
			const kind = type === 'build' ? '만드는' : '끊는';
			return ruleBroken('r3_quota', `${kind} 습관은 한 번에 ${QUOTA[type]}개까지 할 수 있습니다`);
		}
		const { id, title } = database.addHabit({
			protocol,
			frameLevel: frame_level,
			framedText: framed_text,
			...given('anchorWhen', anchor_when),
			...given('anchorAfterWhat', anchor_after_what),
			...given('doseText', dose_text),
		});
		return { type: 'ok', data: { id, title, type, frame_level, framed_text } };
	},
});

/** Small models write an empty text for what they leave out. */
function given<K extends string>(key: K, text: string = ''): { readonly [P in K]?: string } {
	return text === '' ? {} : ({ [key]: text } as { readonly [P in K]?: string });
}
