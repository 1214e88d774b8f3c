import { counted } from '../text/counted.ts';
import type { EngineSpeed } from './bench-report.ts';
import type { LlamaBenchRow } from './llama-bench.ts';
import { cell, table } from './markdown-table.ts';
import { type SpeedRow, testName } from './speed-row.ts';

/** Speed runs as Markdown, beside llama-bench's where it ran. */
export function engineLines({ rows, llamaBench, withoutLlamaBench }: EngineSpeed): readonly string[] {
	const compared = llamaBench !== undefined;
	return [
		...subjectLine(rows),
		table(
			[
				'test',
				'state',
				'tokens/s',
				'TTFT ms p50',
				'p90',
				'p99',
				'ms/token p50',
				'p90',
				'p99',
				'load ms',
				...(compared ? ['llama-bench', 'gap'] : []),
			],
			rows.map((row) => [
				testName(row),
				row.state,
				`${row.avg_ts.toFixed(1)}${row.stddev_ts === undefined ? '' : ` ± ${row.stddev_ts.toFixed(1)}`}`,
				...[row.ttft_ms?.p50, row.ttft_ms?.p90, row.ttft_ms?.p99].map((ms) => ms?.toFixed(1) ?? ''),
				...[row.itl_ms?.p50, row.itl_ms?.p90, row.itl_ms?.p99].map((ms) => ms?.toFixed(2) ?? ''),
				row.load_ms?.p50?.toFixed(0) ?? '',
				...(compared ? beside(row, llamaBench) : []),
			]),
		),
		...(withoutLlamaBench === undefined ? [] : [withoutLlamaBench]),
	];
}

/** What was measured, as far as it is known. */
function subjectLine(rows: readonly SpeedRow[]): readonly string[] {
	const [subject] = rows;
	if (subject === undefined) return [];
	const { model_filename, model_type, build_commit, backends } = subject;
	const type = model_type === undefined ? '' : ` (${cell(model_type)})`;
	const rest = [threadsOf(rows), build_commit && cell(build_commit), backends && cell(backends)];
	return [[`${cell(model_filename)}${type}`, ...rest.filter((part) => part !== undefined)].join(', ')];
}

/** Of prompts and of output, which may have numbers of their own. */
function threadsOf(rows: readonly SpeedRow[]): string | undefined {
	const prompt = rows.find(({ n_gen }) => n_gen === 0)?.n_threads;
	const output = rows.find(({ n_gen }) => n_gen > 0)?.n_threads;
	if (prompt === undefined || output === undefined || prompt === output) {
		const threads = output ?? prompt;
		return threads === undefined ? undefined : counted(threads, 'thread');
	}
	return `${counted(prompt, 'thread')} for prompts and ${output} for output`;
}

/** llama-bench's figure for the same test, and what of it the binding reaches. */
function beside(row: SpeedRow, others: readonly LlamaBenchRow[]): readonly string[] {
	const same = others.find(
		(other) =>
			row.state === 'warm' &&
			other.nPrompt === row.n_prompt &&
			other.nGen === row.n_gen &&
			other.nDepth === row.n_depth &&
			(other.threads === undefined || other.threads === row.n_threads),
	);
	if (same === undefined) return ['', ''];
	return [same.avgTs.toFixed(1), `${((row.avg_ts / same.avgTs - 1) * 100).toFixed(1)} %`];
}
