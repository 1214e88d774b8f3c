import { z } from 'zod';
import type { JsonValue } from '../json/json-value.ts';
import { lookedInTime } from './given-pattern.ts';

/**
 * A JSON Schema that came as data, such as a tool's parameter: one with patterns throws Overtime where they come to no end
 * about a value. Throws an `Error` for what is no schema.
 */
export function givenSchema(declared: JsonValue | undefined): z.ZodType {
	// Our JSON is zod's, which only does not know that it is read-only.
	const schema = z.fromJSONSchema(declared as Parameters<typeof z.fromJSONSchema>[0], { registry: z.registry() });
	const written = JSON.stringify(declared) ?? '';
	if (!written.includes('"pattern')) return schema;
	const { run } = schema._zod;
	schema._zod.run = (payload, context) => lookedInTime(written, () => run(payload, context));
	return schema;
}
