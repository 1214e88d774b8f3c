import { describe, expect, it } from 'vitest';
import { runSettingsFixture } from '../../testing/run-settings-fixture.ts';
import { samplingNote } from './sampling-note.ts';

const header = {
	settings: runSettingsFixture({ temperature: 0 }),
	model: { name: 'gemma-4-E2B-it', miniature: false },
	template: { source: '<|turn>user' },
};

describe('samplingNote', () => {
	it('says that a run of a Gemma was greedy', () => {
		expect(samplingNote({ header })).toMatchObject({
			en: expect.stringContaining('greedy; the model card recommends T 1.0'),
		});
	});

	it.each<[string, object]>([
		['a run with a temperature', { settings: runSettingsFixture({ temperature: 1 }) }],
		['the miniature', { model: { name: 'mini', miniature: true } }],
		['another model', { template: { source: '<|user|>' } }],
		['an engine that renders by itself', { template: undefined }],
	])('says nothing of %s', (_, changes) => {
		expect(samplingNote({ header: { ...header, ...changes } })).toBeUndefined();
	});
});
