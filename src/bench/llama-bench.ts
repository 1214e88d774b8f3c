import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Parsed } from '../base/border.ts';

const AMOUNT = z.union([
	z
		.string()
		.regex(/^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/iu)
		.transform(Number),
	z.number(),
]);
const NUMBER = AMOUNT.pipe(z.number().nonnegative());
const OPTIONAL_NUMBER = NUMBER.optional().catch(undefined);
const TEXT = z.string().min(1).optional().catch(undefined);

/** One measurement under llama-bench's column names. What the source does not report is absent. */
export interface LlamaBenchRow extends Parsed<typeof ROW> {}

const ROW = z.object({
	build_commit: TEXT,
	cpu_info: TEXT,
	backends: TEXT,
	model_filename: TEXT,
	model_type: TEXT,
	/** Bytes. */
	model_size: OPTIONAL_NUMBER,
	model_n_params: OPTIONAL_NUMBER,
	n_threads: OPTIONAL_NUMBER,
	n_prompt: NUMBER,
	n_gen: NUMBER,
	/** Older versions have no depth. */
	n_depth: NUMBER.catch(0),
	avg_ns: NUMBER,
	stddev_ns: OPTIONAL_NUMBER,
	/** Tokens per second. */
	avg_ts: NUMBER,
	stddev_ts: OPTIONAL_NUMBER,
});

/**
 * Reads the output of llama-bench with `-o csv`, `-o json` or `-o jsonl`, by the names of its columns: their order and
 * number change between versions. Lines of other programs before a CSV header are skipped. Throws where it cannot.
 */
export function parseLlamaBench(text: string): readonly LlamaBenchRow[] {
	const result = z.array(ROW).safeParse(recordsOf(text.trim()));
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
}

function recordsOf(text: string): unknown {
	if (text.startsWith('[')) return JSON.parse(text);
	if (text.startsWith('{')) return text.split('\n').map((line): unknown => JSON.parse(line));
	const lines = text.split('\n');
	const header = lines.findIndex((line) => line.includes('n_prompt') && line.includes('avg_ns'));
	if (header === -1) throw new Error('no header with n_prompt and avg_ns');
	return parse(lines.slice(header).join('\n'), { columns: true, skip_empty_lines: true });
}
