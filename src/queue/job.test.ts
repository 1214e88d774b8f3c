import { describe, expect, it } from 'vitest';
import type { PlannedSample } from '../eval/plan.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logSampleFixture } from '../testing/log-line-fixture.ts';
import { jobId, jobOf, readJob, readResult } from './job.ts';

const suite = suiteDouble(['a', 'b'], async () => ({ messages: [], facts: {} }));
const planned: PlannedSample = {
	suite,
	sample: { id: 'a', input: 'input of a' },
	variant: 'free',
	epoch: 2,
	seed: 7,
};
const sample = logSampleFixture({ suite: 'double', sampleId: 'a', variant: 'free', epoch: 2, seed: 7 });
const worker = { type: 'worker', id: 'w1', engine: { runner: 'llama-cpp' }, host: {} };

describe('a job', () => {
	it('is read back as its planned sample', () => {
		const job = jobOf(planned);
		expect(jobId(job)).toBe('double.a.free.2');
		expect(readJob(JSON.parse(JSON.stringify(job)), [suite])).toEqual(planned);
	});

	it('may have a variant with reflection', () => {
		const reflected = { ...planned, variant: 'free+reflection' };
		expect(readJob(jobOf(reflected), [suite])).toEqual(reflected);
	});

	it.each<[string, unknown]>([
		['nothing', null],
		['another shape', { suite: ['double'] }],
		['an unknown suite', { ...jobOf(planned), suite: '__proto__' }],
		['an unknown sample', { ...jobOf(planned), sampleId: 'c' }],
		['an unknown variant', { ...jobOf(planned), variant: 'constrained' }],
		['a negative epoch', { ...jobOf(planned), epoch: -1 }],
		['a seed that is no number', { ...jobOf(planned), seed: '7' }],
	])('is none with %s', (_, data) => {
		expect(readJob(data, [suite])).toBeUndefined();
	});
});

describe('a result', () => {
	it('is read with its worker', () => {
		expect(readResult({ worker, sample }, planned)).toEqual({ worker, sample });
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['no sample', { worker }],
		['no worker', { sample }],
		['a worker of another shape', { worker: { ...worker, engine: 'x' }, sample }],
		['another record of a log', { worker, sample: { type: 'footer', endedAt: '', outcome: 'complete' } }],
		['another sample', { worker, sample: { ...sample, sampleId: 'b' } }],
		['another epoch', { worker, sample: { ...sample, epoch: 3 } }],
		['another seed', { worker, sample: { ...sample, seed: 8 } }],
		['a sample that no log takes', { worker, sample: { ...sample, transcript: {} } }],
	])('is none with %s', (_, value) => {
		expect(readResult(value, planned)).toBeUndefined();
	});
});
