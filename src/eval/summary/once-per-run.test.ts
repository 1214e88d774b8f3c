import { expect, it } from 'vitest';
import type { EvaluatedRun } from '../run.ts';
import { oncePerRun } from './once-per-run.ts';

it('a summary is worked out once for each run, also when there is nothing to tell', () => {
	const asked: EvaluatedRun[] = [];
	const summary = oncePerRun((run) => {
		asked.push(run);
		return run.samples.length === 0 ? undefined : { samples: run.samples.length };
	});
	const empty = { header: {}, samples: [] } as unknown as EvaluatedRun;
	const other = { header: {}, samples: [{}] } as unknown as EvaluatedRun;
	expect([summary(empty), summary(empty)]).toEqual([undefined, undefined]);
	expect(summary(other)).toEqual({ samples: 1 });
	expect(summary(other)).toBe(summary(other));
	expect(asked).toEqual([empty, other]);
});
