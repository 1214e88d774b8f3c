import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { parseAt } from '../../src/base/border.ts';
import { LogError, UsageError } from '../../src/base/errors.ts';
import { english, message, type Said } from '../../src/base/message.ts';
import { LATEST, LOG_NAME, writeReport } from '../../src/log/folder.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import type { Drop } from '../../src/summary/sweep/drops.ts';
import type { PlannedCell, SweepPlan } from '../../src/summary/sweep/plan.ts';
import { warned } from '../results/read-run.ts';

const PLAN_NAME = 'sweep-plan.json';

const said: z.ZodType<Said> = z.union([
	z.string(),
	z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }),
]) as unknown as z.ZodType<Said>;
const amount = z.number().min(0);
const drop: z.ZodType<Drop> = z.discriminatedUnion('rule', [
	z.object({ rule: z.literal('memory'), peakBytes: amount, limitBytes: amount }),
	z.object({ rule: z.literal('time'), over: amount, n: amount, limitMs: amount }),
	z.object({ rule: z.literal('slower'), than: amount, slower: amount, faster: amount }),
	z.object({ rule: z.literal('quality'), lost: amount, gained: amount, reference: amount }),
]);
const cell: z.ZodType<PlannedCell> = z.object({
	name: z.string(),
	folder: z.string().regex(/^\d+-[^/\\]+$/u),
	key: z.string(),
	runner: z.string(),
	model: z.string().optional(),
	threads: amount.optional(),
	kvCacheType: z.string().optional(),
	contextSize: amount.optional(),
	flashAttention: z.boolean().optional(),
	refused: said.optional(),
	drop: drop.optional(),
	apart: z.array(z.string()),
});
const plan: z.ZodType<SweepPlan> = z.object({
	version: z.literal(1),
	startedAt: z.string(),
	timeZone: z.string().optional(),
	command: z.string(),
	interleaved: z.string(),
	suites: z.array(z.string()),
	planned: amount,
	margins: z.union([z.number(), z.record(z.string(), z.number())]).optional(),
	limits: z.object({ memoryBytes: amount.optional(), turnMs: amount.optional() }),
	budgetMs: amount.optional(),
	usedMs: amount,
	outcome: z.enum(['complete', 'settled', 'budget', 'interrupted']).optional(),
	cells: z.array(cell).min(1),
});

/** Whether it is the folder of a sweep. */
export function isSweepFolder(folder: string): boolean {
	return existsSync(join(folder, PLAN_NAME));
}

/** Throws {@link LogError} for a plan that cannot be read. */
export function readPlan(folder: string): SweepPlan {
	const file = join(folder, PLAN_NAME);
	try {
		const read = parseAt(plan, JSON.parse(readFileSync(file, 'utf8')));
		if ('value' in read) return read.value;
		throw new LogError(message('log.not-a-plan', { file, problem: `${read.field} ${english(read.problem)}` }));
	} catch (cause) {
		if (!(cause instanceof SyntaxError)) throw cause;
		throw new LogError(message('log.not-a-plan', { file, problem: cause.message }), { cause });
	}
}

export function writePlan(folder: string, plan: SweepPlan): void {
	writeReport(folder, PLAN_NAME, `${JSON.stringify(plan, undefined, '\t')}\n`);
}

/** Folder of the sweep to resume: `--out`, or the newest. Throws {@link UsageError} without one. */
export function resumedSweepFolder(out: string | undefined): string {
	const folder = resolve(out ?? LATEST);
	// A sweep that was killed leaves `latest` at a cell of it.
	const found = [folder, ...(existsSync(folder) ? [realpathSync(folder), dirname(realpathSync(folder))] : [])].find(
		isSweepFolder,
	);
	if (found === undefined) throw new UsageError(message('usage.sweep-no-resume', { folder }));
	return realpathSync(found);
}

/** The logs of a sweep's cells, in order; undefined for one without. */
export async function readCells(folder: string, { cells }: SweepPlan): Promise<readonly (Log | undefined)[]> {
	return Promise.all(
		cells.map(async (one) => {
			const file = join(folder, one.folder, LOG_NAME);
			return existsSync(file) ? warned(await readLogFile(file)) : undefined;
		}),
	);
}
