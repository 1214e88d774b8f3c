import { expect, it } from 'vitest';
import { whereFrom } from './where-from.ts';

const place = { file: 'gemmark.config.yaml', lineOf: (path: readonly PropertyKey[]) => path.length };

it('a flag overrides the config, the config a default', () => {
	const rows = whereFrom({
		defaults: { seed: 1, epochs: 1, temperature: 0 },
		config: { seed: 3, epochs: 2, suites: [{ kind: 'prefix', decision: { hits: 4 } }] },
		place,
		flags: { seed: 9, lang: undefined },
	});
	expect(rows).toEqual([
		{ field: 'epochs', value: 2, from: 'gemmark.config.yaml:1' },
		{ field: 'suites[0].kind', value: 'prefix', from: 'gemmark.config.yaml:3' },
		{ field: 'suites[0].decision.hits', value: 4, from: 'gemmark.config.yaml:4' },
		{ field: 'seed', value: 9, from: 'flag' },
		{ field: 'temperature', value: 0, from: 'default' },
	]);
});

it('a flag replaces a whole list of the config', () => {
	const rows = whereFrom({
		defaults: {},
		config: { targets: [{ model: 'a' }, { model: 'b' }] },
		place,
		flags: { targets: [{ model: 'c' }] },
	});
	expect(rows).toEqual([{ field: 'targets[0].model', value: 'c', from: 'flag' }]);
});

it('a value made by code is shown by name, a secret is hidden', () => {
	class Suite {
		name = 'own';
	}
	const config = {
		app: { name: 'mine', open: () => ({}) },
		suites: [new Suite()],
		targets: [{ apiKey: 'k', stop: [] }],
	};
	expect(whereFrom({ defaults: {}, config, place: { file: 'c.ts' }, flags: {} })).toEqual([
		{ field: 'app', value: '(mine)', from: 'c.ts' },
		{ field: 'suites[0]', value: '(own)', from: 'c.ts' },
		{ field: 'targets[0].apiKey', value: '(hidden)', from: 'c.ts' },
		{ field: 'targets[0].stop', value: [], from: 'c.ts' },
	]);
});
