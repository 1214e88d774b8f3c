import { z } from 'zod';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

/** A call that is right. */
export interface ExpectedCall {
	readonly tool: string;
	/** `*` takes anything, within objects and lists too. */
	readonly arguments: JsonObject;
	/** Further values per argument; an argument that stands only here is optional. */
	readonly acceptable?: Readonly<Record<string, readonly JsonValue[]>> | undefined;
}

const json = z.json() as z.ZodType<JsonValue>;

export const expectedCallSchema: z.ZodType<ExpectedCall> = z.strictObject({
	tool: z.string().min(1).max(200),
	arguments: z.record(z.string(), json, {
		error: ({ input }) => (input === undefined ? 'is missing ({} where the call has none)' : undefined),
	}),
	acceptable: z.record(z.string(), z.array(json).min(1)).optional(),
});

/** How the user answers a confirmation. */
export const confirmField: z.ZodType<'yes' | 'no'> = z.enum(['yes', 'no']);
