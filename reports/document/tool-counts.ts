import { intervalOf } from '../../src/stats/rate.ts';
import type { ToolCount, ToolCounts } from '../../src/summary/state/tool-counts.ts';
import type { Locale } from '../messages/catalogue.ts';
import {
	formatPoints,
	formatPrompts,
	formatShareRange,
	formatSignedRange,
	marginText,
	pointsUp,
} from '../messages/numbers.ts';
import { type Block, paragraph, table } from './block.ts';

/** `Holds to 16 tools: ... Falls at all 24 tools: ...` */
export function toolCountLine({ counts }: ToolCounts, locale: Locale): string {
	const { toolCounts: words } = locale;
	const fewest = counts[0];
	const answered = counts.filter(({ against }) => against?.answer !== undefined);
	const held = answered.findLast(({ against }) => against?.answer === 'holds');
	const ending = answered.find(({ against }) => against?.answer !== 'holds');
	return [held, ending]
		.flatMap((one) => {
			if (one?.against?.answer === undefined) return [];
			const { answer, lost, gained, n, unscored, bounds, margin, needed } = one.against;
			const said = {
				tools: toolsText(one, locale),
				fewest: fewest?.tools ?? 0,
				lost: formatPrompts(lost),
				gained: formatPrompts(gained),
				n,
				high: pointsUp(bounds.high),
				margin: marginText(margin),
				needed,
				unscored: unscored || undefined,
				right: needed === undefined ? fewest?.right.hits : undefined,
			};
			return n === 0 ? words.unscored({ ...said, unscored }) : words[answer](said);
		})
		.join(' ');
}

/** A row for each number of tools. */
export function toolCountBlocks({ suite, counts }: ToolCounts, locale: Locale): readonly Block[] {
	const { toolCounts: words, lang } = locale;
	const rows = counts.map((one) => {
		const { right, against } = one;
		const interval = intervalOf(right);
		return [
			toolsText(one, locale),
			locale.of(String(right.hits), String(right.n)),
			interval === undefined ? '' : formatShareRange(interval, lang),
			...(against === undefined || against.n === 0
				? ['', '', '']
				: [
						formatPrompts(against.lost),
						formatPrompts(against.gained),
						formatSignedRange(against.bounds, formatPoints, lang),
					]),
		];
	});
	return [paragraph(words.title({ suite })), table(words.columns, rows)];
}

function toolsText({ tools, all }: ToolCount, { toolCounts: words }: Locale): string {
	return all ? words.all({ n: tools }) : String(tools);
}
