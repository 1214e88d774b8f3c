import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, EnvironmentError } from '../errors/gemmark-error.ts';
import { issueText } from '../errors/issue-text.ts';
import { type Baseline, baselineOf } from '../eval/gate/baseline.ts';
import { requireWholeBaseline } from '../eval/gate/gate-metrics.ts';
import type { Bounds } from '../eval/gate/metric-bounds.ts';
import { systemCode, writeWhole } from '../files/write-whole.ts';
import { header } from '../log/header-schema.ts';
import { finite, text, whole } from '../log/logged-value.ts';
import type { Log } from '../log/record.ts';
import { score } from '../log/sample-schema.ts';

/**
 * Keeps of a run what later gates compare with: JSON with a line per sample, so that a commit shows what changed. Throws
 * ConfigError for a run that is not whole, EnvironmentError where it cannot be written.
 */
export function saveBaseline(file: string, log: Log, source: string): void {
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
		writeWhole(file, [`{\n${lines.join(',\n')},\n"samples": [\n${rows}\n]\n}\n`]);
	} catch (cause) {
		throw new EnvironmentError(`${file}: cannot be written (${systemCode(cause)})`, {
			hint: 'Choose another file.',
			cause,
		});
	}
}

/** Reads what {@link saveBaseline} wrote. Throws ConfigError naming file and field. */
export function loadBaseline(file: string): Baseline {
	let content: unknown;
	try {
		content = JSON.parse(readFileSync(file, 'utf8'));
	} catch (cause) {
		const why = cause instanceof SyntaxError ? 'is no JSON' : `cannot be read (${systemCode(cause)})`;
		throw new ConfigError(`${file}: ${why}`, { hint: HINT, cause });
	}
	const parsed = schema.safeParse(content, { error: issueText });
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new ConfigError(`${file}: ${issue?.path.join('.') || 'baseline'}: ${issue?.message}`, { hint: HINT });
	}
	const { header, metrics, bounds, samples } = parsed.data;
	return {
		header: header as unknown as Baseline['header'],
		metrics: new Map(Object.entries(metrics)),
		bounds: new Map(Object.entries(bounds).map(([name, ends]) => [name, unbounded(ends)])),
		samples: samples as unknown as Baseline['samples'],
	};
}

const KIND = 'gemmark-baseline';
const HINT = 'Write one with: gemmark gate RUN --save-baseline FILE, or name a run.';

const end = finite.nullable();
const schema = z.looseObject({
	kind: z.literal(KIND),
	version: z.literal(1),
	header,
	metrics: z.record(text, finite),
	bounds: z.record(text, z.strictObject({ low: end, high: end, unscored: whole })),
	samples: z.array(
		z.strictObject({ suite: text, sampleId: text, arm: text, epoch: whole, scores: z.record(text, score) }),
	),
});

/** JSON has no infinity: what could be anything has null for its ends. */
function unbounded({
	low,
	high,
	unscored,
}: { readonly [End in 'low' | 'high']: number | null } & Pick<Bounds, 'unscored'>): Bounds {
	return { low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY, unscored };
}
