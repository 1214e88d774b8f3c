import { totalmem } from 'node:os';
import { basename } from 'node:path';
import { EngineError, GemmarkError, UsageError } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/json.ts';
import { message, type Said } from '../../src/base/message.ts';
import { slug } from '../../src/log/folder.ts';
import type { LoadedModel, ProbedThreads } from '../../src/model/runner.ts';
import type { PlannedCell } from '../../src/summary/sweep/plan.ts';
import { checkTarget, load, modelFile, type OpenedTarget, openTarget } from '../compose/load.ts';
import type { OpenedConfig } from '../compose/open-config.ts';
import type { RunRequest } from '../prepare.ts';
import { type AskedCell, cellKey } from './cells.ts';

/** A cell and the target that its run is. Refused ones have none. */
export interface OpenedCell {
	readonly planned: PlannedCell;
	readonly target?: OpenedTarget;
}

/**
 * Checks all cells as far as files on this machine show it. What an engine cannot do is a refused cell; a model file that is
 * not there is the operator's mistake. Throws UsageError where no cell is left.
 */
export async function openCells(
	asked: readonly AskedCell[],
	opened: OpenedConfig | undefined,
): Promise<readonly OpenedCell[]> {
	const cells: OpenedCell[] = [];
	for (const [index, one] of asked.entries()) {
		const planned = await plannedCell(one, index);
		const { refused } = one;
		cells.push(refused === undefined ? await openCell(planned, one, opened) : { planned: { ...planned, refused } });
	}
	requireSome(cells);
	return cells;
}

async function openCell(
	planned: PlannedCell,
	{ target, name }: AskedCell,
	opened: OpenedConfig | undefined,
): Promise<OpenedCell> {
	try {
		const found = await openTarget({ ...target, name }, opened);
		await checkTarget(found);
		return { planned, target: found };
	} catch (error) {
		if (!(error instanceof GemmarkError)) throw error;
		if (error instanceof EngineError && error.failure === 'model-missing') throw error;
		return { planned: { ...planned, refused: refusal(error) } };
	}
}

/** Throws {@link UsageError} with the first reason where every cell is refused. */
export function requireSome(cells: readonly OpenedCell[]): void {
	if (cells.some(({ target }) => target !== undefined)) return;
	const [first] = cells;
	const problem = first?.planned.refused ?? '';
	throw new UsageError(message('usage.sweep-all-refused', { n: cells.length, problem }));
}

async function plannedCell({ name, target }: AskedCell, index: number): Promise<PlannedCell> {
	const { model, runner = 'llama-cpp', threads, kvCacheType, contextSize, flashAttention } = target;
	return {
		name,
		folder: `${index + 1}-${slug(name)}`,
		key: await sha256(cellKey(target)),
		runner: typeof runner === 'string' ? runner : runner.name,
		model: model === undefined ? undefined : basename(model),
		threads: typeof threads === 'number' ? threads : undefined,
		kvCacheType: typeof kvCacheType === 'string' ? kvCacheType : undefined,
		contextSize: typeof contextSize === 'number' ? contextSize : undefined,
		flashAttention: typeof flashAttention === 'boolean' ? flashAttention : undefined,
		apart: [],
	};
}

/** Downloads what is missing, so that it takes nothing of the budget. */
export async function fetchModels(
	cells: readonly OpenedCell[],
	{ signal, listen }: Pick<RunRequest, 'signal' | 'listen'>,
): Promise<void> {
	const references = cells.flatMap(({ target }) =>
		target?.runner.modelSource === 'gguf-file' && target.model !== undefined ? target.model : [],
	);
	for (const reference of new Set(references)) await modelFile(reference, signal, listen);
}

interface LoadedCell extends OpenedCell {
	readonly model?: LoadedModel;
}

/**
 * Loads all cells that `wanted` names, and keeps them: a cell for which the memory of this machine is too small beside those
 * before it, and one that its engine refuses, is refused. Disposes of all where it throws.
 */
export async function loadCells(
	cells: readonly OpenedCell[],
	wanted: (index: number) => boolean,
	{ signal, listen }: Pick<RunRequest, 'signal' | 'listen'>,
): Promise<readonly LoadedCell[]> {
	const loaded: LoadedCell[] = [];
	const probed = new Map<string, ProbedThreads>();
	const peaks: { readonly model: string | undefined; readonly runner: string; readonly bytes: number }[] = [];
	try {
		for (const [index, cell] of cells.entries()) {
			const { target, planned } = cell;
			if (target === undefined || !wanted(index)) {
				loaded.push(cell);
				continue;
			}
			const tight = tooTight(target, peaks);
			if (tight !== undefined) {
				loaded.push({ planned: { ...planned, refused: tight } });
				continue;
			}
			try {
				// Every sample of a sweep is timed.
				const model = await load(target, { signal, listen, repeats: 'evaluate' }, probed);
				loaded.push({ ...cell, model });
				const bytes = Math.max((await model.peakRssBytes()) ?? 0, model.identity.sizeBytes ?? 0);
				peaks.push({ model: target.model, runner: target.runner.name, bytes });
			} catch (error) {
				if (!(error instanceof GemmarkError) || signal?.aborted === true) throw error;
				loaded.push({ planned: { ...planned, refused: refusal(error) } });
			}
		}
		return loaded;
	} catch (error) {
		await Promise.all(loaded.map(({ model }) => model?.dispose()));
		throw error;
	}
}

/** What the same model took before, on the same engine. */
function tooTight(
	{ model, runner }: OpenedTarget,
	peaks: readonly { readonly model: string | undefined; readonly runner: string; readonly bytes: number }[],
): Said | undefined {
	const same = peaks.filter((peak) => peak.model === model && peak.runner === runner.name).map(({ bytes }) => bytes);
	const needed = Math.max(0, ...same);
	const used = peaks.reduce((sum, { bytes }) => sum + bytes, 0);
	const limit = process.constrainedMemory();
	const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
	if (used + needed <= memory) return undefined;
	return message('sweep.no-memory', { used: gigabytes(used), memory: gigabytes(memory), needed: gigabytes(needed) });
}

function gigabytes(bytes: number): string {
	return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** The message carries its own remedy, where it has one. */
function refusal({ said, hint }: GemmarkError): Said {
	return said.code === 'said' && hint !== undefined ? `${String(said.params.text)}. ${hint}` : said;
}
