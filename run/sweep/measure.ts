import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../src/base/errors.ts';
import type { SweepConfig } from '../../src/config/define.ts';
import type { EvaluatedSuite } from '../../src/eval/header.ts';
import { declaredSuites, spreadPlan } from '../../src/eval/plan.ts';
import { type SampleResult, sampleKey } from '../../src/eval/sample.ts';
import type { OpenChoices } from '../../src/eval/settings.ts';
import { LOG_NAME, markLatest } from '../../src/log/folder.ts';
import type { Log } from '../../src/log/record.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { isSettledAtHalf, sweepAnswer } from '../../src/summary/sweep/answers.ts';
import { type Drop, dropsNow } from '../../src/summary/sweep/drops.ts';
import { answerClasses, type Observed, type ObservedCell, observe } from '../../src/summary/sweep/observe.ts';
import type { PlannedCell, SweepPlan } from '../../src/summary/sweep/plan.ts';
import { observedCell } from '../../src/summary/sweep/summarize.ts';
import type { OpenedTarget } from '../compose/load.ts';
import { runLoaded } from '../log/run-log.ts';
import type { Prepared, RunRequest } from '../prepare.ts';
import { type Block, Blocks } from './blocks.ts';
import { writePlan } from './plan-file.ts';

/** What a sweep is asked for; each field of `axes` overrides that of the config. */
export interface SweepRequest extends OpenChoices, Pick<RunRequest, 'suites' | 'out' | 'resume' | 'signal' | 'margin'> {
	readonly axes: SweepConfig;
	readonly listen?: NonNullable<RunRequest['listen']> & SweepListener;
}

/** Receives what happens to cells. */
interface SweepListener {
	/** Refused, dropped (with all cells, which a drop names by index) or taken back. */
	cell?(cell: PlannedCell, cells: readonly PlannedCell[]): void;
	/** After each block: samples of a cell, cells that live, and the rest of the budget. */
	block?(done: number, total: number, living: number, leftMs: number | undefined): void;
}

/** A sweep in its folder. */
export interface Sweep {
	/** Absolute. */
	readonly folder: string;
	readonly plan: SweepPlan;
}

interface CellParts {
	readonly target?: OpenedTarget;
	/** Absent for a cell that is refused, or ended before. */
	readonly model?: LoadedModel;
	readonly log?: Log;
}

/** A cell under way. */
export class LiveCell {
	planned: PlannedCell;
	readonly target: OpenedTarget | undefined;
	readonly model: LoadedModel | undefined;
	readonly stop: AbortController = new AbortController();
	hasEnded = false;
	readonly #log: Log | undefined;
	readonly #observed = new Map<string, Observed>();
	#peakBytes: number | undefined;

	constructor(planned: PlannedCell, { target, model, log }: CellParts) {
		this.planned = planned;
		this.target = target;
		this.model = model;
		this.#log = log;
		this.#peakBytes = log?.footer?.peakRssBytes;
		for (const sample of log?.samples ?? []) this.add(sample, log?.header.suites ?? []);
	}

	add(sample: SampleResult, suites: readonly EvaluatedSuite[]): void {
		this.#observed.set(sampleKey(sample), observe(sample, suites));
	}

	async measureMemory(): Promise<void> {
		const now = await this.model?.peakRssBytes().catch(() => undefined);
		if (now !== undefined) this.#peakBytes = Math.max(now, this.#peakBytes ?? 0);
	}

	get lives(): boolean {
		return this.model !== undefined && !this.hasEnded && this.planned.drop === undefined;
	}

	/** As the rules see it; absent before its first sample. */
	get state(): ObservedCell | undefined {
		const { model } = this;
		const header = model === undefined ? this.#log?.header : { model: model.identity, engine: model.engine };
		if (header === undefined || this.#observed.size === 0) return undefined;
		return observedCell(this.planned, header, this.#observed, this.#peakBytes);
	}
}

interface Measured {
	readonly prepared: Prepared;
	readonly request: SweepRequest;
	readonly plan: SweepPlan;
	readonly folder: string;
	readonly cells: readonly LiveCell[];
	readonly isResumed: boolean;
	/** Of `performance.now()`. */
	readonly beganAt: number;
}

/** The blocks of a sweep, and what is decided between them. */
export class Measurement {
	readonly #asked: Measured;
	readonly #suites: readonly EvaluatedSuite[];

	constructor(asked: Measured) {
		this.#asked = asked;
		this.#suites = declaredSuites(asked.prepared.fullPlans);
	}

	async run(): Promise<Sweep> {
		const { prepared, request, folder, cells } = this.#asked;
		const order = spreadPlan(prepared.fullPlans);
		const blocks = new Blocks(order, cells.length);
		this.#write();
		const ended = Promise.allSettled(cells.map((cell, place) => this.#runCell(cell, place, blocks)));
		let outcome: SweepPlan['outcome'] = 'interrupted';
		try {
			outcome = await this.#loop(blocks, order.length);
		} finally {
			for (const { stop } of cells) stop.abort();
			blocks.end();
		}
		const failed = (await ended).find((result) => result.status === 'rejected');
		if (failed !== undefined) throw failed.reason;
		const plan = this.#write(request.signal?.aborted === true ? 'interrupted' : outcome);
		markLatest(folder);
		return { folder, plan };
	}

	async #loop(blocks: Blocks, total: number): Promise<SweepPlan['outcome']> {
		const { cells, plan, request, beganAt } = this.#asked;
		const leftMs = (): number | undefined =>
			plan.budgetMs === undefined ? undefined : plan.budgetMs - plan.usedMs - (performance.now() - beganAt);
		// Of the cell that was asked most, also before a resume.
		const done = (): number => Math.max(0, ...cells.map(({ state }) => state?.observed.size ?? 0));
		const half = Math.ceil(total / 2);
		let before = done();
		for (;;) {
			if (request.signal?.aborted === true) return 'interrupted';
			if ((leftMs() ?? 1) <= 0) return 'budget';
			const block = await blocks.next((run) => cells[run]?.lives === true);
			if (block === undefined) return done() >= total ? 'complete' : 'settled';
			await this.#decide(block);
			markLatest(this.#asked.folder);
			const living = cells.filter(({ lives }) => lives);
			const now = done();
			request.listen?.block?.(now, total, living.length, leftMs());
			if (before < half && now >= half && this.#isSettled()) return 'settled';
			before = now;
		}
	}

	async #decide({ key, runs, whole }: Block): Promise<void> {
		const { cells, plan, request } = this.#asked;
		for (const run of runs) await cells[run]?.measureMemory();
		if (!whole)
			for (const run of runs) this.#change(run, ({ apart, ...rest }) => ({ ...rest, apart: [...apart, key] }));
		const known = cells.flatMap(({ state }, index) => (state === undefined ? [] : [{ state, index }]));
		const indexOf = (place: number): number => known[place]?.index ?? place;
		const placeOf = (cell: number): number => known.findIndex(({ index }) => index === cell);
		const dropped = new Map(
			known.flatMap(({ index }, place) => {
				const drop = cells[index]?.planned.drop;
				return drop === undefined ? [] : [[place, byIndex(drop, placeOf)] as const];
			}),
		);
		const { drop, revive } = dropsNow(
			known.map(({ state }) => state),
			dropped,
			plan.limits,
			{ suites: this.#suites, margins: plan.margins },
		);
		for (const place of revive) this.#change(indexOf(place), ({ drop: _, ...rest }) => rest);
		for (const [place, found] of drop)
			this.#change(indexOf(place), (rest) => ({ ...rest, drop: byIndex(found, indexOf) }));
		if (drop.size + revive.length === 0) return;
		const planned = this.#write().cells;
		for (const place of [...revive, ...drop.keys()]) {
			const cell = planned[indexOf(place)];
			if (cell !== undefined) request.listen?.cell?.(cell, planned);
		}
	}

	#change(index: number, change: (cell: PlannedCell) => PlannedCell): void {
		const cell = this.#asked.cells[index];
		if (cell !== undefined) cell.planned = change(cell.planned);
	}

	/** Every class has one cell, and the answers are settled. */
	#isSettled(): boolean {
		const { cells, plan } = this.#asked;
		const known = cells.flatMap((cell) => (cell.state === undefined ? [] : [{ cell, state: cell.state }]));
		const states = known.map(({ state }) => state);
		const isAlone = answerClasses(states).classes.every(
			({ members }) => members.filter((member) => known[member]?.cell.lives === true).length <= 1,
		);
		if (!isAlone) return false;
		const { classes } = sweepAnswer(states, this.#suites, plan.margins);
		return isSettledAtHalf(classes, (member) => known[member]?.cell.lives !== true);
	}

	async #runCell(cell: LiveCell, place: number, blocks: Blocks): Promise<void> {
		const { prepared, request, plan, folder, isResumed } = this.#asked;
		const { target, model, planned, stop } = cell;
		try {
			if (target === undefined || model === undefined) return;
			const out = join(folder, planned.folder);
			const { listen, signal } = request;
			await runLoaded({
				prepared,
				request: {
					signal: AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]),
					listen: {
						warning: listen?.warning,
						sample: (sample) => cell.add(sample, this.#suites),
					},
				},
				suites: prepared.suites,
				target,
				model,
				out,
				interleaved: plan.interleaved,
				spread: true,
				resumed: isResumed && existsSync(join(out, LOG_NAME)) ? out : undefined,
				inTurn: blocks.of(place),
			});
		} catch (error) {
			// Such as a suite that the engine cannot be asked.
			if (!(error instanceof UsageError) || cell.state !== undefined) throw error;
			cell.planned = { ...planned, refused: error.said };
			request.listen?.cell?.(cell.planned, []);
		} finally {
			cell.hasEnded = true;
			blocks.leave(place);
		}
	}

	#write(outcome?: SweepPlan['outcome']): SweepPlan {
		const { plan, folder, cells, beganAt } = this.#asked;
		const usedMs = Math.round(plan.usedMs + performance.now() - beganAt);
		const now = { ...plan, usedMs, outcome, cells: cells.map(({ planned }) => planned) };
		writePlan(folder, now);
		return now;
	}
}

function byIndex(drop: Drop, indexOf: (place: number) => number): Drop {
	if (drop.rule === 'slower') return { ...drop, than: indexOf(drop.than) };
	return drop.rule === 'quality' ? { ...drop, reference: indexOf(drop.reference) } : drop;
}
