import { z } from 'zod';
import type { CorpusCall } from '../../corpus/corpus-call.ts';
import type { JsonObject, JsonValue } from '../../json/json-value.ts';

/** A call that is right. */
export type ExpectedCall = CorpusCall;

const json = z.json() as z.ZodType<JsonValue>;

/** As logs have it: loose, because a log may be of a later gemmark. */
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
