import type { SampleResult } from '../eval/sample.ts';
import type { RunSettings } from '../eval/settings.ts';
import { LOG_VERSION, type LogHeader, type LogSample, logRecordSchema } from '../log/record.ts';
import { runSettingsFixture } from './run-settings-fixture.ts';

/** Fixture: a minimal valid log header, not a measurement. */
export function logHeaderFixture(changes: Partial<LiveHeader> = {}): LiveHeader {
	return {
		type: 'header',
		version: LOG_VERSION,
		gemmark: '0.0.0',
		startedAt: '2026-11-21T00:00:00.000Z',
		model: { name: 'model.gguf', miniature: false },
		engine: { runner: 'llama-cpp', version: '0', backend: 'cpu' },
		settings: runSettingsFixture(),
		suites: [],
		host: { cpu: 'cpu', cores: 1, memoryBytes: 1, os: 'os', node: 'v24' },
		command: 'gemmark run',
		...changes,
	};
}

/** A header with all settings, as every run of gemmark has. */
type LiveHeader = Omit<LogHeader, 'settings'> & { readonly settings: RunSettings };

/** Fixture: a minimal valid log sample, not a measurement. */
export function logSampleFixture(changes: Partial<LogSample> = {}): LogSample {
	return {
		type: 'sample',
		suite: 'prefix',
		sampleId: 'p01',
		variant: 'free',
		epoch: 0,
		seed: 1,
		sample: { id: 'p01', input: '안녕' },
		transcript: { messages: [], generations: [], facts: {} },
		scores: {},
		timings: { generations: [], endToEndMs: 1, cold: false },
		...changes,
	};
}

/** Whether a log with this sample can be read back. */
export function logSchemaAccepts(sample: SampleResult): boolean {
	return logRecordSchema.safeParse({ type: 'sample', ...JSON.parse(JSON.stringify(sample)) }).success;
}
