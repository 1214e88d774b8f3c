import { existsSync } from 'node:fs';
import { z } from 'zod';
import { finite, issueText, text, whole } from '../../src/base/border.ts';
import { ConfigError, EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readRegularFile, systemCode } from '../../src/base/read-file.ts';
import { writeWhole } from '../../src/base/write-file.ts';
import { plannedSamples } from '../../src/eval/missing.ts';
import { sampleKey } from '../../src/eval/sample.ts';
import { scoreSchema } from '../../src/eval/score.ts';
import type { Log } from '../../src/log/record.ts';
import { headerLine } from '../../src/log/record.ts';
import { type Baseline, baselineOf } from '../../src/summary/gate/baseline.ts';
import { requireWholeBaseline } from '../../src/summary/gate/known-metrics.ts';
import type { RunSummary } from '../../src/summary/summarize.ts';

/**
 * Keeps of a run what later gates compare with: JSON with a line per sample, so that a commit shows what changed. Throws
 * ConfigError for a run that is not whole, what {@link requireBaselinePlace} does, EnvironmentError where it cannot be
 * written.
 */
export function saveBaseline(file: string, log: Log, summary: RunSummary, source: string): void {
	requireBaselinePlace(file);
	requireWholeBaseline(log, source);
	const { metrics, samples } = baselineOf(log, summary);
	// What the template makes of the prompt is the model's, and no gate asks it.
	const { lint: _, template: __, ...kept } = log.header;
	const fields = {
		kind: KIND,
		version: 1,
		header: kept,
		metrics,
	};
	const lines = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
	const rows = samples.map((sample) => JSON.stringify(sample)).join(',\n');
	try {
		writeWhole(file, [`{\n${lines.join(',\n')},\n"samples": [\n${rows}\n]\n}\n`], { links: 'follow' });
	} catch (cause) {
		throw new EnvironmentError(message('file.unwritable', { path: file, code: systemCode(cause) }), { cause });
	}
}

/** Throws UsageError for a file that a baseline must not replace, or that would not be known as one. */
export function requireBaselinePlace(file: string): void {
	if (!file.endsWith('.json')) throw new UsageError(message('usage.baseline-not-json', { file }));
	if (!existsSync(file) || isBaseline(file)) return;
	throw new UsageError(message('usage.baseline-exists', { file }));
}

function isBaseline(file: string): boolean {
	try {
		return (JSON.parse(readRegularFile(file).toString('utf8')) as { readonly kind?: unknown } | null)?.kind === KIND;
	} catch {
		return false;
	}
}

/** Reads what {@link saveBaseline} wrote. Throws ConfigError naming file and field. */
export function loadBaseline(file: string): Baseline {
	let content: unknown;
	try {
		content = JSON.parse(readRegularFile(file).toString('utf8'));
	} catch (cause) {
		const problem =
			cause instanceof SyntaxError ? message('log.not-json') : message('file.denied', { code: systemCode(cause) });
		throw new ConfigError(message('config.baseline', { file, problem }), { cause });
	}
	const parsed = schema.safeParse(content, { error: issueText });
	if (!parsed.success) {
		const [issue] = parsed.error.issues;
		const field = issue?.path.join('.') || 'baseline';
		throw new ConfigError(message('config.baseline', { file, field, problem: issue?.message ?? '' }));
	}
	const { metrics } = parsed.data;
	const header = parsed.data.header as unknown as Baseline['header'];
	const samples = parsed.data.samples as unknown as Baseline['samples'];
	requireWholeSamples({ header, samples }, file);
	return {
		header,
		metrics,
		timesNotComparable: header.engine.timingsNotComparable,
		samples,
	};
}

/** Lines are lost in merges: a baseline has every sample that its header plans. */
function requireWholeSamples({ header, samples }: Pick<Baseline, 'header' | 'samples'>, file: string): void {
	const there = new Set(samples.map(sampleKey));
	const missing = plannedSamples({ header }).filter((sample) => !there.has(sampleKey(sample))).length;
	if (missing > 0) throw new ConfigError(message('config.gate-baseline-missing', { source: file, missing }));
}

const KIND = 'gemmark-baseline';

const schema = z.looseObject({
	kind: z.literal(KIND),
	version: z.literal(1),
	header: headerLine,
	metrics: z.record(
		text,
		z.strictObject({
			value: finite.optional(),
			open: z.union([z.tuple([finite, finite]), z.literal('any')]).optional(),
			causes: z.array(z.strictObject({ reason: text, count: whole })).optional(),
		}),
	),
	samples: z.array(
		z.strictObject({
			suite: text,
			sampleId: text,
			variant: text,
			epoch: whole,
			system: text.optional(),
			scores: z.record(text, scoreSchema),
		}),
	),
});
