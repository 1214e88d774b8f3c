import { z } from 'zod';
import type { Sample } from '../../eval/sample.ts';
import type { Solver, Suite } from '../../eval/suite.ts';

/** Double: a suite with a given solver, which scores whether the solver gave a message. */
export function suiteDouble(
	ids: readonly string[],
	solve: Solver,
	variants: Suite['variants'] = [{ name: 'free' }],
): Suite {
	return {
		name: 'double',
		version: '1',
		corpus: { name: 'double', version: '1', sha256: '0', prompts: [] },
		samples: ids.map((id) => ({ id, input: `input of ${id}` })),
		variants,
		solve,
		scorers: [{ name: 'spoke', needs: 'own', score: (_sample, { messages }) => messages.length > 0 }],
		schema: z.object({ id: z.string(), input: z.string() }) as z.ZodType<Sample>,
	};
}
