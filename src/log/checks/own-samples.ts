import { LogError } from '../../errors/gemmark-error.ts';
import { readArm } from '../../eval/evaluate/reflection-arm.ts';
import type { EvaluatedSuite } from '../../eval/evaluated-run.ts';
import { plannedSamples } from '../../eval/missing-samples.ts';
import { sampleKey } from '../../eval/sample-key.ts';
import { sampleSeed } from '../../eval/sample-seed.ts';
import { counted } from '../../text/counted.ts';
import { lineOf } from '../kept-sample.ts';
import type { Log, LogHeader, LogSample } from '../record.ts';
import { askedOtherwise } from './asked-words.ts';
import { toldContradiction } from './generation-contradiction.ts';

/**
 * Throws {@link LogError} naming the line of a sample that the run of this header cannot have made: another run's, one
 * that was not planned, or one of which two parts tell different things.
 */
export async function requireOwnSamples(log: Log, source: string): Promise<void> {
	const { header, samples } = log;
	const planned = new Set(plannedSamples(log).map(sampleKey));
	const suites = new Map(header.suites.map((suite) => [suite.name, suite]));
	const otherwise = await askedOtherwise(log);
	for (const sample of samples) {
		const suite = suites.get(sample.suite);
		const problem =
			suite === undefined
				? 'the header has no such suite'
				: (identityProblem(sample, header) ??
					planProblem(sample, suite, planned, header) ??
					told(sample, header, otherwise));
		if (problem !== undefined) throw foreign(sample, problem, source);
	}
	for (const suite of header.suites) requireFewEnough(suite, log, source);
}

/** A sample as errors about it name it: file, line, suite and id. */
export function samplePlace(sample: LogSample, source: string): string {
	const line = lineOf(sample);
	return `${source}${line === undefined ? '' : `:${line}`}: ${sample.suite} ${sample.sampleId}`;
}

function foreign(sample: LogSample, problem: string, source: string): LogError {
	return new LogError(`${samplePlace(sample, source)}: is no sample of this run (${problem})`, {
		hint: 'A line of another run was put in, or one was edited: use the log as gemmark wrote it.',
	});
}

/** A seed follows from the run's and from what the sample is. */
function identityProblem(sample: LogSample, { settings, version }: LogHeader): string | undefined {
	const { suite, sampleId, arm, epoch, seed } = sample;
	if (sample.sample.id !== sampleId) return `its row is ${JSON.stringify(sample.sample.id)?.slice(0, 60)}`;
	if (settings.seed === undefined) return undefined;
	if (seed === undefined) return version === 1 ? undefined : 'it has no seed';
	const of = settings.seed;
	// Arms share a seed where a suite has several; those of earlier runs do not.
	const own = [[], [readArm(arm, settings.reflection ?? false).own]].some(
		(arms) => seed === sampleSeed(of, suite, sampleId, ...arms, epoch),
	);
	return own ? undefined : 'its seed is another';
}

function planProblem(
	sample: LogSample,
	{ skipped, plan }: EvaluatedSuite,
	planned: ReadonlySet<string>,
	{ settings }: LogHeader,
): string | undefined {
	if (plan !== undefined) return planned.has(sampleKey(sample)) ? undefined : 'the header plans no such sample';
	if (sample.epoch >= settings.epochs) return `epoch ${sample.epoch} of ${settings.epochs}`;
	return skipped.some(({ arm }) => arm === sample.arm) ? `the header leaves the arm ${sample.arm} out` : undefined;
}

function told(sample: LogSample, header: LogHeader, otherwise: ReadonlySet<LogSample>): string | undefined {
	if (otherwise.has(sample)) return 'its transcript does not ask its input';
	return toldContradiction(sample, header.settings.dialect);
}

/** Where the header does not name its samples, it counts them. */
function requireFewEnough({ name, samples, planned, plan }: EvaluatedSuite, log: Log, source: string): void {
	if (plan !== undefined) return;
	const own = log.samples.filter(({ suite }) => suite === name);
	const ids = new Set<string>();
	const surplus = own.find(({ sampleId }, index) => {
		ids.add(sampleId);
		return index >= planned || (samples !== undefined && ids.size > samples);
	});
	if (surplus !== undefined) throw foreign(surplus, `the header plans ${counted(planned, 'sample')}`, source);
}
