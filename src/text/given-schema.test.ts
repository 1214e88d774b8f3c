import { expect, it } from 'vitest';
import { z } from 'zod';
import { Overtime } from '../errors/overtime.ts';
import { givenSchema } from './given-schema.ts';

it('a schema with a pattern judges as any, and throws where it comes to no end', async () => {
	const property = givenSchema({ type: 'string', pattern: '^(((.+)+)+)+%$' });
	const tool = z.object({ title: property.optional() });
	expect((await tool.safeParseAsync({ title: 'done%' })).success).toBe(true);
	expect((await tool.safeParseAsync({ title: 7 })).success).toBe(false);
	await expect(tool.safeParseAsync({ title: 'a'.repeat(60) })).rejects.toThrow(Overtime);
});
