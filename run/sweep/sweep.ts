import { randomUUID } from 'node:crypto';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { SweepConfig } from '../../src/config/define.ts';
import { durationMs, sizeBytes } from '../../src/config/sweep.ts';
import { dropEmptyFolder, newReportFolder } from '../../src/log/folder.ts';
import type { PlannedCell, SweepPlan } from '../../src/summary/sweep/plan.ts';
import { machineZone } from '../../src/text/local-time.ts';
import { smallSuites } from '../compose/forewarnings.ts';
import { type OpenedConfig, targetFrom } from '../compose/open-config.ts';
import { repeatCommand } from '../host.ts';
import { type Prepared, prepare } from '../prepare.ts';
import { sweepCells } from './cells.ts';
import { LiveCell, Measurement, type Sweep, type SweepRequest } from './measure.ts';
import { fetchModels, loadCells, type OpenedCell, openCells, requireSome } from './open-cells.ts';
import { isSweepFolder, readCells, readPlan, resumedSweepFolder } from './plan-file.ts';

/**
 * Runs cells in blocks, one prompt on all of them, until nothing is left to tell, the prompts or the budget are used up, or
 * it is interrupted. Each cell is a run of its own below the sweep's folder. Throws UsageError, ConfigError, and EngineError
 * for a model that is not there.
 */
export async function runSweep(request: SweepRequest, opened: OpenedConfig | undefined): Promise<Sweep> {
	const { signal, listen } = request;
	const folder = request.resume === true ? resumedSweepFolder(request.out) : undefined;
	const before = folder === undefined ? undefined : readPlan(folder);
	const prepared = await prepare({ ...request, targets: [], resume: false }, opened);
	try {
		const axes = { ...configured(opened), ...request.axes };
		const asked = await sweepCells(axes, opened?.config.targets === undefined ? [] : prepared.composition.targets());
		const budgetMs = axes.budget === undefined ? undefined : durationMs(axes.budget);
		requireBudget(budgetMs, asked.length, { budget: axes.budget });
		const cells = await openCells(asked, opened);
		if (folder !== undefined && before !== undefined) requireSameSweep(before, cells, prepared, folder);
		for (const { planned } of cells) if (planned.refused !== undefined) listen?.cell?.(planned, []);
		for (const said of smallSuites(prepared.fullPlans, prepared.margin)) listen?.warning?.(said);
		await fetchModels(cells, { signal, listen });
		const plan: SweepPlan = {
			version: 1,
			startedAt: new Date().toISOString(),
			timeZone: machineZone(),
			command: repeatCommand(process.argv),
			interleaved: randomUUID(),
			suites: prepared.suites.map(({ name }) => name),
			planned: prepared.fullPlans.reduce((sum, { samples }) => sum + samples.length, 0),
			margins: prepared.margin,
			usedMs: 0,
			cells: cells.map(({ planned }) => planned),
			...before,
			limits: {
				memoryBytes: axes.maxMemory === undefined ? undefined : sizeBytes(axes.maxMemory),
				turnMs: axes.maxTurn === undefined ? undefined : durationMs(axes.maxTurn),
			},
			// Of a sweep that is resumed, on top of what it used.
			budgetMs: budgetMs === undefined ? undefined : budgetMs + (before?.usedMs ?? 0),
			outcome: undefined,
		};
		return await loadAndMeasure({ prepared, request, cells, plan, budget: axes.budget }, folder);
	} finally {
		await prepared.close();
	}
}

interface Opening {
	readonly prepared: Prepared;
	readonly request: SweepRequest;
	readonly cells: readonly OpenedCell[];
	readonly plan: SweepPlan;
	readonly budget: string | undefined;
}

/** `resumed`: folder of the sweep to go on with. */
async function loadAndMeasure(
	{ prepared, request, cells, plan, budget }: Opening,
	resumed: string | undefined,
): Promise<Sweep> {
	const { signal, listen } = request;
	const beganAt = performance.now();
	const folder = resumed ?? newSweepFolder(request.out);
	const logs = resumed === undefined ? [] : await readCells(folder, plan);
	const isOpen = (index: number): boolean =>
		plan.cells[index]?.drop === undefined && (logs[index]?.samples.length ?? 0) < plan.planned;
	const loaded = await loadCells(cells, isOpen, { signal, listen });
	try {
		for (const [index, { planned }] of loaded.entries()) {
			if (planned.refused !== undefined && cells[index]?.planned.refused === undefined) listen?.cell?.(planned, []);
		}
		requireSome(loaded);
		const budgetMs = plan.budgetMs === undefined ? undefined : plan.budgetMs - plan.usedMs;
		requireBudget(budgetMs, cells.length, { budget, loadedMs: performance.now() - beganAt });
		const live = loaded.map(({ planned, target, model }, index) => {
			const { refused } = planned;
			const { drop, apart = [] } = plan.cells[index] ?? {};
			return new LiveCell(
				{ ...planned, drop: refused === undefined ? drop : undefined, apart },
				{ target, model, log: logs[index] },
			);
		});
		return await new Measurement({
			prepared,
			request,
			plan,
			folder,
			cells: live,
			isResumed: resumed !== undefined,
			beganAt,
		}).run();
	} catch (error) {
		if (resumed === undefined) dropEmptyFolder(folder);
		throw error;
	} finally {
		await Promise.all(loaded.map(({ model }) => model?.dispose()));
	}
}

function newSweepFolder(out: string | undefined): string {
	if (out !== undefined && isSweepFolder(out)) {
		throw new UsageError(message('usage.folder-holds-run', { folder: out, resume: '--resume' }));
	}
	return newReportFolder(out, 'sweep', new Date());
}

/** Models of a config are relative to its folder. */
function configured(opened: OpenedConfig | undefined): SweepConfig {
	const { model, targets, ...others } = opened?.config.sweep ?? {};
	const folder = opened?.folder ?? process.cwd();
	return {
		...others,
		...(model !== undefined && { model: model.map((one) => targetFrom(folder, { model: one }).model ?? one) }),
		...(targets !== undefined && { targets: targets.map((target) => targetFrom(folder, target)) }),
	};
}

/** A block takes each cell a second at least, its load included. */
function requireBudget(
	budgetMs: number | undefined,
	n: number,
	{ budget = '', loadedMs }: { readonly budget?: string; readonly loadedMs?: number },
): void {
	const leastMs = (loadedMs ?? 0) + n * LEAST_MS;
	if (budgetMs === undefined || budgetMs >= (loadedMs ?? leastMs)) return;
	const loading = loadedMs === undefined ? undefined : `${Math.ceil(loadedMs / 1000)}s`;
	throw new UsageError(message('usage.sweep-budget', { budget, n, loading, least: `${Math.ceil(leastMs / 1000)}s` }));
}

const LEAST_MS = 1000;

function requireSameSweep(before: SweepPlan, cells: readonly OpenedCell[], prepared: Prepared, folder: string): void {
	const keys = (all: readonly Pick<PlannedCell, 'key'>[]): string => JSON.stringify(all.map(({ key }) => key));
	const suites = prepared.suites.map(({ name }) => name);
	const fields = [
		...(keys(before.cells) === keys(cells.map(({ planned }) => planned)) ? [] : ['cells']),
		...(JSON.stringify(before.suites) === JSON.stringify(suites) ? [] : ['suites']),
		// It is named before the run.
		...(JSON.stringify(before.margins) === JSON.stringify(prepared.margin) ? [] : ['margin']),
	];
	if (fields.length === 0) return;
	throw new UsageError(message('usage.sweep-resume-differs', { folder, fields, command: before.command }));
}
