import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../../reports/fixture/fixture-log.ts';
import { UsageError } from '../../base/errors.ts';
import { requireKnownFields } from './known-fields.ts';

describe('a field that is allowed to differ', () => {
	const log = fixtureLog();
	const other = { header: { ...log.header, settings: { ...log.header.settings, seed: 99 } } };
	const allowing =
		(...allowed: readonly string[]) =>
		() =>
			requireKnownFields(allowed, [log, other]);

	it.each([
		['nope', "there is no field 'nope' in which runs differ"],
		['settings.temprature', "did you mean 'settings.temperature'?"],
		['corpus.prefx', "did you mean 'corpus.prefix'?"],
		['app.systm', "did you mean 'app.system'?"],
		['', "there is no field ''"],
	])('is one in which runs can: %j', (name, told) => {
		expect(allowing(name)).toThrow(UsageError);
		expect(allowing('corpus', name)).toThrow(told);
	});

	it.each([
		...[
			'settings.seed',
			'settings',
			'corpus',
			'corpus.prefix',
			'corpus.prefix.sha256',
			'suite.prefix.version',
			'suite.prefix.system',
		],
		...['settings.topK', 'app', 'app.language', 'app.system', 'code', 'model', 'engine.runner', 'prompt'],
	])('may be one in which these do not: %s', (name) => {
		expect(allowing(name)).not.toThrow();
		expect(() => requireKnownFields([name], [log])).not.toThrow();
	});

	it('is named where these runs differ', () => {
		const error = (() => {
			try {
				allowing('nope')();
			} catch (thrown) {
				return thrown as UsageError;
			}
			return undefined;
		})();
		expect(error?.hint).toBe('These differ in settings.seed.');
	});
});
