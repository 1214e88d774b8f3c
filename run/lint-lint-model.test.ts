import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ConfigError, EngineError } from '../src/base/errors.ts';
import { message } from '../src/base/message.ts';
import { findingCode } from '../src/lint/subject.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { appDouble } from '../src/testing/doubles/app-double.ts';
import { lintModel, toolsOf } from './lint.ts';

it('an engine that fails to count has what its prompt costs estimated', async () => {
	const model = {
		kind: 'raw',
		bosToken: '<bos>',
		eosToken: '<turn|>',
		grammar: false,
		loadMs: 1,
		identity: { name: 'mini', miniature: true },
		engine: { runner: 'double', contextSize: 2048 },
		chatTemplate: readFileSync('models/mini/template.jinja', 'utf8'),
		countTokens: async () => {
			throw new EngineError('crashed', 'gone');
		},
	} as unknown as LoadedModel;
	const findings = await lintModel(model, 'gemma4', appDouble(), 'off');
	const cost = findings.find((one) => findingCode(one) === 'context');
	expect(cost?.said.params.estimated).toEqual(message('lint.estimated'));
});

it('an app that throws when its tools are read is named', () => {
	const app = {
		...appDouble(),
		open() {
			throw new Error('locked');
		},
	};
	expect(() => toolsOf(app)).toThrow(ConfigError);
	expect(() => toolsOf(app)).toThrow(/^app app-double: threw Error: locked \(at /u);
});
