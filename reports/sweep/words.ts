import { type CellSetup, SETUP } from '../../src/summary/sweep/plan.ts';
import type { SweepCell, SweepSummary } from '../../src/summary/sweep/summarize.ts';
import { openTexts, withinText, worseText } from '../comparison/answer.ts';
import { toolsText } from '../comparison/words.ts';
import type { Locale } from '../messages/catalogue.ts';
import { formatBytes, formatMs } from '../messages/numbers.ts';

/** A cell with what differs between cells, as sentences name it. */
export function cellName(cell: SweepCell, { cells }: SweepSummary, { sweep: words }: Locale): string {
	const axes = varyingAxes(cells.filter(({ engine, asked }) => engine === cell.engine && asked > 0));
	const { threads, kvCacheType, contextSize, flashAttention }: CellSetup = Object.fromEntries(
		axes.map((axis) => [axis, cell[axis]]),
	);
	return words.cell({
		build: buildLabel(cell, cells),
		engine: engineLabel(cell.engine),
		threads,
		kv: kvCacheType,
		context: contextSize,
		flash: flashAttention,
	});
}

/** The build; with the name of the cell where nothing else tells it from another, such as the address of a server. */
export function buildLabel(cell: SweepCell, cells: SweepSummary['cells']): string {
	const isTwin = cells.some(
		(one) => one !== cell && (['build', 'engine', ...SETUP] as const).every((field) => one[field] === cell[field]),
	);
	return isTwin && cell.name !== cell.build ? `${cell.build} (${cell.name})` : cell.build;
}

/** The settings in which cells differ. */
function varyingAxes(cells: readonly SweepCell[]): readonly (keyof CellSetup)[] {
	return SETUP.filter((axis) => new Set(cells.map((cell) => cell[axis])).size > 1);
}

/** A column of the table for each setting in which cells differ, and for threads. */
export function setupColumns(
	{ cells }: SweepSummary,
	{ sweep: { heads, onOff } }: Locale,
): readonly { readonly head: string; readonly isNumber: boolean; of(cell: SweepCell): string }[] {
	const names = {
		threads: heads.threads,
		kvCacheType: heads.cache,
		contextSize: heads.context,
		flashAttention: heads.flash,
	};
	const varying = varyingAxes(cells.filter(({ state }) => state !== 'refused'));
	return SETUP.filter((axis) => axis === 'threads' || varying.includes(axis)).map((axis) => ({
		head: names[axis],
		isNumber: axis === 'threads' || axis === 'contextSize',
		of: ({ [axis]: value }) => (typeof value === 'boolean' ? onOff(value) : String(value ?? '')),
	}));
}

const ENGINES: Readonly<Record<string, string>> = { 'llama-cpp': 'llama.cpp', 'litert-lm': 'LiteRT-LM' };

export function engineLabel(runner: string): string {
	return ENGINES[runner] ?? runner;
}

export function numbered({ cells }: SweepSummary, number: number | undefined): SweepCell | undefined {
	return cells.find((cell) => cell.number === number);
}

/** A build alone where all of its cells are meant, with its engine where all of these are. */
function namesOf(numbers: readonly number[], summary: SweepSummary, locale: Locale): string {
	const named = numbers.flatMap((number) => numbered(summary, number) ?? []);
	const isWhole = (isMeant: (cell: SweepCell) => boolean): boolean =>
		summary.cells.every((cell) => !isMeant(cell) || cell.asked === 0 || named.includes(cell));
	const names = named.map((cell) => {
		const { build, engine } = cell;
		if (isWhole((one) => one.build === build)) return build;
		const ofEngine = isWhole((one) => one.build === build && one.engine === engine);
		return ofEngine ? locale.sweep.cell({ build, engine: engineLabel(engine) }) : cellName(cell, summary, locale);
	});
	return [...new Set(names)].join(' / ');
}

/** The answer in sentences: the headline, what the build costs and shows, and what is still open. */
interface SweepSentences {
	readonly headline: string;
	readonly lead: readonly string[];
	readonly open: readonly string[];
}

/** `folder`: as a command names it. */
export function sweepSentences(summary: SweepSummary, locale: Locale, folder: string): SweepSentences {
	const { sweep: words } = locale;
	const { answer, basis } = summary.answer;
	const cell = numbered(summary, summary.answer.cell);
	const open = openSentences(summary, locale, folder);
	if (answer === 'none' || cell === undefined) return { headline: words.none, lead: [], open };
	const name = cellName(cell, summary, locale);
	const costs = costSentences(cell, locale);
	if (answer === 'cant-tell' && summary.classes.length === 0)
		return { headline: words.onlyOne({ cell: name }), lead: costs, open };
	if (answer === 'cant-tell') return { headline: words.cantTell, lead: [words.meanwhile({ cell: name })], open };
	const headline = words.ship({ cell: name });
	const reference = numbered(summary, summary.answer.reference);
	const own = summary.classes.find((one) => one.answer === 'ship' && one.cells.includes(summary.answer.like ?? -1));
	if (own === undefined || reference === undefined)
		return { headline, lead: [...costs, withoutLoss(summary, locale)], open };
	const unordered = summary.classes.filter(({ order }) => order === 'none').length;
	const chosen = basis === 'none' && unordered > 1 ? [words.chosenOf({ k: unordered })] : [];
	const within = sentence(withinText(own.bounds, locale));
	const against = words.against(cellName(reference, summary, locale), own);
	return { headline, lead: [...costs, against, within, ...chosen], open };
}

/** The time that a sweep used, and why it ended. */
export function usedText({ usedMs, budgetMs, outcome }: SweepSummary, { sweep: words }: Locale): readonly string[] {
	const used = words.used(formatSpan(usedMs), budgetMs === undefined ? undefined : formatSpan(budgetMs));
	return [used, ...(outcome === undefined ? [] : [words.outcome[outcome]])];
}

/** Names of suites are kept as they are. */
function sentence(clause: string): string {
	return `${clause.replace(/^(?:no|at) /u, (word) => word.charAt(0).toUpperCase() + word.slice(1))}.`;
}

/** What speaks for a build of the reference's class. */
function withoutLoss(summary: SweepSummary, { sweep: words }: Locale): string {
	const within = summary.cells.filter(
		({ asked, drop }) => asked > 0 && drop?.rule !== 'memory' && drop?.rule !== 'time',
	);
	if (within.length === 1) return words.alone;
	if (summary.answer.basis === 'others-lose') return words.othersLose;
	// Prompts of the cell that was asked least: those that all share.
	return words.sameAnswers({ n: Math.min(...within.map(({ asked }) => asked)) });
}

function turnOf({ turnMs }: SweepCell): string | undefined {
	return turnMs === undefined ? undefined : formatMs(turnMs);
}

function memoryOf({ peakBytes }: SweepCell): string | undefined {
	return peakBytes === undefined ? undefined : formatBytes(peakBytes);
}

function costSentences(cell: SweepCell, { sweep: words }: Locale): readonly string[] {
	const [turn, memory] = [turnOf(cell), memoryOf(cell)];
	if (turn !== undefined && memory !== undefined) return [words.turnAndMemory({ turn, memory })];
	if (turn !== undefined) return [words.turnTakes({ turn })];
	return memory === undefined ? [] : [words.memoryPeaks({ memory })];
}

function openSentences(summary: SweepSummary, locale: Locale, folder: string): readonly string[] {
	const { sweep: words } = locale;
	const unordered = summary.classes.filter(({ order }) => order === 'none').length;
	// What speaks against a build leads; those with the same figures share a sentence.
	const order = summary.classes.toSorted(
		(one, other) => Number(other.answer === 'dont') - Number(one.answer === 'dont'),
	);
	const alike = Map.groupBy(order, ({ answer, lost, gained, n, scores, tools, after }) =>
		JSON.stringify([answer, lost, gained, n, openTexts(scores, locale), tools, after]),
	);
	const classes = [...alike.values()].flatMap((same) => {
		const [one] = same;
		const names = namesOf(
			same.flatMap(({ cells }) => cells),
			summary,
			locale,
		);
		if (one === undefined || one.answer === 'ship') return [];
		const why = [worseText(one.scores, locale), ...toolsText(one.tools, locale)].filter(Boolean);
		if (one.answer === 'dont') return [words.dont({ cells: names, why: why.join(locale.answer.break) })];
		if (one.after !== undefined) return [words.openAfter({ cells: names })];
		const open = openTexts(one.scores, locale).map(sentence);
		const holm =
			open.length === 0 && one.order === 'none' && unordered > 1 ? [words.amongUnordered({ k: unordered })] : [];
		return [[words.open(names, one, same.length), ...open, ...holm].join(' ')];
	});
	const most = Math.max(0, ...summary.cells.map(({ asked }) => asked));
	const isCut = summary.outcome !== 'complete' && summary.outcome !== 'settled' && most < summary.planned;
	const more = classes.length - NAMED;
	const named = more > 1 ? [...classes.slice(0, NAMED), words.openMore({ n: more })] : classes;
	return [
		...named,
		...(isCut
			? [words.goOn({ asked: most, of: summary.planned, command: `gemmark sweep --resume --out ${folder}` })]
			: []),
	];
}

/** Open questions that are written out. */
const NAMED = 4;

/** What the table says beside a cell. */
export function cellNote(cell: SweepCell, summary: SweepSummary, locale: Locale): string {
	const { sweep: words } = locale;
	const reason = cell.reason === undefined ? '' : locale.say(cell.reason);
	if (cell.state === 'ship') return words.noteShip;
	if (cell.state === 'refused') return words.refused({ reason });
	if (cell.drop !== undefined) return dropText(cell.drop, words.buildNumber, locale);
	if (cell.state === 'failed') return words.failed({ reason });
	const other = numbered(summary, cell.beatenBy);
	if (other !== undefined) return `${words.buildNumber(other.number)} ${beatenText(cell, other, locale)}`;
	const chosen = numbered(summary, summary.answer.cell);
	return chosen?.state !== 'ship' ? '' : againstText(cell, chosen, locale);
}

/** `nameOf` names the other cell of a drop. */
export function dropText(
	drop: NonNullable<SweepCell['drop']>,
	nameOf: (cell: number) => string,
	{ sweep: { drop: words } }: Locale,
): string {
	switch (drop.rule) {
		case 'memory':
			return words.memory({ peak: formatBytes(drop.peakBytes), limit: formatBytes(drop.limitBytes) });
		case 'time':
			return words.time({ over: drop.over, n: drop.n, limit: formatMs(drop.limitMs) });
		case 'slower':
			return words.slower({ than: nameOf(drop.than), slower: drop.slower, n: drop.slower + drop.faster });
		case 'quality':
			return words.quality({ reference: nameOf(drop.reference), lost: drop.lost, gained: drop.gained });
	}
}

function beatenText(cell: SweepCell, other: SweepCell, { sweep: words }: Locale): string {
	const ms = (cell.turnMs ?? 0) - (other.turnMs ?? cell.turnMs ?? 0);
	const faster = ms > 0 ? formatMs(ms) : undefined;
	return (other.right?.rate ?? 0) > (cell.right?.rate ?? 0) ? words.beatenBetter(faster) : words.beatenEqual(faster);
}

/** Below this, two measurements of the same cell differ too. */
const NOISE = 0.02;

/** Differences from the build to ship that are more than noise. */
function againstText(cell: SweepCell, chosen: SweepCell, { sweep: words }: Locale): string {
	const right = cell.right?.n === chosen.right?.n ? (cell.right?.hits ?? 0) - (chosen.right?.hits ?? 0) : 0;
	const time = (cell.turnMs ?? 1) / (chosen.turnMs ?? cell.turnMs ?? 1) - 1;
	const memory = (cell.peakBytes ?? 1) / (chosen.peakBytes ?? cell.peakBytes ?? 1) - 1;
	const bytes = formatBytes(Math.abs((cell.peakBytes ?? 0) - (chosen.peakBytes ?? 0)));
	return [
		...(right === 0 ? [] : [words.noteRight(right)]),
		...(Math.abs(time) < NOISE
			? []
			: [
					time >= 1
						? words.noteTimes({ times: (time + 1).toFixed(1) })
						: words.noteTime(Math.round(Math.abs(time) * 100), time > 0),
				]),
		...(Math.abs(memory) < NOISE ? [] : [words.noteMemory(bytes, memory > 0)]),
	].join(', ');
}

/** `64 of 71 right · 1.30 s · 1.10 GB`. */
export function cellFigures(cell: SweepCell, { sweep: words }: Locale): string {
	const { right } = cell;
	const rate =
		right === undefined || right.n === 0 ? undefined : words.rightOf({ hits: String(right.hits), n: right.n });
	return [rate, turnOf(cell), memoryOf(cell)].filter((part) => part !== undefined).join(' · ');
}

/** `45 s`, `12 min`, `2.5 h`. */
export function formatSpan(ms: number): string {
	const seconds = Math.round(ms / 1000);
	if (seconds < 120) return `${seconds} s`;
	return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
