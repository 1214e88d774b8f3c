import { z } from 'zod';
import { KV_CACHE_TYPES } from '../model/runner.ts';
import type { SweepConfig, TargetConfig } from './define.ts';

/** Milliseconds of `800ms`, `90s`, `30m` or `2h`; undefined for anything else. */
export function durationMs(text: string): number | undefined {
	const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)$/u.exec(text) ?? [];
	const ms = Number(amount) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit ?? ''] ?? Number.NaN);
	return ms > 0 ? ms : undefined;
}

/** Bytes of `900MB` or `1.5GB`, in decimal units; undefined for anything else. */
export function sizeBytes(text: string): number | undefined {
	const [, amount, unit] = /^(\d+(?:\.\d+)?) ?(MB|GB)$/iu.exec(text) ?? [];
	const bytes = Number(amount) * ({ MB: 1e6, GB: 1e9 }[unit?.toUpperCase() ?? ''] ?? Number.NaN);
	return bytes > 0 ? bytes : undefined;
}

const BUDGET = 'must be a time, such as 90s, 30m or 2h';
const MEMORY = 'must be a size, such as 900MB or 1.5GB';
const TURN = 'must be a time, such as 800ms or 5s';

/** The field `sweep` of a config. */
export function sweepSchema(target: z.ZodType<TargetConfig>): z.ZodType<SweepConfig> {
	const list = <T>(one: z.ZodType<T>, description: string): z.ZodOptional<z.ZodArray<z.ZodType<T>>> =>
		z.array(one).min(1).describe(description).optional();
	return z.strictObject({
		model: list(z.string().min(1), 'Models, as the runners take them.'),
		runner: list(z.string().min(1), 'Runners; an http address is a server of the runner openai.'),
		threads: list(z.int().min(1).max(1024), 'Engine threads.'),
		kv: list(z.enum(KV_CACHE_TYPES), 'Types of cached keys and values.'),
		context: list(z.int().min(256), 'Context sizes, tokens.'),
		flashAttention: list(z.boolean(), 'Without and with flash attention.'),
		targets: list(target, 'Further cells, each a target.'),
		budget: z
			.string()
			.refine((text) => durationMs(text) !== undefined, BUDGET)
			.describe('Time limit of the sweep: 90s, 30m, 2h.')
			.optional(),
		maxMemory: z
			.string()
			.refine((text) => sizeBytes(text) !== undefined, MEMORY)
			.describe('Limit of the peak memory of a cell: 900MB, 1.5GB.')
			.optional(),
		maxTurn: z
			.string()
			.refine((text) => durationMs(text) !== undefined, TURN)
			.describe('Limit of the typical turn of a cell: 800ms, 5s.')
			.optional(),
	});
}
