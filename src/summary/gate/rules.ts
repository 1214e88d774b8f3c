import { z } from 'zod';
import { ConfigError, issueText } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { didYouMean } from '../../text/nearest-name.ts';

/** One rule on one named metric. */
export interface GateRule {
	/** A name of `namedMetrics`, or `flips.SUITE.ARM.SCORE.{lost,gained}` against a baseline. */
	readonly metric: string;
	readonly min?: number | undefined;
	readonly max?: number | undefined;
	/** Against a baseline run: how much less, or more, than there is tolerated. */
	readonly maxDrop?: Tolerance | undefined;
	readonly maxRise?: Tolerance | undefined;
	/** A soft rule that failed, or is undecided, is told and does not hold up the gate. */
	readonly soft?: boolean | undefined;
}

/** In the metric's own unit, or a share of the baseline such as `5%`. */
export type Tolerance = number | string;

export interface Gate {
	readonly version: 1;
	readonly rules: readonly GateRule[];
}

/** With which the metrics begin that a baseline alone gives. */
export const FLIPS = 'flips.';

/** Whether the gate looks at a baseline, so that one is needed. */
export function needsBaseline(gate: Gate): boolean {
	return gate.rules.some(
		({ metric, maxDrop, maxRise }) => metric.startsWith(FLIPS) || maxDrop !== undefined || maxRise !== undefined,
	);
}

const TOLERANCE = 'must be a number of at least 0, or a share such as 5%';
const tolerance = z.union([z.number().min(0), z.string().regex(/^\d+(\.\d+)?%$/, TOLERANCE)], TOLERANCE);

const rule = z
	.strictObject({
		metric: z
			.string()
			.min(1)
			.max(200)
			.overwrite((name) => name.normalize('NFC'))
			.describe('A named metric, such as prefix.hits or frame.free.valid.'),
		min: z.number().optional().describe('Fails below this.'),
		max: z.number().optional().describe('Fails above this.'),
		maxDrop: tolerance.optional().describe('Fails further below the baseline than this, such as 0.05 or "5%".'),
		maxRise: tolerance.optional().describe('Fails further above the baseline than this, such as 200 or "10%".'),
		soft: z.boolean().optional().describe('Told when it fails, without failing the gate.'),
	})
	.refine((value) => ['min', 'max', 'maxDrop', 'maxRise'].some((key) => key in value), {
		error: 'a rule needs min, max, maxDrop or maxRise',
	})
	.refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
		error: 'min is above max, so that nothing could pass',
	});

const gateSchema = z.strictObject({ version: z.literal(1), rules: z.array(rule).min(1).max(1000) });

/** Checks a gate file that was read as YAML or JSON. Throws {@link ConfigError}. */
export function readGate(content: unknown, source: string): Gate {
	const parsed = gateSchema.safeParse(content, { error: issueText });
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? parsed.error.issues[0];
	const within = issue?.path.join('.') ?? '';
	const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	const known = Object.keys(within === '' ? gateSchema.shape : rule.shape);
	const text = unknown === undefined ? issue?.message : `is no field here${didYouMean(unknown, known)}`;
	const field = [within, unknown].filter((step) => step !== undefined && step !== '').join('.');
	const count = parsed.error.issues.reduce(
		(sum, one) => sum + (one.code === 'unrecognized_keys' ? one.keys.length : 1),
		0,
	);
	const more = count > 1 ? ` (and ${count - 1} more)` : '';
	throw new ConfigError(`${source}: ${field || 'gate'}: ${text}${more}`, {
		hint: 'A gate file has `version: 1` and `rules`, each with a metric and min, max, maxDrop or maxRise.',
	});
}

/** JSON Schema of a gate file, for editors. */
export function gateJsonSchema(): JsonObject {
	return z.toJSONSchema(gateSchema, { io: 'input' }) as JsonObject;
}

/** What a rule asks of its metric; a rule may ask several things. */
export type Check =
	| { readonly kind: 'min' | 'max'; readonly bound: number }
	| { readonly kind: 'drop' | 'rise'; readonly bound: Tolerance };

export function checksOf({ min, max, maxDrop, maxRise }: GateRule): readonly Check[] {
	return [
		...(min === undefined ? [] : [{ kind: 'min' as const, bound: min }]),
		...(max === undefined ? [] : [{ kind: 'max' as const, bound: max }]),
		...(maxDrop === undefined ? [] : [{ kind: 'drop' as const, bound: maxDrop }]),
		...(maxRise === undefined ? [] : [{ kind: 'rise' as const, bound: maxRise }]),
	];
}

/** Whether it looks at a baseline. */
export function compares({ kind }: Check): boolean {
	return kind === 'drop' || kind === 'rise';
}

/** Whether a value passes; `before` is the baseline's, and is not looked at where the check does not compare. */
export function holds({ kind, bound }: Check, value: number, before: number): boolean {
	switch (kind) {
		case 'min':
			return value >= bound;
		case 'max':
			return value <= bound;
		case 'drop':
			return before - value <= inUnits(bound, before) + ROUNDING;
		case 'rise':
			return value - before <= inUnits(bound, before) + ROUNDING;
	}
}

/** 0.9 - 0.85 is a little more than 0.05 in binary. */
const ROUNDING = 1e-9;

/** A share of a baseline that could be anything is no tolerance. */
function inUnits(bound: Tolerance, baseline: number): number {
	if (typeof bound === 'number') return bound;
	return Number.isFinite(baseline) ? (Number.parseFloat(bound) / 100) * Math.abs(baseline) : 0;
}

/** Such as `>= 5`. */
export function expectation(check: Check): string {
	switch (check.kind) {
		case 'min':
			return `>= ${check.bound}`;
		case 'max':
			return `<= ${check.bound}`;
		case 'drop':
			return `at most ${check.bound} below the baseline`;
		case 'rise':
			return `at most ${check.bound} above the baseline`;
	}
}
