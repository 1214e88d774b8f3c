import { canonicalJson } from '../../base/json.ts';
import type { Said } from '../../base/message.ts';
import { subjectOf } from '../../eval/settings/identity.ts';
import { type Rate, rateOfClusters } from '../../stats/rate.ts';
import type { CandidateAnswer } from '../compare/answer.ts';
import { readRun, seriesOf } from '../compare/series.ts';
import type { SummarizedRun } from '../notices.ts';
import { type ClassAnswer, referenceOf, type SweepAnswer, sweepAnswer, typicalMs } from './answers.ts';
import { type Drop, SAME_MEMORY } from './drops.ts';
import { type AnswerClass, answerClasses, type Observed, type ObservedCell, observed } from './observe.ts';
import { paritiesOf, type SweepParity } from './parity.ts';
import { type CellSetup, type PlannedCell, SETUP, type SweepPlan } from './plan.ts';

/** Results of a sweep: the source of all its reports. Plain JSON; cells by their numbers, from 1. */
export interface SweepSummary {
	readonly startedAt: string;
	readonly timeZone?: string;
	readonly gemmark?: string;
	readonly command: string;
	readonly outcome?: SweepPlan['outcome'];
	/** Samples of a cell that answers all of them. */
	readonly planned: number;
	readonly budgetMs?: number;
	readonly usedMs: number;
	readonly limits: SweepPlan['limits'];
	/** Set if the miniature answered: nothing here is about Gemma. */
	readonly miniature: boolean;
	readonly host?: SummarizedRun['header']['host'];
	/** Prompts of suites that have more than one; counted once where suites share them. */
	readonly suites: readonly string[];
	readonly answer: Pick<SweepAnswer, 'answer' | 'basis' | 'cell' | 'like' | 'reference'>;
	/** What each class of cells with the same answers came to against the reference. */
	readonly classes: readonly SweepClass[];
	/** Those worth considering first, the one to ship before them; then those that another beats, then refused ones. */
	readonly cells: readonly SweepCell[];
	readonly parity: readonly SweepParity[];
}

/** Cells with the same answers, against the reference. */
interface SweepClass
	extends Pick<ClassAnswer, 'order' | 'bounds' | 'tools'>,
		Pick<CandidateAnswer, 'answer' | 'certain' | 'leaning' | 'scores'> {
	readonly cells: readonly number[];
	readonly lost: number;
	readonly gained: number;
	readonly n: number;
	/** Number of a larger build that did not pass, after which no smaller one is answered. */
	readonly after?: number;
}

export interface SweepCell extends CellSetup {
	readonly number: number;
	readonly name: string;
	/** Of its run, in the folder of the sweep. */
	readonly folder: string;
	/** Its weights for people: the quantization, or the model's name where that is not enough. */
	readonly build: string;
	readonly engine: string;
	readonly state: 'ship' | 'considered' | 'beaten' | 'dropped' | 'failed' | 'refused';
	/** Of `refused` and `failed`. */
	readonly reason?: Said;
	readonly drop?: Exclude<Drop, { readonly rule: 'slower' | 'quality' }> | DropByCell;
	/** Samples that it answered. */
	readonly asked: number;
	/** Of its class: main scores on the good side. Without interval where samples are missing. */
	readonly right?: Rate;
	/** Median time of a warm turn. */
	readonly turnMs?: number;
	readonly peakBytes?: number;
	readonly sizeBytes?: number;
	/** A cell that is at least as good on all counts. */
	readonly beatenBy?: number;
}

type DropByCell =
	| { readonly rule: 'slower'; readonly than: number; readonly slower: number; readonly faster: number }
	| { readonly rule: 'quality'; readonly lost: number; readonly gained: number; readonly reference: number };

/** Logs in the order of the plan's cells; absent for a cell without one. */
export function summarizeSweep(plan: SweepPlan, logs: readonly (SummarizedRun | undefined)[]): SweepSummary {
	const measured = plan.cells.flatMap((cell, index) => {
		const log = logs[index];
		return log === undefined || log.samples.length === 0 ? [] : [{ cell, log, index }];
	});
	const ran = measured.map(({ log }) => log);
	const suites = ran[0]?.header.suites ?? [];
	const cells = measured.map(({ cell, log }) =>
		observedCell(cell, log.header, observed(log.samples, suites), log.footer?.peakRssBytes),
	);
	const { classes } = answerClasses(cells);
	const reference = referenceOf(cells) ?? -1;
	// On the reference's engine, which is their baseline. Prompts of a dropped step ended where its answers said so.
	const steps = classes
		.filter(({ members }) =>
			members.some((at) => cells[at]?.setup === cells[reference]?.setup && measured[at]?.cell.drop === undefined),
		)
		.toSorted((one, other) => Number(other.members.includes(reference)) - Number(one.members.includes(reference)))
		.flatMap(({ members: [first = -1], observed: asked }) => {
			const samples = Array.from(asked.values(), ({ sample }) => sample);
			const log = ran[first];
			return log === undefined ? [] : [readRun({ ...log, samples }, first)];
		});
	const answer = sweepAnswer(cells, suites, plan.margins, seriesOf(steps));
	const builds = buildNames(ran);
	const figures = cells.map((cell, place) => figuresOf(cell, place, classes, plan.planned));
	const beaten = figures.map((_, place) => beatenBy(place, figures, measured[place]?.cell.drop));
	const stateOf = (place: number): SweepCell['state'] => {
		if (place === answer.cell && answer.answer === 'ship') return 'ship';
		if (measured[place]?.cell.drop !== undefined) return 'dropped';
		if (beaten[place] !== undefined) return 'beaten';
		return measured[place]?.log.footer?.outcome === 'failed' ? 'failed' : 'considered';
	};
	const order = measured
		.map((_, place) => place)
		.toSorted((one, other) => {
			const rank = (place: number): number => STATES.indexOf(stateOf(place));
			return rank(one) - rank(other) || (figures[one]?.turnMs ?? Infinity) - (figures[other]?.turnMs ?? Infinity);
		});
	const numberOf = (place: number): number => order.indexOf(place) + 1;
	const known = (place: number | undefined) => (place === undefined ? undefined : numberOf(place));
	const placeOf = (index: number): number => measured.findIndex((one) => one.index === index);
	const shown = order.map((place): SweepCell => {
		const { cell, log } = measured[place] as (typeof measured)[number];
		const { engine, model } = log.header;
		const failure = log.failures?.at(-1)?.said;
		return {
			number: numberOf(place),
			name: cell.name,
			folder: cell.folder,
			build: builds[place] ?? '',
			engine: engine.runner,
			...setupOf(engine),
			state: stateOf(place),
			reason: log.footer?.outcome === 'failed' ? failure : undefined,
			drop: cell.drop && numbered(cell.drop, (index) => numberOf(placeOf(index))),
			asked: log.samples.length,
			...figures[place],
			sizeBytes: model.sizeBytes,
			beatenBy: known(beaten[place]),
		};
	});
	const missing = plan.cells
		.filter((_, index) => placeOf(index) === -1)
		.map((cell, place): SweepCell => {
			const twin = measured.findIndex((one) => cell.model !== undefined && one.cell.model === cell.model);
			return unmeasured(cell, measured.length + place + 1, builds[twin]);
		});
	const [{ header } = {}] = ran;
	return {
		startedAt: plan.startedAt,
		command: plan.command,
		planned: plan.planned,
		usedMs: plan.usedMs,
		limits: plan.limits,
		timeZone: plan.timeZone,
		gemmark: header?.gemmark,
		outcome: plan.outcome,
		budgetMs: plan.budgetMs,
		host: header?.host,
		miniature: measured.some(({ log }) => log.header.model.miniature),
		suites: plan.suites,
		answer: {
			answer: answer.answer,
			basis: answer.basis,
			cell: known(answer.cell),
			like: known(answer.like),
			reference: known(answer.reference),
		},
		classes: answer.classes.map((one) => classOf(one, answer.classes, numberOf)),
		cells: [...shown, ...missing],
		parity: paritiesOf(ran, builds).map(({ first, second, ...rest }) => ({
			...rest,
			first: numberOf(first),
			second: numberOf(second),
		})),
	};
}

const STATES: readonly SweepCell['state'][] = ['ship', 'considered', 'beaten', 'dropped', 'failed', 'refused'];

function setupOf(of: CellSetup): CellSetup {
	return Object.fromEntries(SETUP.map((axis) => [axis, of[axis]]));
}

/** A cell as the rules see it. */
export function observedCell(
	cell: PlannedCell,
	{ model, engine, step }: Pick<SummarizedRun['header'], 'model' | 'engine' | 'step'>,
	answers: ObservedCell['observed'],
	peakBytes: number | undefined,
): ObservedCell {
	return {
		weights: [model.sha256 ?? model.digest ?? model.name, ...Object.values(model.adapter ?? {})].join(' '),
		setup: canonicalJson(Object.fromEntries(subjectOf({ model: { name: '', miniature: false }, engine }))),
		build: { ...model, step },
		peakBytes,
		observed: answers,
		apart: new Set(cell.apart),
		overLimit: cell.drop?.rule === 'memory' || cell.drop?.rule === 'time',
	};
}

type Figures = Pick<SweepCell, 'right' | 'turnMs' | 'peakBytes'>;

function figuresOf(cell: ObservedCell, place: number, classes: readonly AnswerClass[], planned: number): Figures {
	const shared = classes.find(({ members }) => members.includes(place))?.observed ?? cell.observed;
	// One that was dropped has the answers of its class.
	const own = shared.size > cell.observed.size ? shared : cell.observed;
	return { right: rightOf([...own.values()], planned), turnMs: typicalMs(cell), peakBytes: cell.peakBytes };
}

/** Clustered by prompt. */
function rightOf(all: readonly Observed[], planned: number): Rate {
	const scored = all.filter(({ right }) => right !== undefined);
	const rate = rateOfClusters(
		Array.from(Map.groupBy(scored, ({ prompt }) => prompt).values(), (same) => same.map(({ right }) => right === true)),
	);
	// A part of the corpus was chosen by the clock, not by its answers; unscored samples are.
	return scored.length < all.length || all.length > planned
		? { hits: rate.hits, n: rate.n, rate: rate.rate ?? 0 }
		: rate;
}

/** The fastest cell that is at least as good in quality, time and memory, and better in one; equal ones yield to the first. */
function beatenBy(place: number, figures: readonly Figures[], drop: Drop | undefined): number | undefined {
	const own = figures[place];
	// Without a time nothing is known of its speed.
	if (own?.turnMs === undefined || (drop !== undefined && drop.rule !== 'slower')) return undefined;
	const better = figures.flatMap((other, index) => {
		if (index === place) return [];
		const sides = [
			compared(own.right?.rate, other.right?.rate, 1),
			compared(other.turnMs, own.turnMs, 1),
			compared(other.peakBytes, own.peakBytes, SAME_MEMORY),
		];
		const isBetter = !sides.includes('worse') && (sides.includes('better') || index < place);
		return isBetter ? [{ index, turnMs: other.turnMs ?? 0 }] : [];
	});
	return better.toSorted((one, other) => one.turnMs - other.turnMs)[0]?.index;
}

/** Whether the second is above the first, by more than a factor. One unknown value alone is worse. */
function compared(first: number | undefined, second: number | undefined, same: number): 'better' | 'equal' | 'worse' {
	if (first === undefined || second === undefined) return first === second ? 'equal' : 'worse';
	if (second > first * same) return 'better';
	return first > second * same ? 'worse' : 'equal';
}

function numbered(drop: Drop, numberOf: (index: number) => number): NonNullable<SweepCell['drop']> {
	if (drop.rule === 'slower') return { ...drop, than: numberOf(drop.than) };
	return drop.rule === 'quality' ? { ...drop, reference: numberOf(drop.reference) } : drop;
}

function classOf(
	{ members, order, bounds, tools, answer }: ClassAnswer,
	all: readonly ClassAnswer[],
	numberOf: (place: number) => number,
): SweepClass {
	const { quality, scores, certain, leaning, after } = answer;
	const { lost = 0, gained = 0, n = 0 } = quality ?? {};
	const [failed] = after === undefined ? [] : (all[after]?.members ?? []);
	return {
		cells: members.map(numberOf),
		order,
		bounds,
		tools,
		answer: answer.answer,
		certain,
		leaning,
		scores,
		lost,
		gained,
		n,
		after: failed === undefined ? undefined : numberOf(failed),
	};
}

/** The quantization where it tells all weights apart, else the model's name. */
function buildNames(logs: readonly SummarizedRun[]): readonly string[] {
	const models = logs.map(({ header }) => header.model);
	const weights = new Set(models.map(({ sha256, name }) => sha256 ?? name)).size;
	const quantizations = models.map(({ quantization }) => quantization);
	const isEnough = !quantizations.includes(undefined) && new Set(quantizations).size === weights;
	return models.map(({ quantization, name }) => (isEnough ? quantization : undefined) ?? name);
}

function unmeasured(cell: PlannedCell, number: number, build: string | undefined): SweepCell {
	const { name, folder, model, runner, refused } = cell;
	return {
		number,
		name,
		folder,
		build: build ?? model ?? name,
		engine: runner,
		...setupOf(cell),
		reason: refused,
		state: 'refused',
		asked: 0,
	};
}
