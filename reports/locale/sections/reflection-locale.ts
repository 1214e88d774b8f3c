import { counted } from '../../../src/base/message.ts';
import { flippedIds } from '../../../src/eval/summary/arms/flips-text.ts';
import { rateCounts } from '../../../src/eval/summary/rate-text.ts';
import type { ScoreFlips } from '../../../src/summary/flips.ts';
import { localized } from '../../../src/text/text.ts';
import type { Lang } from '../locale.ts';
import { mcnemarIn } from '../mcnemar-locale.ts';

/** Sentences of what reflection on failed calls changes. */
export interface ReflectionLocale {
	readonly title: (suite: string, arm: string, miniature: boolean) => string;
	readonly score: (said: ReflectedScore) => string;
	/** Of samples. */
	readonly reflected: (count: number) => string;
}

interface ReflectedScore {
	readonly title: string;
	/** Such as `3/12`. */
	readonly without: string;
	readonly reflected: string;
	/** Counts, with ids behind them where there are some. */
	readonly gained: string;
	readonly lost: string;
	/** McNemar's, or why there is none. */
	readonly test: string;
}

/** What reflection changes in one score. */
export function reflectedScore(flips: ScoreFlips, lang: Lang): string {
	const { declaration, first, second, gained, lost } = flips;
	return reflectionLocale[lang].score({
		title: localized(declaration.title, lang),
		without: rateCounts(first),
		reflected: rateCounts(second),
		gained: flippedIds(gained),
		lost: flippedIds(lost),
		test: mcnemarIn(flips, lang),
	});
}

export const reflectionLocale: Readonly<Record<Lang, ReflectionLocale>> = {
	en: {
		title: (suite, arm, miniature) =>
			`What reflection on failed calls changes (${suite}, ${arm}${miniature ? '; of the miniature, not Gemma' : ''}):`,
		score: ({ title, without, reflected, gained, lost, test }) =>
			`${title}: ${without} without, ${reflected} with; gained ${gained}, lost ${lost}; ${test}.`,
		reflected: (count) => `Reflected on in ${counted(count, 'sample')}.`,
	},
	ko: {
		title: (suite, arm, miniature) =>
			`실패한 호출을 리플렉션하면 달라지는 점 (${suite}, ${arm}${miniature ? ', Gemma가 아닌 축소 모델의 결과' : ''}):`,
		score: ({ title, without, reflected, gained, lost, test }) =>
			`${title}: 없으면 ${without}, 있으면 ${reflected}. 좋아짐 ${gained}, 나빠짐 ${lost}. ${test}.`,
		reflected: (count) => `리플렉션을 보낸 샘플: ${count}건`,
	},
};
