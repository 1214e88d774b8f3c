import { expect, it } from 'vitest';
import { ConfigError } from '../../src/errors/gemmark-error.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import { toolsOf } from './lint-model.ts';

it('an app that throws when its tools are read is named', () => {
	const app = {
		...appDouble(),
		open() {
			throw new Error('locked');
		},
	};
	expect(() => toolsOf(app)).toThrow(ConfigError);
	expect(() => toolsOf(app)).toThrow(/^app app-double: throws Error: locked \(at /u);
});
