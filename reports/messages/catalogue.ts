import { english, remedyOf, type Said, say } from '../../src/base/message.ts';
import type { Lang } from '../../src/text/text.ts';
import { coreKo } from './core-ko.ts';
import { answerEn } from './en/answer.ts';
import { comparisonEn } from './en/comparison.ts';
import { labelEn } from './en/label.ts';
import { pictureEn } from './en/picture.ts';
import { reportEn } from './en/report.ts';
import { sectionsEn } from './en/sections.ts';
import { sustainedEn } from './en/sustained.ts';
import { sweepEn } from './en/sweep.ts';
import { terminalEn } from './en/terminal.ts';
import { termsEn } from './en/terms.ts';
import { answerKo } from './ko/answer.ts';
import { comparisonKo } from './ko/comparison.ts';
import { labelKo } from './ko/label.ts';
import { pictureKo } from './ko/picture.ts';
import { reportKo } from './ko/report.ts';
import { sectionsKo } from './ko/sections.ts';
import { sustainedKo } from './ko/sustained.ts';
import { sweepKo } from './ko/sweep.ts';
import { terminalKo } from './ko/terminal.ts';
import { termsKo } from './ko/terms.ts';

export type { Lang };

/** Every word of reports in one language; `say` gives what the core reports in it. English is the type: a word that another language lacks does not compile. */
export type Locale = {
	readonly lang: Lang;
	readonly say: (said: Said) => string;
	readonly remedyOf: (said: Said) => string | undefined;
} & typeof reportEn &
	typeof labelEn &
	typeof pictureEn &
	typeof sectionsEn &
	typeof comparisonEn &
	typeof sustainedEn &
	typeof sweepEn &
	typeof answerEn &
	typeof terminalEn &
	typeof termsEn;

const LOCALES: Readonly<Record<Lang, Locale>> = {
	en: {
		lang: 'en',
		say: english,
		remedyOf: (said) => remedyOf(said),
		...reportEn,
		...labelEn,
		...pictureEn,
		...sectionsEn,
		...comparisonEn,
		...sustainedEn,
		...sweepEn,
		...answerEn,
		...terminalEn,
		...termsEn,
	},
	ko: {
		lang: 'ko',
		say: (said) => say(said, coreKo),
		remedyOf: (said) => remedyOf(said, coreKo),
		...reportKo,
		...labelKo,
		...pictureKo,
		...sectionsKo,
		...comparisonKo,
		...sustainedKo,
		...sweepKo,
		...answerKo,
		...terminalKo,
		...termsKo,
	},
};

export function localeOf(lang: Lang): Locale {
	return LOCALES[lang];
}
