import type { Lang } from '../text/text.ts';

/** Shown with all results of the bundled miniature. */
export const MINIATURE_NOTICE: Readonly<Record<Lang, string>> = {
	en: 'This is the bundled miniature, not Gemma: these results say nothing about Gemma.',
	ko: '내장된 축소 모델이며 Gemma가 아닙니다. 이 결과로는 Gemma를 판단할 수 없습니다.',
};
