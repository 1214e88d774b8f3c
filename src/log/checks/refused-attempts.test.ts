import { expect, it } from 'vitest';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { LogSample } from '../record.ts';
import { refusedAttempts } from './refused-attempts.ts';

it('what a server refused before it took a request is counted in one line, with the wait that is in no time', () => {
	const timed = { source: 'wall-clock', totalMs: 9, pieceAtMs: [], eventAtMs: [] } as const;
	const of = (...refused: readonly { attempts: number; ms: number }[]): LogSample => {
		const generations = refused.map((one) => ({ ...timed, refused: one }));
		return logSampleFixture({ timings: { generations, endToEndMs: 9, cold: false } });
	};
	const taken = of();
	const waiting = of({ attempts: 2, ms: 14_020 }, { attempts: 1, ms: 250 });
	expect(refusedAttempts({ samples: [taken, waiting] })).toEqual([
		'the server did not take 3 requests of 1 sample at first: the 14.3 s until it did are in no time of the model',
	]);
	expect(refusedAttempts({ samples: [taken] })).toEqual([]);
});
