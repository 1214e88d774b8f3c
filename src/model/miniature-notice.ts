import type { Lang } from '../text/text.ts';

/** Shown with all results of the bundled miniature. */
export const MINIATURE_NOTICE: Readonly<Record<Lang, string>> = {
	en: 'This is the bundled miniature, not Gemma: these results say nothing about Gemma.',
	ko: '내장 테스트 모델의 결과이며, Gemma의 성능과 무관합니다.',
};

/** Shown once per run of another app than the bundled one: the miniature calls no tools but those it was trained on. */
export const MINIATURE_TOOLS: Readonly<Record<Lang, string>> = {
	en: "It calls only the habit coach's tools. Evaluate your app with your model: --model path/to/model.gguf, or --model hf:user/repo:Q4_0",
	ko: '내장 습관 코치의 도구만 호출합니다. 앱은 앱의 모델로 평가하세요: --model path/to/model.gguf 또는 --model hf:user/repo:Q4_0',
};
