import { z } from 'zod';
import { ConfigError, issueText } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { Gate } from './gate-rule.ts';

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
