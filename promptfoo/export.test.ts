import { describe, expect, it } from 'vitest';
import { withoutSamples } from '../reports/fixture/fixture-cut.ts';
import { fixtureLog, fixtureUnitsLog } from '../reports/fixture/fixture-log.ts';
import { reportedRun } from '../reports/reported-run.ts';
import { sampleKey } from '../src/eval/sample.ts';
import type { PeoplesJudgement } from '../src/eval/scoring/labels.ts';
import type { Log } from '../src/log/record.ts';
import { type ExportedResult, exportedEval } from './export.ts';

interface Exported {
	readonly evalId: string;
	readonly results: {
		readonly results: readonly (ExportedResult & { readonly error?: string })[];
		readonly stats: { readonly successes: number; readonly failures: number; readonly errors: number };
		readonly prompts: readonly [{ readonly metrics: Readonly<Record<string, unknown>> }];
	};
	readonly config: { readonly description: string; readonly tags: Readonly<Record<string, string>> };
}
const exported = (log: Log): Exported => JSON.parse(JSON.stringify(exportedEval(reportedRun(log)))) as Exported;

describe('exportedEval', () => {
	it('has a row for every sample, passed by its main score, with the other scores by name', () => {
		const log = fixtureLog();
		const { results } = exported(log);
		expect(results.results).toHaveLength(log.samples.length);
		expect(results.results[0]).toMatchObject({
			success: true,
			score: 1,
			failureReason: 0,
			namedScores: { meaningful: 1, called: 1 },
			gradingResult: { pass: true, reason: 'meaningful: yes' },
			latencyMs: log.samples[0]?.timings.endToEndMs,
			response: { output: expect.stringContaining('→ search_catalog({') },
		});
		expect(results.results.find(({ success }) => !success)).toMatchObject({
			failureReason: 1,
			error: 'empty',
			gradingResult: { pass: false, reason: 'empty' },
		});
	});

	it('has a row for what is missing, an error too, and tells what is decided of such a run', () => {
		const { footer: _, ...log } = withoutSamples(fixtureLog({ frames: false }), (id) => !/0[1-4]$/u.test(id));
		const { results, config } = exported(log);
		expect(results.results).toHaveLength(15);
		expect(results.results.slice(4)).toEqual(
			results.results.slice(4).map(() => expect.objectContaining({ failureReason: 2, error: 'unscored: missing' })),
		);
		expect(results.stats.errors).toBe(11);
		expect(config.description).toContain('No verdict yet');
		expect(config.tags.warnings).toContain('The log has no last line');
	});

	it("tells people's verdict where they labelled, and has rows as the scorers judged them", () => {
		const log = fixtureLog({ frames: false });
		const no: PeoplesJudgement = { meaningful: false, labels: [] };
		const labelled = new Map(log.samples.map((sample) => [sampleKey(sample), no]));
		const { config, results } = JSON.parse(
			JSON.stringify(exportedEval(reportedRun(log, { labels: labelled }))),
		) as Exported;
		expect(exported(log).config.description).toContain('Path A');
		expect(config.description).toContain('Path B');
		expect(results.stats).toEqual(exported(log).results.stats);
	});

	it('makes an error of what is unscored, and never a miss', () => {
		const { results } = exported(fixtureUnitsLog());
		const errors = results.results.filter(({ failureReason }) => failureReason === 2);
		expect(errors.map(({ error }) => error)).toEqual([
			'unscored: cut-length',
			'unscored: engine-failed: the engine ended',
		]);
		expect(errors.map(({ gradingResult }) => gradingResult)).toEqual([null, null]);
		expect(results.stats).toMatchObject({ errors: 2 });
		expect(results.prompts[0].metrics).toMatchObject({ testErrorCount: 2, namedScoresCount: { metric: 4 } });
	});

	it('names the miniature, and one run always the same', () => {
		expect(exported(fixtureLog()).config.description).toContain('not Gemma');
		expect(exported(fixtureLog({ miniature: false })).config.description).not.toContain('not Gemma');
		expect(exported(fixtureLog()).evalId).toBe(exported(fixtureLog()).evalId);
		expect(exported(fixtureLog()).evalId).not.toBe(exported(fixtureUnitsLog()).evalId);
	});

	it('leaves tokens out that a generation does not tell', () => {
		const log = fixtureLog({ frames: false });
		const [first, ...others] = log.samples;
		if (first === undefined) throw new Error('the fixture has samples');
		const untold = first.transcript.generations.map((generation) => ({ ...generation, usage: {} }));
		const partly = {
			...log,
			samples: [{ ...first, transcript: { ...first.transcript, generations: untold } }, ...others],
		};
		expect(exported(partly).results.prompts[0].metrics).toMatchObject({
			tokenUsage: { numRequests: expect.any(Number) },
		});
		expect(exported(partly).results.prompts[0].metrics).not.toHaveProperty('tokenUsage.total');
	});
});
