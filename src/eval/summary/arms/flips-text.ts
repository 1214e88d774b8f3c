import { pValueText } from '../../../stats/paired.ts';
import type { ScoreFlips } from '../../../summary/flips.ts';
import { localized } from '../../../text/text.ts';
import { rateCounts } from '../rate-text.ts';

const IDS_AT_MOST = 6;

/** What an arm changes in one score: `right call 3/12 without, 5/12 with; gained 2 (a, b), lost 0; McNemar p 0.500`. */
export function flipsText(flips: ScoreFlips): string {
	const { declaration, first, second, gained, lost } = flips;
	const change = `${rateCounts(first)} without, ${rateCounts(second)} with`;
	return `${localized(declaration.title, 'en')} ${change}; gained ${flippedIds(gained)}, lost ${flippedIds(lost)}; ${mcnemarText(flips)}`;
}

/** What a language says of McNemar's test. */
export interface McnemarWords {
	readonly unscored: string;
	/** Of every prompt, unscored repeats could turn what it mostly is. */
	readonly uncertain: string;
	readonly unchanged: string;
	readonly overPrompts: (lost: number, gained: number, p: string) => string;
}

const ENGLISH: McnemarWords = {
	unscored: 'no sample is scored in both',
	uncertain: 'no test: unscored repeats could turn every prompt',
	unchanged: 'nothing to test',
	overPrompts: (lost, gained, p) => `over prompts ${lost} lost, ${gained} gained: ${p}`,
};

/** `McNemar p 0.250`, with the prompts that it is taken over where they are not the flips, or that there is none. */
export function mcnemarText(
	{ p, gained, lost, paired, promptsGained, promptsLost }: ScoreFlips,
	words: McnemarWords = ENGLISH,
): string {
	if (p === undefined) return paired === 0 ? words.unscored : words.uncertain;
	if (gained.length + lost.length === 0) return words.unchanged;
	const text = promptsGained + promptsLost === 0 ? words.unchanged : `McNemar p ${pValueText(p)}`;
	const isOfFlips = promptsGained === gained.length && promptsLost === lost.length;
	return isOfFlips ? text : words.overPrompts(promptsLost, promptsGained, text);
}

/** Samples that are not scored in both runs. */
export type Unpaired = Pick<ScoreFlips, 'unpaired' | 'inNeither' | 'inOneOnly'>;

/** `2 scored in one run only, 1 in neither run, 1 where it applies in one run only`; empty where all are scored in both. */
export function unpairedText({ unpaired, inNeither, inOneOnly }: Unpaired): string {
	const inOne = unpaired - inNeither;
	return [
		...(inOne > 0 ? [`${inOne} scored in one run only`] : []),
		...(inNeither > 0 ? [`${inNeither} ${inOne > 0 ? 'in neither' : 'scored in neither run'}`] : []),
		...(inOneOnly > 0 ? [`${inOneOnly} to which it applies in one run only`] : []),
	].join(', ');
}

/** How many flipped and which: `2 (a, b)`. */
export function flippedIds(flips: readonly { readonly sampleId: string }[]): string {
	if (flips.length === 0) return '0';
	const ids = [...new Set(flips.map(({ sampleId }) => sampleId))];
	const more = ids.length > IDS_AT_MOST ? ', …' : '';
	return `${flips.length} (${ids.slice(0, IDS_AT_MOST).join(', ')}${more})`;
}
