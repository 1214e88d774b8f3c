import { describe, expect, it } from 'vitest';
import type { Sampler } from '../model/completer.ts';
import { scriptedModel } from '../testing/doubles/scripted-model.ts';
import { DEFAULT_CHOICES, layeredChoices, type RunChoices, runSettings, unusedSamplers } from './run-choices.ts';

const FUNCTIONGEMMA =
	'<start_of_turn>developer <start_function_declaration>{{ messages[0].content }}<end_of_turn>\n<start_of_turn>model\n';
const BOTH: readonly Sampler[] = ['topK', 'topP'];

describe('layeredChoices', () => {
	it('takes each choice from the last layer that makes it', () => {
		expect(layeredChoices({ seed: 3, epochs: 2 }, { seed: 4, epochs: undefined })).toMatchObject({
			seed: 4,
			epochs: 2,
		});
	});

	it('sets the recommended sampling over earlier layers, and under what its own layer sets', () => {
		const recommended = { temperature: 1, topK: 64, topP: 0.95 };
		expect(layeredChoices({ temperature: 0.3 }, { sampling: 'recommended' })).toMatchObject(recommended);
		expect(layeredChoices({ sampling: 'recommended' }, { topK: 8 })).toMatchObject({ ...recommended, topK: 8 });
		expect(layeredChoices({ sampling: 'recommended', temperature: 0.7 })).toMatchObject({
			...recommended,
			temperature: 0.7,
		});
	});
});

describe('runSettings', () => {
	it('records thinking, off where nothing was chosen', () => {
		expect(runSettings(DEFAULT_CHOICES, scriptedModel([]), '').thinking).toBe('off');
		expect(runSettings({ ...DEFAULT_CHOICES, thinking: 128 }, scriptedModel([]), '').thinking).toBe(128);
	});

	it.each([
		['added', '코치입니다.'],
		['present', 'You are a model that can do function calling with the following functions'],
	])("tell that the trigger of FunctionGemma is %s to the app's system text", (trigger, system) => {
		const model = scriptedModel([], { chatTemplate: FUNCTIONGEMMA });
		expect(runSettings(DEFAULT_CHOICES, model, system)).toMatchObject({ dialect: 'functiongemma', trigger });
	});

	it('tell no trigger where the dialect has none', () => {
		expect(runSettings(DEFAULT_CHOICES, scriptedModel([]), '코치입니다.')).not.toHaveProperty('trigger');
	});

	it.each<[string, Partial<RunChoices>, readonly Sampler[] | undefined, object]>([
		["a temperature brings Gemma's own sampling", { temperature: 1 }, undefined, { topK: 64, topP: 0.95 }],
		['what is asked for comes first', { temperature: 1, topK: 40, topP: 1 }, BOTH, { topK: 40, topP: 1 }],
		['an engine without top-k gets what it has', { temperature: 1 }, ['topP'], { topP: 0.95 }],
		['and so it does where top-k is asked for', { temperature: 1, topK: 40 }, ['topP'], { topP: 0.95 }],
		['one that has neither gets none', { temperature: 1, topP: 0.5 }, [], {}],
		['greedy decoding has no use for them', {}, BOTH, {}],
	])('records what is really used: %s', (_, changes, samplers, used) => {
		const settings = runSettings({ ...DEFAULT_CHOICES, ...changes }, scriptedModel([], { samplers }), '');
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
