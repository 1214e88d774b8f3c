import type { OutputSpan } from '../../../src/summary/compare/divergence.ts';
import type { ScoreFlips } from '../../../src/summary/flips.ts';
import type { Lang } from '../locale.ts';
import { comparisonEn } from './comparison-en.ts';
import { comparisonKo } from './comparison-ko.ts';

/** Sentences of the comparison report; what it shares with the report of one run stands in `Locale`. */
export interface ComparisonLocale {
	readonly title: (baseline: string, others: number) => string;
	/** Of comparison.md. */
	readonly heading: string;
	readonly eyebrow: string;
	readonly sections: Readonly<Record<'overview' | 'scatter' | 'speed' | 'flips' | 'divergence' | 'identity', string>>;
	/** Where the figures come from; of models that were asked again, also from that. */
	readonly footer: (version: string, where: { readonly askedAgain: boolean }) => string;
	readonly baseline: string;
	/** A decision that takes none. */
	readonly noPath: string;
	/** No flip of a main score; of `compared` outputs `differ`, of `untold` nobody knows; and the flips of other scores. */
	readonly same: (
		name: string,
		baseline: string,
		samples: number,
		but: Readonly<Record<'compared' | 'differ' | 'untold', number>> & Pick<MainFlips, 'others'>,
	) => string;
	/** The flips of main scores, and those of other scores where there are any. */
	readonly differs: (name: string, baseline: string, flips: MainFlips) => string;
	readonly smaller: (percent: string) => string;
	readonly larger: (percent: string) => string;
	readonly miniature: (names: string) => readonly [title: string, text: string];
	readonly fewFlips: readonly [title: string, text: string];
	readonly onlyOne: (name: string, first: number, second: number) => readonly [title: string, text: string];
	readonly allowed: (field: string) => readonly [title: string, text: string];
	readonly overviewLead: string;
	readonly rows: Readonly<Record<'verdict' | 'size' | 'load' | 'memory', string>>;
	readonly scatterLead: string;
	readonly scatterLabel: (quality: string, points: string) => string;
	readonly sizeAxis: string;
	readonly speedLead: string;
	/** Turns that were cut in one of the runs or more. */
	readonly cutTurns: (count: number) => string;
	readonly differences: string;
	readonly meanColumns: readonly [suite: string, metric: string, baseline: string, here: string];
	/** Only of runs that took turns. */
	readonly differenceColumn: string;
	readonly prompts: string;
	/** In place of an interval where every pair differs by the same. */
	readonly noSpread: string;
	readonly notInTurns: string;
	readonly flipsLead: string;
	readonly flipsOf: (name: string) => string;
	/** `samples`: scored in both runs. */
	readonly noFlipsOf: (samples: number) => string;
	readonly flipColumns: readonly string[];
	readonly moreFlips: (count: number) => string;
	readonly lost: string;
	readonly gained: string;
	readonly counts: (lost: number, gained: number) => string;
	/** Without one where no sample is scored in both runs. */
	readonly pValue: (flips: ScoreFlips) => string;
	readonly divergenceLead: string;
	readonly identical: (identical: number, compared: number) => string;
	readonly firstToken: (p50: string, min: string) => string;
	/** Suites whose answers the models were led through. */
	readonly askedSuites: (suites: string) => string;
	readonly tokens: (divergence: DivergenceFigures) => string;
	/** What was said, positions, same top token, KL mean and p99 in nats, change of its probability in points, perplexity ratio. */
	readonly spanColumns: readonly string[];
	readonly spans: Readonly<Record<OutputSpan, string>>;
	/** The row of all of them. */
	readonly allSpans: string;
	readonly ended: string;
	readonly parted: (token: number, first: string, second: string) => string;
	/** `known`: the logs tell all that could change an outcome. */
	readonly identityLead: (known: boolean) => string;
	readonly field: string;
}

/** Divergence over the baseline's tokens, its numbers as text. `top` is absent where the whole vocabulary was told. */
/** Samples that main scores judge differently, and those that others do. */
export interface MainFlips {
	readonly lost: number;
	readonly gained: number;
	/** Samples that could flip: those that are scored in both runs; where no suite has a main score, those that both have. */
	readonly samples: number;
	/** Flips of scores that no verdict rests on. */
	readonly others: Readonly<Record<'lost' | 'gained', number>>;
}

export interface DivergenceFigures {
	readonly positions: string;
	readonly share: string;
	readonly mean: string;
	readonly p99: string;
	readonly top?: string;
}

export function comparisonLocaleOf(lang: Lang): ComparisonLocale {
	return lang === 'ko' ? comparisonKo : comparisonEn;
}
