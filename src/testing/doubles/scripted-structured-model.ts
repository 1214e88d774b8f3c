import type { JsonObject } from '../../base/json.ts';
import type { FramePattern, SuggestFrameInput } from '../../frame/candidates.ts';
import type { StructuredModel, SuggestOptions } from '../../frame/suggest.ts';

export const framePatterns: readonly FramePattern[] = [
	{
		id: 'break-03',
		title: '퇴근 후 술',
		habitType: 'break',
		keywords: ['술'],
		levelL0Example: '술을 끊는다',
		levelL2Example: '술 생각이 나면 탄산수를 마신다',
		levelL3Example: '나는 맑은 정신으로 잠드는 사람이다',
	},
];
export const frameWish: SuggestFrameInput = { rawText: '술 끊고 싶어', habitType: 'break' };
export const threeFrames: JsonObject = {
	candidates: [
		{ level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' },
		{ level: 'L2', framed_text: '퇴근 후에 십 분 걷는다' },
		{ level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다' },
	],
};

/** A structured model with given answers; keeps its prompts. */
export class ScriptedStructuredModel implements StructuredModel {
	readonly prompts: string[] = [];
	readonly #answer: () => JsonObject | Promise<JsonObject>;

	constructor(answer: () => JsonObject | Promise<JsonObject>) {
		this.#answer = answer;
	}

	async generateStructured(prompt: string): Promise<JsonObject> {
		this.prompts.push(prompt);
		return this.#answer();
	}
}

export function failingModel(error: unknown): ScriptedStructuredModel {
	return new ScriptedStructuredModel(() => {
		throw error;
	});
}

export function suggestOptions(llm: StructuredModel, more: Partial<SuggestOptions> = {}): SuggestOptions {
	return { llm, framePatterns, ...more };
}
