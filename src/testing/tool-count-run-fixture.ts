import type { Log } from '../log/record.ts';
import { declaredSuiteFixture } from './declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from './log-line-fixture.ts';

/** Fixture: a run of a suite with `toolCounts`; by variant, each prompt is right (1), wrong (0) or unscored (-). */
export function toolCountRunFixture(rights: Readonly<Record<string, string>>): Log {
	const variants = Object.keys(rights);
	// No place in the log pairs them.
	const all = Object.entries(rights).flatMap(([variant, of], order) => {
		const samples = [...of].map((right, at) =>
			logSampleFixture({
				suite: 'tools',
				sampleId: `p${at}`,
				variant,
				sample: { id: `p${at}`, input: 'x', expected: [{ tool: 'a', arguments: {} }] },
				scores: { correct: right === '-' ? { unscored: 'cut-context-full' } : { value: right === '1' } },
				transcript: { messages: [], tools: variant === 'all' ? ALL : [], generations: [], facts: {} },
			}),
		);
		return order % 2 === 0 ? samples : samples.toReversed();
	});
	const ids = [...(rights.all ?? '')].map((_, at) => `p${at}`);
	const suite = declaredSuiteFixture({
		name: 'tools',
		view: 'tools',
		planned: all.length,
		samples: ids.length,
		plan: { variants, ids },
		settings: { toolCounts: '4, 8, 16' },
		scores: { correct: { kind: 'rate', title: 'right calls', main: true, calls: 'all' } },
	});
	const footer = { type: 'footer', endedAt: '2026-11-21T00:01:00.000Z', outcome: 'complete', peakRssBytes: 1 } as const;
	return { header: logHeaderFixture({ suites: [suite] }), samples: all, failures: [], footer };
}

const ALL = Array.from({ length: 24 }, (_, at) => `tool${at}`);
