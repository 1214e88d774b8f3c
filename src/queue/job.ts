import { z } from 'zod';
import { identityOf, type PlannedSample } from '../eval/plan.ts';
import { type SampleIdentity, sampleKey } from '../eval/sample.ts';
import { reflectedVariant } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import { readRecord } from '../log/line.ts';
import type { LogRecord, LogSample, LogWorker } from '../log/record.ts';

/** A sample's job in the queue. */
type SampleJob = z.output<typeof jobSchema>;

/** A worker's result. */
export interface JobResult {
	readonly worker: LogWorker;
	readonly sample: LogSample;
}

export function jobOf(planned: PlannedSample): SampleJob {
	return { ...identityOf(planned), seed: planned.seed };
}

/** Id of the sample's job: a sample is in the queue at most once. */
export function jobId(job: SampleIdentity): string {
	return sampleKey(job).replaceAll(' ', '.');
}

/** The planned sample of a job; undefined for an invalid payload. Others may write to the queue. */
export function readJob(data: unknown, suites: readonly Suite[]): PlannedSample | undefined {
	const job = jobSchema.safeParse(data).data;
	const suite = suites.find(({ name }) => name === job?.suite);
	const sample = suite?.samples.find(({ id }) => id === job?.sampleId);
	if (job === undefined || suite === undefined || sample === undefined) return undefined;
	if (!suite.variants.some(({ name }) => name === job.variant || reflectedVariant(name) === job.variant))
		return undefined;
	return { suite, sample, variant: job.variant, epoch: job.epoch, seed: job.seed };
}

/** A worker's result; undefined if it is not a valid log sample of the planned one. */
export function readResult(value: unknown, planned: PlannedSample): JobResult | undefined {
	const result = resultSchema.safeParse(value).data;
	const [worker, sample] = [recordOf(result?.worker), recordOf(result?.sample)];
	if (worker?.type !== 'worker' || sample?.type !== 'sample') return undefined;
	const job = jobOf(planned);
	if (jobId(sample) !== jobId(job) || sample.seed !== job.seed) return undefined;
	return { worker, sample };
}

function recordOf(value: unknown): LogRecord | undefined {
	const read = readRecord(value);
	return 'value' in read ? read.value : undefined;
}

const jobSchema = z.object({
	suite: z.string().max(200),
	sampleId: z.string().max(200),
	variant: z.string().max(200),
	epoch: z.int().min(0),
	seed: z.int().min(0),
});
const resultSchema = z.object({ worker: z.unknown(), sample: z.unknown() });
