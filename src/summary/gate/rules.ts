import { z } from 'zod';
import { issueText, numberOrShare } from '../../base/border.ts';
import { ConfigError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Message, message } from '../../base/message.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { ROUNDING } from './paired.ts';
import { PINS } from './pins.ts';

/** In the metric's unit, or a share of the baseline such as `5%`. */
type Tolerance = number | string;

/** One rule on one named metric. */
export interface GateRule {
	/** A name of `RunSummary.metrics`, `verdict.path` or `SUITE.verdict.path`, or `flips.SUITE.VARIANT.SCORE.{lost,gained}` against a baseline. */
	readonly metric: string;
	readonly min?: number;
	readonly max?: number;
	/** Of `verdict.path`: the path that must stand, after people's labels; of a field of the run's identity: its value. */
	readonly equals?: string;
	/** Tolerated difference from the baseline. */
	readonly maxDrop?: Tolerance;
	readonly maxRise?: Tolerance;
	/** With `equals`: the path must be settled too, else the rule is undecided. */
	readonly certainty?: 'settled';
	/** With `maxDrop` or `maxRise` of a rate: a change that is not certain to be within the bound is undecided. */
	readonly strict?: boolean;
	/** A soft rule that fails, or is undecided, is reported but does not fail the gate. */
	readonly soft?: boolean;
}

export interface Gate {
	readonly version: 1;
	readonly rules: readonly GateRule[];
}

/** Prefix of the metrics that need a baseline. */
export const FLIPS = 'flips.';

/** Whether the gate needs a baseline. */
export function needsBaseline({ rules }: Gate): boolean {
	return rules.some((rule) => rule.metric.startsWith(FLIPS) || checksOf(rule).some(compares));
}

/** One requirement of a rule. */
export type Check = NumberCheck | { readonly kind: 'equals'; readonly bound: string };

export type NumberCheck =
	| { readonly kind: 'min' | 'max'; readonly bound: number }
	| { readonly kind: 'maxDrop' | 'maxRise'; readonly bound: Tolerance };

export function checksOf({ min, max, equals, maxDrop, maxRise }: Omit<GateRule, 'metric'>): readonly Check[] {
	return [
		...(min === undefined ? [] : [{ kind: 'min' as const, bound: min }]),
		...(max === undefined ? [] : [{ kind: 'max' as const, bound: max }]),
		...(equals === undefined ? [] : [{ kind: 'equals' as const, bound: equals }]),
		...(maxDrop === undefined ? [] : [{ kind: 'maxDrop' as const, bound: maxDrop }]),
		...(maxRise === undefined ? [] : [{ kind: 'maxRise' as const, bound: maxRise }]),
	];
}

/** Whether a check compares with a baseline. */
export function compares({ kind }: Check): boolean {
	return kind === 'maxDrop' || kind === 'maxRise';
}

/** Whether a value passes; `before` is the baseline's, ignored unless the check compares. */
export function holds({ kind, bound }: NumberCheck, value: number, before: number): boolean {
	switch (kind) {
		case 'min':
			return value >= bound;
		case 'max':
			return value <= bound;
		case 'maxDrop':
			return before - value <= inUnits(bound, before) + ROUNDING;
		case 'maxRise':
			return value - before <= inUnits(bound, before) + ROUNDING;
	}
}

export function inUnits(bound: Tolerance, baseline: number): number {
	return typeof bound === 'number' ? bound : (Number.parseFloat(bound) / 100) * Math.abs(baseline);
}

/** The requirement in words. */
export function expectation({ kind, bound }: Check): Message {
	return message(EXPECTATIONS[kind], { bound });
}

const EXPECTATIONS = {
	min: 'gate.at-least',
	max: 'gate.at-most',
	equals: 'gate.equals',
	maxDrop: 'gate.drop',
	maxRise: 'gate.rise',
} as const;

/** `verdict.path` of the suite that decides, or `SUITE.verdict.path`. */
function isPathMetric(metric: string): boolean {
	return metric === PATH_METRIC || metric.endsWith(`.${PATH_METRIC}`);
}

/** The names of a suite's path; the short one where no other suite decides. */
export function pathNames(suite: string, deciding: number): readonly string[] {
	return [`${suite}.${PATH_METRIC}`, ...(deciding === 1 ? [PATH_METRIC] : [])];
}

const PATH_METRIC = 'verdict.path';

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
		min: numberOrShare.optional().describe('Fails below this, such as 0.6 or "60%".'),
		max: numberOrShare.optional().describe('Fails above this, such as 0.05 or "5%".'),
		equals: z
			.union([z.string().min(1).max(300), z.number(), z.boolean()])
			.overwrite(String)
			.optional()
			.describe(
				'For verdict.path: the required path, such as "A"; for a field such as engine.version: its value. Undecided never passes.',
			) as z.ZodType<string | undefined>,
		maxDrop: tolerance.optional().describe('Fails further below the baseline than this, such as 0.05 or "5%".'),
		maxRise: tolerance.optional().describe('Fails further above the baseline than this, such as 200 or "10%".'),
		certainty: z
			.literal('settled')
			.optional()
			.describe('With equals: a path that is narrow or borderline leaves the rule undecided.'),
		strict: z
			.boolean()
			.optional()
			.describe('With maxDrop or maxRise of a rate: undecided unless the change is certain to be within it.'),
		soft: z.boolean().optional().describe('A failure is reported, but does not fail the gate.'),
	})
	.refine((value) => checksOf(value).length > 0, { error: 'a rule needs min, max, equals, maxDrop or maxRise' })
	.refine(({ certainty, equals }) => certainty === undefined || equals !== undefined, {
		error: 'certainty goes with equals',
	})
	.refine(({ strict, maxDrop, maxRise }) => strict === undefined || (maxDrop ?? maxRise) !== undefined, {
		error: 'strict goes with maxDrop or maxRise',
	})
	.refine(({ metric, equals }) => (isPathMetric(metric) || PINS.includes(metric)) === (equals !== undefined), {
		error: ({ input }) => {
			const { metric, equals } = input as { readonly metric: string; readonly equals?: unknown };
			const near = equals === undefined ? undefined : nearestName(metric, PINS);
			return `verdict.path and fields of a run's identity take equals, and only they do${near === undefined ? '' : `; did you mean '${near}'?`}`;
		},
	})
	.refine(({ min, max }) => min === undefined || max === undefined || min <= max, {
		error: 'min is above max, so that nothing could pass',
	});

/** Counts, times and sizes, of which a percentage is no bound. */
const NO_SHARE = /\.(?:n|hits|misses|unscored|lost|gained|mean|p\d+|\w+Ms|\w+Bytes)$/u;
const PERCENT_RULE = z.looseObject({ metric: z.string().regex(NO_SHARE), bound: z.string().regex(/%$/) });

/** The first percentage that bounds no share: after parsing it is a number like any other. */
function percentProblem(content: unknown): string | undefined {
	const rules: unknown = (content as { readonly rules?: unknown } | undefined)?.rules;
	for (const [index, one] of (Array.isArray(rules) ? rules : []).entries()) {
		const field = ['min', 'max'].find((name) => PERCENT_RULE.safeParse({ ...one, bound: one?.[name] }).success);
		if (field !== undefined) return `rules.${index}.${field}`;
	}
	return undefined;
}

const gateSchema = z.strictObject({ version: z.literal(1), rules: z.array(rule).min(1).max(1000) });

/** Parses the content of a gate file. Throws {@link ConfigError}. */
export function readGate(content: unknown, source: string): Gate {
	const parsed = gateSchema.safeParse(content, { error: issueText });
	const percent = parsed.success ? percentProblem(content) : undefined;
	if (percent !== undefined) {
		const problem = 'must be a number, because the metric is not a share';
		throw new ConfigError(message('config.gate-field', { source, field: percent, problem }));
	}
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues.find(({ code }) => code === 'unrecognized_keys') ?? parsed.error.issues[0];
	const within = issue?.path.join('.') ?? '';
	const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	const field = [within, unknown].filter(Boolean).join('.') || 'gate';
	if (unknown === undefined)
		throw new ConfigError(message('config.gate-field', { source, field, problem: issue?.message ?? '' }));
	const near = nearestName(unknown, Object.keys(within === '' ? gateSchema.shape : rule.shape));
	throw new ConfigError(message('config.gate-unknown-field', { source, field, near }));
}

/** JSON Schema of a gate file, for editors. */
export function gateJsonSchema(): JsonObject {
	const { properties, ...schema } = z.toJSONSchema(gateSchema, { io: 'input' }) as JsonObject;
	return { ...schema, properties: { $schema: { type: 'string' }, ...(properties as JsonObject) } };
}
