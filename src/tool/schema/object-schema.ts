import type { z } from 'zod';
import { ConfigError } from '../../errors/gemmark-error.ts';

/**
 * Throws {@link ConfigError} for a schema that is no `z.object`: JavaScript lets any through, and arguments are checked by
 * their names, which no other has.
 */
export function requireObjectSchema({ name, schema }: { readonly name: string; readonly schema: unknown }): void {
	const { type } = (schema as Partial<z.core.$ZodType> | undefined)?._zod?.def ?? {};
	if (type === 'object') return;
	const what = type === undefined ? 'no schema of zod 4' : `no z.object (to zod it is '${type}')`;
	throw new ConfigError(`tool ${name}: its schema is ${what}`, {
		hint: 'Write schema: z.object({ ... }), with what transforms, prepares or chooses on its fields or in the handler.',
	});
}
