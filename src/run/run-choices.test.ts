import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../testing/doubles/scripted-model.ts';
import { layeredChoices, runSettings } from './run-choices.ts';

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
		expect(runSettings(layeredChoices(), scriptedModel([])).thinking).toBe('off');
		expect(runSettings(layeredChoices({ thinking: 128 }), scriptedModel([])).thinking).toBe(128);
	});
});
