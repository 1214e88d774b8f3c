import { statSync } from 'node:fs';
import { join } from 'node:path';
import { reportedRun } from '../../reports/reported-run.ts';
import { compose } from '../../run/compose/compose.ts';
import { runOrigin } from '../../run/log/header.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { appIdentity, declaredSuite } from '../../src/eval/header.ts';
import type { PlannedSample } from '../../src/eval/plan.ts';
import { type SampleResult, sampleKey } from '../../src/eval/sample.ts';
import { rescore } from '../../src/eval/scoring/rescore.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { LOG_NAME } from '../../src/log/folder.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import { LOG_VERSION, type Log } from '../../src/log/record.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { benchRescore } from './bench-rescore.ts';
import { benchSettings, planSamples, runSamples } from './bench-samples.ts';
import type { ScaleResult } from './report.ts';

const suitesNamed = async (names: readonly string[]): Promise<readonly Suite[]> =>
	(await compose(undefined)).suites(names);

const SAMPLES = 10_000;
const MAX_TOKENS = 512;
const LONG_SAMPLES = 100_000;
const ALLOWED = { htmlBytes: 1500 };

/**
 * What a log of ten thousand samples costs to read, to score again and to show. Its samples are real ones, repeated as
 * further epochs: what a report works out once for equal texts costs it less than a run in which no two are the same.
 */
export async function benchScale(
	model: string,
	onProgress: (done: number, total: number, label: string) => void,
	checkout?: string,
): Promise<ScaleResult> {
	const app = await compose(undefined).then(({ app }) => app);
	const suites = await suitesNamed(['prefix', 'frame', 'tools']);
	return inTemporaryFolder(async (folder) => {
		const file = join(folder, LOG_NAME);
		const { log: made, long } = await longLogs(model, app, suites, (done, total) =>
			onProgress(done, total, 'real samples'),
		);
		writeLogFile(file, made);
		onProgress(0, 2, 'gemmark rescore');
		const rescored = await benchRescore(folder, { log: made, long }, checkout);
		onProgress(1, 2, 'reading and scoring');
		const startedAt = performance.now();
		const log = await readLogFile(file);
		const readAt = performance.now();
		writeLogFile(file, {
			...log,
			samples: rescore(log.samples, suites, { language: appIdentity(app).language }).samples,
		});
		const rescoredAt = performance.now();
		const { renderHtml } = await import('../../reports/html/render-html.ts');
		const htmlFrom = performance.now();
		const html = renderHtml(reportedRun(log), 'en');
		const htmlMs = performance.now() - htmlFrom;
		return {
			samples: log.samples.length,
			logBytes: statSync(file).size,
			readMs: readAt - startedAt,
			rescoreMs: rescoredAt - startedAt,
			rescored,
			htmlMs,
			htmlBytes: Buffer.byteLength(html),
			allowed: ALLOWED,
		};
	});
}

async function longLogs(
	path: string,
	app: AppUnderTest,
	suites: readonly Suite[],
	onProgress: (done: number, total: number) => void,
): Promise<Readonly<Record<'log' | 'long', Log>>> {
	const { llamaCppRunner } = await import('../../runners/llama-cpp/index.ts');
	const model = await llamaCppRunner.load({ model: path });
	try {
		const once = benchSettings(1, MAX_TOKENS, model);
		const plan = planSamples(model, suites, once);
		const real = await runSamples(model, plan, app, once, (done) => onProgress(done, plan.length));
		const logOf = (least: number): Log => {
			// Whole epochs with the seeds of their plan: a log with others is refused as edited.
			const settings = { ...once, epochs: Math.ceil(least / real.length) };
			const samples = repeated(real, planSamples(model, suites, settings));
			return {
				header: {
					type: 'header',
					version: LOG_VERSION,
					...runOrigin(),
					model: model.identity,
					engine: model.engine,
					settings,
					suites: suites.map((suite) => {
						const planned = samples.filter((sample) => sample.suite === suite.name).length;
						return declaredSuite(suite, { skipped: [], planned });
					}),
					app: appIdentity(app),
				},
				samples,
				failures: [],
				footer: { type: 'footer', endedAt: new Date().toISOString(), outcome: 'complete' },
			};
		};
		return { log: logOf(SAMPLES), long: logOf(LONG_SAMPLES) };
	} finally {
		await model.dispose();
	}
}

/** What was evaluated once, in place of every sample of a longer plan. */
function repeated(results: readonly SampleResult[], plan: readonly PlannedSample[]): Log['samples'] {
	const known = new Map(results.map((result) => [sampleKey({ ...result, epoch: 0 }), result]));
	return plan.map(({ suite, sample, variant, epoch, seed }) => {
		const result = known.get(sampleKey({ suite: suite.name, sampleId: sample.id, variant, epoch: 0 }));
		if (result === undefined) throw new Error('no sample to repeat');
		return { type: 'sample', ...result, epoch, seed };
	});
}
