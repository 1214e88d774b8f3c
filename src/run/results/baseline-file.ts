import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, EnvironmentError, issueText, UsageError } from '../../base/errors.ts';
import { counted } from '../../base/message.ts';
import { readRegularFile, systemCode } from '../../base/read-file.ts';
import { writeWhole } from '../../base/write-file.ts';
import { plannedSamples } from '../../eval/absent.ts';
import type { EvaluatedRun } from '../../eval/run.ts';
import { sampleKey } from '../../eval/sample.ts';
import type { Log } from '../../log/record.ts';
import { score } from '../../log/sample-schema.ts';
import { finite, text, whole } from '../../log/schema/logged-value.ts';
import { header } from '../../log/schema.ts';
import { type Baseline, baselineOf, requireWholeBaseline } from '../../summary/gate/baseline.ts';
import { type Bounds, scoreMetrics } from '../../summary/metrics.ts';

/**
 * Keeps of a run what later gates compare with: JSON with a line per sample, so that a commit shows what changed. Throws
 * ConfigError for a run that is not whole, what {@link requireBaselinePlace} does, EnvironmentError where it cannot be
 * written.
 */
export function saveBaseline(file: string, log: Log, source: string): void {
	requireBaselinePlace(file);
	requireWholeBaseline(log, source);
	const { metrics, bounds = new Map(), samples } = baselineOf(log);
	// What the template makes of the prompt is the model's, and no gate asks it.
	const { lint: _, template: __, ...kept } = log.header;
	const fields = {
		kind: KIND,
		version: 1,
		header: kept,
		metrics: Object.fromEntries(metrics),
		bounds: Object.fromEntries(bounds),
	};
	const lines = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
	const rows = samples.map((sample) => JSON.stringify(sample)).join(',\n');
	try {
		writeWhole(file, [`{\n${lines.join(',\n')},\n"samples": [\n${rows}\n]\n}\n`], { links: 'follow' });
	} catch (cause) {
		throw new EnvironmentError(`${file}: cannot be written (${systemCode(cause)})`, {
			hint: 'Choose another file.',
			cause,
		});
	}
}

/** Throws UsageError for a file that a baseline must not replace, or that would not be known as one. */
export function requireBaselinePlace(file: string): void {
	if (!file.endsWith('.json')) {
		throw new UsageError(`--save-baseline ${file}: a baseline is a .json file`, {
			hint: 'Name one, such as baseline.json.',
		});
	}
	if (!existsSync(file) || isBaseline(file)) return;
	throw new UsageError(`--save-baseline ${file}: is there, and no baseline of gemmark`, { hint: 'Name another file.' });
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
		const why = cause instanceof SyntaxError ? 'is no JSON' : `cannot be read (${systemCode(cause)})`;
		throw new ConfigError(`${file}: ${why}`, { hint: HINT, cause });
	}
	const parsed = schema.safeParse(content, { error: issueText });
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new ConfigError(`${file}: ${issue?.path.join('.') || 'baseline'}: ${issue?.message}`, { hint: HINT });
	}
	const { metrics, bounds } = parsed.data;
	const header = parsed.data.header as unknown as Baseline['header'];
	const samples = parsed.data.samples as unknown as Baseline['samples'];
	requireWholeSamples({ header, samples, metrics }, file);
	return {
		header,
		metrics: new Map(Object.entries(metrics)),
		bounds: new Map(Object.entries(bounds).map(([name, ends]) => [name, unbounded(ends)])),
		timesSayNothing: header.engine.timingsNotComparable,
		samples,
	};
}

/** Lines are lost in merges: a baseline has every sample that its header plans, and what they come to. */
function requireWholeSamples(
	{
		header,
		samples,
		metrics,
	}: Pick<Baseline, 'header' | 'samples'> & { readonly metrics: Readonly<Record<string, number>> },
	file: string,
): void {
	const there = new Set(samples.map(sampleKey));
	const planned = plannedSamples({ header });
	if (!planned.every((sample) => there.has(sampleKey(sample)))) {
		throw new ConfigError(
			`${file}: it has ${samples.length} of the ${counted(planned.length, 'sample')} that its header plans`,
			{
				hint: HINT,
			},
		);
	}
	// What was asked and answered is not kept, and no score metric looks at it.
	const scored = samples.map((sample) => ({ ...sample, sample: { id: sample.sampleId, input: '' } }));
	for (const [metric, value] of scoreMetrics({ header, samples: scored as unknown as EvaluatedRun['samples'] })) {
		if (Math.abs(value - (metrics[metric] ?? Number.NaN)) < 1e-9) continue;
		throw new ConfigError(`${file}: metrics.${metric} is not what its samples come to`, { hint: HINT });
	}
}

const KIND = 'gemmark-baseline';
const HINT = 'Write one with: gemmark gate RUN --save-baseline FILE, or name a run.';

const end = finite.nullable();
const causes = z.array(z.strictObject({ reason: text, count: whole }));
const schema = z.looseObject({
	kind: z.literal(KIND),
	version: z.literal(1),
	header,
	metrics: z.record(text, finite),
	bounds: z.record(
		text,
		z.strictObject({ low: end, high: end, unscored: whole, cut: z.boolean().optional(), causes: causes.optional() }),
	),
	samples: z.array(
		z.strictObject({
			...{ suite: text, sampleId: text, arm: text, epoch: whole },
			system: text.optional(),
			scores: z.record(text, score),
		}),
	),
});

/** JSON has no infinity: what could be anything has null for its ends. */
function unbounded({ low, high, ...rest }: KeptBounds): Bounds {
	return { ...rest, low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY };
}

type KeptBounds = { readonly [End in 'low' | 'high']: number | null } & Pick<Bounds, 'unscored' | 'cut' | 'causes'>;
