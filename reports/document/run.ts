import { countOf } from '../../src/stats/counts.ts';
import { intervalOf } from '../../src/stats/rate.ts';
import type { CallsSummary } from '../../src/summary/state/calls.ts';
import { stateOf } from '../../src/summary/state/state.ts';
import { wrongText } from '../calls.ts';
import { keptLines } from '../effects.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatShareRange } from '../messages/numbers.ts';
import type { ReportedRun } from '../reported-run.ts';
import { verdictRemedies } from '../verdict.ts';
import { type Block, blocks, type Fact, facts } from './block.ts';
import { toolCountLine } from './tool-counts.ts';

/** What a run says first, on every surface: its state, its path, its calls and the worst of those that are wrong. */
export function firstBlocks(run: ReportedRun, locale: Locale): readonly Block[] {
	const { decisions, calls, toolCounts } = run.summary;
	const { sign, said } = stateOf(run.summary, run.gate);
	const words = locale.first;
	return blocks(
		{ type: 'state', sign, text: said.map(locale.say).join(' ') },
		facts([
			...decisions.map((decision) => ({
				name: decisions.length > 1 ? `${words.path} ${decision.suite.name}` : words.path,
				lines: [
					decision.said.map(locale.say).join(' '),
					...keptLines(run.summary, decision.suite, locale),
					...verdictRemedies(decision, locale),
				],
			})),
			calls && { name: words.calls, lines: [callsLine(calls, locale)] },
			calls && wrongCalls(calls, locale),
			{ name: locale.toolCounts.name, lines: toolCounts.map((one) => toolCountLine(one, locale)) },
		]),
	);
}

export function callsLine({ right, unscored }: CallsSummary, locale: Locale): string {
	const { hits, n } = right;
	const interval = intervalOf(right);
	const open = countOf(unscored);
	return locale.first.right({
		right: hits,
		n,
		range: interval && formatShareRange(interval, locale.lang),
		unscored: open > 0 ? open : undefined,
	});
}

/** Wrong calls that are shown unopened. */
export const SHOWN_WRONG = 3;

function wrongCalls({ wrong }: CallsSummary, locale: Locale): Fact {
	const more = wrong.slice(SHOWN_WRONG).map(({ sampleId }) => sampleId);
	return {
		name: locale.first.wrong,
		lines: [
			...wrong.slice(0, SHOWN_WRONG).map((one) => `${one.sampleId}: ${wrongText(one, locale)}`),
			...(more.length > 0 ? [locale.first.more({ count: more.length, ids: more.slice(0, 10).join(', ') })] : []),
		],
	};
}
