import { describe, expect, it } from 'vitest';
import type { Sampler } from '../model/completer.ts';
import { scriptedModel } from '../testing/doubles/scripted-model.ts';
import { DEFAULT_CHOICES, type RunChoices, runSettings, unusedSamplers } from './run-choices.ts';

const BOTH: readonly Sampler[] = ['topK', 'topP'];

describe('runSettings', () => {
	it.each<[string, Partial<RunChoices>, readonly Sampler[] | undefined, object]>([
		["a temperature brings Gemma's own sampling", { temperature: 1 }, undefined, { topK: 64, topP: 0.95 }],
		['what is asked for comes first', { temperature: 1, topK: 40, topP: 1 }, BOTH, { topK: 40, topP: 1 }],
		['an engine without top-k gets what it has', { temperature: 1 }, ['topP'], { topP: 0.95 }],
		['and so it does where top-k is asked for', { temperature: 1, topK: 40 }, ['topP'], { topP: 0.95 }],
		['one that has neither gets none', { temperature: 1, topP: 0.5 }, [], {}],
		['greedy decoding has no use for them', {}, BOTH, {}],
	])('records what is really used: %s', (_, changes, samplers, used) => {
		const settings = runSettings({ ...DEFAULT_CHOICES, ...changes }, scriptedModel([], { samplers }));
		const { topK, topP } = settings;
		expect({ topK, topP }).toEqual({ topK: undefined, topP: undefined, ...used });
		expect(Object.hasOwn(settings, 'topK')).toBe('topK' in used);
	});
});

describe('unusedSamplers', () => {
	const unused = (changes: Partial<RunChoices>, samplers?: readonly Sampler[]): readonly string[] =>
		unusedSamplers({ ...DEFAULT_CHOICES, ...changes }, scriptedModel([], { samplers }));

	it('names what was asked for and is not used', () => {
		expect(unused({ topK: 40, topP: 0.9 }, ['topP'])).toEqual([
			'topK 40: is not used, for scripted does not sample by it',
		]);
	});

	it('says nothing of what nobody asked for, nor of what is used', () => {
		expect(unused({ temperature: 1 }, [])).toEqual([]);
		expect(unused({ topK: 40, topP: 0.9 })).toEqual([]);
	});
});
