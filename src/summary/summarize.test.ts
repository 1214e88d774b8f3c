import { describe, expect, it } from 'vitest';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import { samplingNote } from './summarize.ts';

const header = {
	settings: runSettingsFixture({ temperature: 0 }),
	model: { name: 'gemma-4-E2B-it', miniature: false },
	template: { source: '<|turn>user' },
};

describe('samplingNote', () => {
	it.each<[string, object]>([
		['Gemma', {}],
		['Gemma that an engine renders for, by its name', { template: undefined }],
		[
			'Gemma that an engine renders for, by its architecture',
			{ template: undefined, model: { name: 'coach', architecture: 'gemma3n', miniature: false } },
		],
	])('says that a run of a %s was greedy', (_, changes) => {
		expect(samplingNote({ header: { ...header, ...changes } })).toMatchObject({
			en: expect.stringContaining('greedy; the model card recommends T 1.0'),
		});
	});

	it.each<[string, object]>([
		['a run with a temperature', { settings: runSettingsFixture({ temperature: 1 }) }],
		['the miniature', { model: { name: 'mini', miniature: true } }],
		['another model', { template: { source: '<|user|>' } }],
		['a model that nothing tells for a Gemma', { template: undefined, model: { name: 'coach', miniature: false } }],
	])('says nothing of %s', (_, changes) => {
		expect(samplingNote({ header: { ...header, ...changes } })).toBeUndefined();
	});
});
