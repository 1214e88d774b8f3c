import { z } from 'zod';
import type { JsonObject, JsonValue } from '../json/json-value.ts';

/** A call that is right. */
export interface ExpectedCall {
	readonly tool: string;
	/** Arguments that must be there. */
	readonly arguments: JsonObject;
	/**
	 * Further values per argument. An argument that stands only here is optional. The value `*` accepts anything, as for
	 * free text that no two people would write alike.
	 */
	readonly acceptable?: Readonly<Record<string, readonly JsonValue[]>>;
}

const json = z.json() as z.ZodType<JsonValue>;

/** As corpora and logs have it. */
export const expectedCallSchema: z.ZodType<ExpectedCall> = z
	.object({
		tool: z.string(),
		arguments: z.record(z.string(), json),
		acceptable: z.record(z.string(), z.array(json)).optional(),
	})
	.transform(({ acceptable, ...call }) => (acceptable === undefined ? call : { ...call, acceptable }));

/** Back to JSON. */
export function expectedCallToLog({ tool, arguments: args, acceptable }: ExpectedCall): JsonObject {
	return { tool, arguments: args, ...(acceptable === undefined ? {} : { acceptable }) };
}
