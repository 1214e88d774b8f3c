import type { AnsweredCall } from '../../src/dialects/prompt/history.ts';
import type { ToolDeclaration } from '../../src/model/conversation.ts';

/** Whether the conversation is one with thoughts. */
export type FidelityMode = 'off' | 'on';

/** A conversation by which a template is compared with what gemmark sends. */
export interface FidelityPlan {
	readonly conversation: string;
	readonly system?: string;
	readonly calls: readonly AnsweredCall[];
}

/** What the user says, turn by turn. */
export const USER_TURNS = ['오늘 물을 두 잔 마셨어.', '고마워! 내일은?'] as const;
/** What the model thinks, thought by thought, where it may. */
export const THOUGHTS = ['물을 적어 달라는 말이다.', '적혔으니 알린다.'] as const;
/** What the model says in the end of each. */
export const ANSWER = '두 잔으로 적었어요.';
export const FIDELITY_TOOLS: readonly ToolDeclaration[] = [
	{
		name: 'log_water',
		description: '마신 물을 적는다',
		parameters: {
			type: 'object',
			properties: {
				cups: { type: 'integer', description: '잔' },
				note: { type: 'string' },
				kind: { type: 'string', enum: ['물', '차'] },
				tags: { type: 'array', items: { type: 'string' } },
				place: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
			},
			required: ['cups'],
		},
	},
	{ name: 'list_habits', description: '습관을 보인다', parameters: { type: 'object', properties: {} } },
];
const LOGGED: AnsweredCall = [
	'log_water',
	{ cups: 2, note: '"아침", 점심', place: { name: '집' }, tags: ['물', '더운'] },
	{ ok: true, data: { cups: [2, 0.5], left: false, note: '잘했어요' } },
];
// No number that JavaScript and Python print differently: the template is rendered by JavaScript here.
export const FIDELITY_PLANS: readonly FidelityPlan[] = [
	{ conversation: 'one call', system: '습관 코치입니다.\n', calls: [LOGGED] },
	{ conversation: 'two calls at once', calls: [LOGGED, ['list_habits', {}, { habits: [] }]] },
	// Python's None in templates before July 2026, and nothing where JavaScript renders those.
	{ conversation: 'null in an answer', calls: [['list_habits', {}, { habits: null }]] },
	{ conversation: 'talk', system: '습관 코치입니다.', calls: [] },
];
