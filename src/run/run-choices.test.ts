import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../testing/doubles/scripted-model.ts';
import { DEFAULT_CHOICES, runSettings } from './run-choices.ts';

const FUNCTIONGEMMA = '<start_of_turn>developer <start_function_declaration>{{ messages[0].content }}';

describe('the settings of a run', () => {
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
});
