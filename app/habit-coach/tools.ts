import { z } from 'zod';
import type { HabitType } from '../../src/frame/candidates.ts';
import { validateFrameLevel } from '../../src/frame/validate.ts';
import type { ToolDefinition, ToolResult } from '../../src/tool/tool.ts';
import { type HabitDatabase, streakOf } from './database.ts';
import { habitTypeOf, PROTOCOL_CATEGORIES } from './protocol.ts';

/** Dependencies of the tools' handlers. */
interface HabitDeps {
	readonly database: HabitDatabase;
}

interface HabitTool<S extends z.ZodObject> {
	readonly name: string;
	/** For the model, in Korean. */
	readonly description: string;
	readonly schema: S;
	readonly destructive: boolean;
	handle(args: z.output<S>, deps: HabitDeps): ToolResult;
}

/** A tool whose handler has typed arguments. */
function habitTool<S extends z.ZodObject>({ handle, ...tool }: HabitTool<S>): ToolDefinition<HabitDeps> {
	return { ...tool, handler: (args, deps) => handle(tool.schema.parse(args), deps) };
}

/** Text for the database: NFC, trimmed, and without U+0000, where SQLite ends a text. */
function keptText(): z.ZodString {
	return z.string().overwrite((text) => text.replaceAll('\u0000', '').normalize('NFC').trim());
}

/** A call that breaks a rule of the app. `reason` is for people, in Korean. */
function ruleBroken(code: 'r3_quota' | 'r3_frame' | 'r7_entry' | 'not_found', reason: string): ToolResult {
	return { type: 'error', code, reason, kind: 'result_error' };
}

/** An unknown id; a model may write one of any length. */
function unknownId(what: string, id: string): ToolResult {
	return ruleBroken('not_found', `${what} 없습니다: ${id.length <= 40 ? id : `${id.slice(0, 40)}…`}`);
}

/** Limit of active habits per type (rule R3). */
const QUOTA: Readonly<Record<HabitType, number>> = { build: 3, break: 1 };

/** Makes a protocol a habit of the user. Checks, in order: not_found, r3_frame, r3_quota. */
const addHabit: ToolDefinition<HabitDeps> = habitTool({
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

/** Small models write an empty text for an omitted argument. */
function given<K extends string>(key: K, text: string = ''): { readonly [P in K]?: string } {
	return text === '' ? {} : ({ [key]: text } as { readonly [P in K]?: string });
}

/** The streak of a habit, archived or not; see {@link streakOf}. */
const getStreak: ToolDefinition<HabitDeps> = habitTool({
	name: 'get_streak',
	description: '습관을 며칠째 이어 가고 있는지 봅니다.',
	schema: z.object({ habit_id: z.string().max(100).describe('습관 id. 예: h1') }),
	destructive: false,
	handle({ habit_id }, { database }) {
		const habit = database.habit(habit_id);
		if (habit === undefined) return unknownId('그런 습관이', habit_id);
		const days = streakOf(database.daysDone(habit.id), database.today);
		return { type: 'ok', data: { id: habit.id, title: habit.title, days } };
	},
});

/** Active habits, oldest first. */
const listActiveHabits: ToolDefinition<HabitDeps> = habitTool({
	name: 'list_active_habits',
	description: '사용자가 지금 하고 있는 습관을 모두 봅니다.',
	schema: z.object({
		type: z.enum(['build', 'break']).optional().describe('build 만드는 습관, break 끊는 습관. 생략하면 둘 다'),
	}),
	destructive: false,
	handle({ type }, { database }) {
		const habits = database.activeHabits(type);
		return {
			type: 'ok',
			data: habits.map(({ id, title, type, framedText }) => ({ id, title, type, framed_text: framedText })),
		};
	},
});

/** Records a day of an active habit, today or earlier, once (rule R7). */
const logTrackerEntry: ToolDefinition<HabitDeps> = habitTool({
	name: 'log_tracker_entry',
	description: '습관을 했는지 하루치를 기록합니다. 사용자가 확인해야 실행됩니다.',
	schema: z.object({
		habit_id: z.string().max(100).describe('습관 id. 예: h1'),
		date: z.iso.date().optional().describe('YYYY-MM-DD. 생략하면 오늘'),
		value: z.enum(['done', 'blank']).describe('done 했음, blank 못 했음'),
	}),
	destructive: true,
	handle({ habit_id, date, value }, { database }) {
		const habit = database.habit(habit_id);
		if (habit === undefined) return unknownId('그런 습관이', habit_id);
		if (habit.status !== 'active') return ruleBroken('r7_entry', '지금 하고 있는 습관에만 기록할 수 있습니다');
		const day = date ?? database.today;
		if (day > database.today) return ruleBroken('r7_entry', `아직 오지 않은 날입니다: ${day}`);
		if (database.entry(habit_id, day) !== undefined) return ruleBroken('r7_entry', `이미 기록한 날입니다: ${day}`);
		database.addEntry({ habitId: habit_id, date: day, value });
		return { type: 'ok', data: { habit_id, title: habit.title, date: day, value } };
	},
});

/** The full record of a protocol. */
const queryProtocol: ToolDefinition<HabitDeps> = habitTool({
	name: 'query_protocol',
	description: '프로토콜 하나의 자세한 내용을 봅니다.',
	schema: z.object({ protocol_id: z.string().max(100).describe('프로토콜 id. 예: sleep-1') }),
	destructive: false,
	handle({ protocol_id }, { database }) {
		const protocol = database.protocol(protocol_id);
		return protocol === undefined ? unknownId('그런 프로토콜이', protocol_id) : { type: 'ok', data: { ...protocol } };
	},
});

/** Catalog rows: id, title and summary; an empty list if none match. */
const searchCatalog: ToolDefinition<HabitDeps> = habitTool({
	name: 'search_catalog',
	description: '습관 카탈로그에서 프로토콜을 찾습니다. 분야나 키워드로 좁힐 수 있습니다.',
	schema: z.object({
		category: z
			.enum(PROTOCOL_CATEGORIES)
			.optional()
			.describe(
				'분야. lightCircadian 빛과 생체 리듬, sleep 수면, movement 운동, nutrition 영양, focusCognition 집중, recoveryStress 회복과 스트레스, emotionRelationship 감정과 관계, breakHabit 나쁜 습관 끊기',
			),
		keyword: z.string().normalize('NFC').max(50).optional().describe('제목이나 설명에 든 낱말'),
		limit: z.int().min(1).max(10).default(10).describe('최대 개수. 1~10, 생략하면 10'),
	}),
	destructive: false,
	handle({ category, keyword = '', limit }, { database }) {
		const words = keyword.split(/\s+/).filter((word) => word !== '');
		const found = database.searchProtocols({ category, words, limit });
		return { type: 'ok', data: found.map(({ id, title, summary }) => ({ id, title, summary: summary.slice(0, 60) })) };
	},
});

/** The six tools in prompt order, read-only first. */
export const habitTools: readonly ToolDefinition<HabitDeps>[] = [
	searchCatalog,
	queryProtocol,
	listActiveHabits,
	getStreak,
	addHabit,
	logTrackerEntry,
];
