import { describe, expect, it } from 'vitest';
import { UsageError } from '../../errors/gemmark-error.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import { compareRuns } from './compare.ts';
import { header, runOf, sampleOf } from './compared-run-fixture.ts';

describe('compareRuns, of what two runs were and asked,', () => {
	it('varies model and engine without asking', () => {
		const second = runOf([sampleOf('a', true)], {
			model: { name: 'other.gguf', miniature: false, quantization: 'Q4_0' },
		});
		expect(compareRuns(runOf([sampleOf('a', true)]), second).identity.varied).toEqual([
			{ field: 'model.name', first: 'model.gguf', second: 'other.gguf' },
			{ field: 'model.quantization', second: 'Q4_0' },
		]);
	});

	it.each<[string, Partial<EvaluatedRun['header']>]>([
		['settings.temperature', { settings: { ...header.settings, temperature: 1 } }],
		['settings.topK', { settings: { ...header.settings, topK: 40 } }],
		['model.templateSha256', { model: { ...header.model, templateSha256: 'b'.repeat(64) } }],
		['suite.prefix.version', { suites: header.suites.map((suite) => ({ ...suite, version: '2' })) }],
		[
			'corpus.prefix.sha256',
			{ suites: header.suites.map((suite) => ({ ...suite, corpus: { ...suite.corpus, sha256: 'b'.repeat(64) } })) },
		],
		[
			'prompt.prefix.coach',
			{
				suites: header.suites.map((suite) => ({
					...suite,
					corpus: { ...suite.corpus, prompts: [{ name: 'coach', version: '2', sha256: 'd' }] },
				})),
			},
		],
	])('refuses runs that differ in %s and says so, unless that is allowed', (field, changes) => {
		const first = runOf([sampleOf('a', true)]);
		const second = runOf([sampleOf('a', true)], changes);
		expect(() => compareRuns(first, second)).toThrow(UsageError);
		expect(() => compareRuns(first, second)).toThrow(field);
		expect(() => compareRuns(first, second, { allow: ['settings.seed'] })).toThrow(field);
		expect(
			compareRuns(first, second, { allow: [field] }).identity.blocking.map((difference) => difference.field),
		).toEqual([field]);
		expect(compareRuns(first, second, { allow: [field.split('.')[0] ?? ''] }).paired).toBe(1);
	});
});
