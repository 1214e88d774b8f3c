import { counted } from '../../../src/base/message.ts';
import type { GateLine, GateResult } from '../../../src/summary/gate/gate.ts';
import type { Lang } from '../locale.ts';

/** Words of what a gate came to. */
export interface GateLocale {
	readonly title: (word: 'passed' | 'failed' | 'undecided') => string;
	readonly lead: (counts: { readonly rules: number; readonly held: number }) => string;
	readonly columns: readonly [metric: string, wanted: string, found: string, result: string];
	readonly notMeasured: string;
	readonly baseline: string;
	/** What it was held against, and what of that was allowed to differ. */
	readonly against: (name: string, startedAt: string | undefined, allowed: readonly string[]) => string;
	/** Of a run that people labelled. */
	readonly labelled: string;
	readonly results: Readonly<Record<GateLine['status'], string>>;
}

export const gateLocale: Readonly<Record<Lang, GateLocale>> = {
	en: {
		title: (word) => `Gate: ${word}`,
		lead: ({ rules, held }) => `${held} of ${counted(rules, 'rule')} held.`,
		columns: ['metric', 'wanted', 'found', 'result'],
		notMeasured: 'not measured',
		baseline: 'baseline',
		against: (name, startedAt, allowed) =>
			`Held against ${name}${startedAt === undefined ? '' : ` of ${startedAt}`}${allowed.length === 0 ? '' : `, though it differs, as was allowed: ${allowed.join(', ')}`}.`,
		labelled: 'Its rules look at what the scorers judged, not at people’s labels.',
		results: {
			pass: 'held',
			fail: 'failed',
			'soft-fail': 'failed (soft)',
			undecided: 'undecided',
			'soft-undecided': 'undecided (soft)',
		},
	},
	ko: {
		title: (word) => `게이트: ${{ passed: '통과', failed: '실패', undecided: '판단 보류' }[word]}`,
		lead: ({ rules, held }) => `규칙 ${rules}개 중 ${held}개를 지켰습니다.`,
		columns: ['지표', '기준', '결과', '판정'],
		notMeasured: '측정되지 않음',
		baseline: '기준 실행',
		against: (name, startedAt, allowed) =>
			`기준 실행은 ${name}${startedAt === undefined ? '' : `(${startedAt})`}입니다.${allowed.length === 0 ? '' : ` 다음 항목은 기준 실행과 다르지만 허용했습니다: ${allowed.join(', ')}`}`,
		labelled: '규칙은 사람이 붙인 라벨이 아니라 채점기의 판단을 봅니다.',
		results: {
			pass: '통과',
			fail: '실패',
			'soft-fail': '실패(경고만)',
			undecided: '판단 보류',
			'soft-undecided': '판단 보류(경고만)',
		},
	},
};

/** What a gate was held against, in a sentence; absent where there was no baseline. */
export function gateAgainst({ baseline }: GateResult, lang: Lang): string | undefined {
	return baseline && gateLocale[lang].against(baseline.name, baseline.startedAt, baseline.allowed);
}

/** Whose judgement its rules look at, in a sentence; absent where people labelled nothing. */
export function gateJudgement({ labelled }: GateResult, lang: Lang): string | undefined {
	return labelled === true ? gateLocale[lang].labelled : undefined;
}

/** Both sentences; absent where neither is needed. */
export function gateLead(result: GateResult, lang: Lang): string | undefined {
	return [gateAgainst(result, lang), gateJudgement(result, lang)].filter(Boolean).join(' ') || undefined;
}

/** How many of the rules were held. */
export function gateCounts({ lines }: GateResult): { readonly rules: number; readonly held: number } {
	return { rules: lines.length, held: lines.filter(({ status }) => status === 'pass').length };
}
