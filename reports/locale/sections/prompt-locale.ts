import type { LintFinding } from '../../../src/lint/subject.ts';

/** Words around what the model's chat template made of the app's prompt; each finding brings its own in both languages. */
export interface PromptLocale {
	readonly lead: string;
	readonly columns: readonly [level: string, where: string, finding: string];
	readonly levels: Readonly<Record<LintFinding['level'], string>>;
}

export const promptEn: PromptLocale = {
	lead: "What the model's chat template made of the app's prompt (gemmark lint).",
	columns: ['Weight', 'Where', 'Finding'],
	levels: { error: 'error', warning: 'warning', note: 'note' },
};

export const promptKo: PromptLocale = {
	lead: '앱의 프롬프트가 모델의 채팅 템플릿을 거치며 어떻게 바뀌는지 보여 줍니다(gemmark lint).',
	columns: ['심각도', '위치', '내용'],
	levels: { error: '오류', warning: '경고', note: '참고' },
};
