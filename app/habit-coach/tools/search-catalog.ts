import { z } from 'zod';
import type { ToolDefinition } from '../../../src/index.ts';
import { PROTOCOL_CATEGORIES } from '../protocol.ts';
import { type HabitDeps, habitTool } from './habit-tool.ts';

/** Rows of the catalog: id, title and summary. Nothing found is an empty list, not an error. */
export const searchCatalog: ToolDefinition<HabitDeps> = habitTool({
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
		const found = database.searchProtocols({ ...(category === undefined ? {} : { category }), words, limit });
		return { type: 'ok', data: found.map(({ id, title, summary }) => ({ id, title, summary: summary.slice(0, 60) })) };
	},
});
