import { LogError } from '../src/errors/gemmark-error.ts';
import type { EvaluatedSuite } from '../src/eval/evaluated-run.ts';
import { sampleSeed } from '../src/eval/plan.ts';
import { readArm } from '../src/eval/reflection-arm.ts';
import { readLogFile } from '../src/log/log-file.ts';
import type { Log } from '../src/log/record.ts';

/**
 * Reads a log. One of version 1 declares nothing: its suites are shown as gemmark's own of that name are, where there is
 * one. Throws LogError naming file and line, or a sample that another run made.
 */
export async function readRun(logFile: string): Promise<Log> {
	const log = await readLogFile(logFile);
	requireOwnSamples(log, logFile);
	if (log.header.version > 1) return log;
	const { compose } = await import('./compose.ts');
	const composition = await compose(undefined);
	const names = log.header.suites.map(({ name }) => name).filter((name) => composition.suiteNames.includes(name));
	const { declaredSuite } = await import('../src/eval/evaluated-run.ts');
	const own = new Map(
		(await composition.suites(names)).map((suite) => [suite.name, declaredSuite(suite, NOTHING_RUN)]),
	);
	return { ...log, header: { ...log.header, suites: log.header.suites.map((logged) => declared(logged, own)) } };
}

/** A sample's seed follows from the run's and from what the sample is: a line of another run, or under another id, shows. */
function requireOwnSamples({ header, samples }: Log, logFile: string): void {
	const { seed, reflection = false } = header.settings;
	const foreign = samples.find((sample) => {
		const { suite, sampleId, arm, epoch } = sample;
		const own = seed === undefined || sample.seed === undefined;
		const asked = readArm(arm, reflection).own;
		return sample.sample.id !== sampleId || !(own || sample.seed === sampleSeed(seed, suite, sampleId, asked, epoch));
	});
	if (foreign === undefined) return;
	throw new LogError(
		`${logFile}: ${foreign.suite} ${foreign.sampleId}: is no sample of this run (its seed or id is not)`,
		{
			hint: 'A line of another run was put in, or one was edited: use the log as gemmark wrote it.',
		},
	);
}

/** What the suite is called then as now; what was asked and planned is the log's own. */
function declared(logged: EvaluatedSuite, own: ReadonlyMap<string, EvaluatedSuite>): EvaluatedSuite {
	const known = own.get(logged.name);
	if (known === undefined) return logged;
	const { title, view, scores, decision } = known;
	return {
		...logged,
		...(title !== undefined && { title }),
		...(view !== undefined && { view }),
		scores: { ...logged.scores, ...scores },
		...(decision !== undefined && { decision }),
	};
}

const NOTHING_RUN = { skipped: [], planned: 0 };
