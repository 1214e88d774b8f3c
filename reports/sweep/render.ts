import { english } from '../../src/base/message.ts';
import { MINIATURE_NOTICE } from '../../src/model/miniature-notice.ts';
import { pValueText } from '../../src/stats/paired.ts';
import { intervalOf } from '../../src/stats/rate.ts';
import type { SweepCell, SweepSummary } from '../../src/summary/sweep/summarize.ts';
import { tableCsv } from '../csv.ts';
import { type Block, blocks, heading, list, paragraph, table } from '../document/block.ts';
import { markdown } from '../document/markdown.ts';
import { type Lang, type Locale, localeOf } from '../messages/catalogue.ts';
import { formatBytes, formatMs } from '../messages/numbers.ts';
import { sweepHtml } from './page.ts';
import { buildLabel, cellNote, engineLabel, numbered, setupColumns, sweepSentences, usedText } from './words.ts';

/** Every report of a sweep by file name; `folder` as a command names it. */
export function renderSweep(summary: SweepSummary, lang: Lang, folder: string): Readonly<Record<string, string>> {
	return {
		'sweep.html': sweepHtml(summary, lang, folder),
		'sweep.md': markdown(sweepDocument(summary, localeOf(lang), folder)),
		'sweep.csv': sweepCsv(summary),
		'sweep.json': `${JSON.stringify(summary, undefined, '\t')}\n`,
	};
}

/** For a terminal and a pull request: the answer, then a row a cell. */
export function sweepDocument(summary: SweepSummary, locale: Locale, folder: string): readonly Block[] {
	const { sweep: words } = locale;
	const { headline, lead, open } = sweepSentences(summary, locale, folder);
	const { build, engine, right, turn, memory, file } = words.heads;
	const setup = setupColumns(summary, locale);
	const shown = summary.cells.filter(({ state }) => state !== 'refused');
	const rows = shown.map((cell) => [
		String(cell.number),
		buildLabel(cell, summary.cells),
		engineLabel(cell.engine),
		...setup.map(({ of }) => of(cell)),
		rateText(cell),
		cell.turnMs === undefined ? '' : formatMs(cell.turnMs),
		cell.peakBytes === undefined ? '' : formatBytes(cell.peakBytes),
		cell.sizeBytes === undefined ? '' : formatBytes(cell.sizeBytes),
		cellNote(cell, summary, locale),
	]);
	const heads = ['', build, engine, ...setup.map(({ head }) => head), right, turn, memory, file, ''];
	const tones = shown.map(({ state }) => (state === 'ship' ? 'good' : state === 'considered' ? undefined : 'dim'));
	const parity = summary.parity.map((one) => {
		const [first, second] = [numbered(summary, one.first), numbered(summary, one.second)];
		return [
			`${one.build} · ${engineLabel(second?.engine ?? '')} / ${engineLabel(first?.engine ?? '')}`,
			words.same[one.same],
			words.equal({ equal: one.equal, compared: one.compared }),
			one.tokens[0] === undefined ? words.never : String(one.tokens[Math.floor((one.tokens.length - 1) / 2)]),
			`${words.flips({ lost: one.lost, gained: one.gained })} (${words.p({ p: pValueText(one.p) })})`,
		];
	});
	return blocks(
		heading(2, headline),
		summary.miniature && paragraph(MINIATURE_NOTICE[locale.lang], 'notice'),
		[...lead, ...open].map((text) => paragraph(text)),
		table(heads, rows, tones),
		list(refusedCells(summary, locale)),
		parity.length > 0 && [heading(3, words.sections.parity), table(words.parityHeads.slice(0, 5), parity)],
		paragraph(usedText(summary, locale).join(', ')),
	);
}

/** A line for each reason. */
function refusedCells({ cells }: SweepSummary, { say, remedyOf, sweep: words }: Locale): readonly string[] {
	const refused = cells.filter(({ state }) => state === 'refused');
	const byReason = Map.groupBy(refused, ({ reason = '' }) =>
		[say(reason), remedyOf(reason)].filter(Boolean).join('. '),
	);
	return Array.from(byReason, ([reason, same]) => words.refusedCells({ n: same.length, reason }));
}

function rateText({ right }: SweepCell): string {
	return right?.rate === undefined ? '' : `${right.hits}/${right.n}`;
}

/** A row a cell, in English; shares are 0 to 1, times milliseconds. */
function sweepCsv(summary: SweepSummary): string {
	const locale = localeOf('en');
	return tableCsv<SweepCell>(
		[
			['number', ({ number }) => number],
			['name', ({ name }) => name],
			['build', ({ build }) => build],
			['engine', ({ engine }) => engine],
			['threads', ({ threads }) => threads],
			['kv_cache_type', ({ kvCacheType }) => kvCacheType],
			['context_size', ({ contextSize }) => contextSize],
			['flash_attention', ({ flashAttention: flash }) => (flash === undefined ? undefined : String(flash))],
			['state', ({ state }) => state],
			['asked', ({ asked }) => asked],
			['right', ({ right }) => right?.hits],
			['scored', ({ right }) => right?.n],
			['rate', ({ right }) => right?.rate],
			['rate_low', ({ right }) => right && intervalOf(right)?.low],
			['rate_high', ({ right }) => right && intervalOf(right)?.high],
			['turn_ms', ({ turnMs }) => turnMs],
			['peak_bytes', ({ peakBytes }) => peakBytes],
			['file_bytes', ({ sizeBytes }) => sizeBytes],
			['beaten_by', ({ beatenBy }) => beatenBy],
			['reason', ({ reason }) => reason && english(reason)],
			['note', (cell) => cellNote(cell, summary, locale)],
			['notice', summary.miniature ? MINIATURE_NOTICE.en : undefined],
		],
		summary.cells,
	);
}
