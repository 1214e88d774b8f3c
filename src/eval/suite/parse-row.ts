import { LogError } from '../../errors/gemmark-error.ts';
import type { JsonObject } from '../../json/json-value.ts';
import type { Sample } from '../sample.ts';
import type { Suite } from './suite.ts';

/** A sample back from the log. Throws {@link LogError} where the row is not of this suite. */
export function parseRow<S extends Sample>({ name, schema }: Pick<Suite<S>, 'name' | 'schema'>, row: JsonObject): S {
	const parsed = schema.safeParse(row);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	throw new LogError(
		`${name}: a sample of the log is none of this suite: ${issue?.path.join('.')}: ${issue?.message}`,
		{
			hint: 'Score it with the suite, or the config, that it was run with.',
		},
	);
}
