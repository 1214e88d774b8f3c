import type { Lang } from '../text/text.ts';

/** Said wherever results of the bundled miniature are shown. */
export const MINIATURE_NOTICE: Readonly<Record<Lang, string>> = {
	en: 'This is the bundled miniature, not Gemma: nothing here is a verdict about Gemma.',
	ko: '내장된 축소 모델이며 Gemma가 아닙니다. 여기 있는 어떤 내용도 Gemma에 대한 판정이 아닙니다.',
};
