import { beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../run/compose/compose.ts';
import { packageVersion } from '../base/read-file.ts';
import { declaredSuite } from '../eval/header.ts';
import type { Suite } from '../eval/suite.ts';
import type { LogHeader } from '../log/record.ts';
import type { ChatOnlyModel } from '../model/runner.ts';
import { scriptedModel } from '../testing/doubles/scripted-model.ts';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { fitWork } from './run-worker.ts';

const suitesNamed = async (names: readonly string[]): Promise<readonly Suite[]> =>
	(await compose(undefined)).suites(names);

const identity = { name: 'model.gguf', sha256: 'a'.repeat(64), templateSha256: 't', miniature: false };
const model = scriptedModel([], { identity, engine: logHeaderFixture().engine });
const code = [{ name: 'gemmark.config.ts', sha256: 'a' }];
const NO_GRAMMAR = { variant: 'constrained', reason: 'this engine has no constrained decoding' };

let header: LogHeader;
beforeAll(async () => {
	const suites = await suitesNamed(['prefix', 'frame']);
	header = logHeaderFixture({
		gemmark: packageVersion(),
		model: identity,
		suites: suites.map((suite) => declaredSuite(suite, { skipped: [NO_GRAMMAR], planned: 1 })),
	});
});

describe('fitWork', () => {
	it('rejects a run whose sampler this engine lacks', async () => {
		const sampled = { ...header, settings: { ...header.settings, temperature: 1, topK: 64, topP: 0.95 } };
		const { samplers: _, ...whole } = model;
		expect(await fitWork(sampled, { model: { ...whole, samplers: ['topP'] } }, suitesNamed)).toMatchObject({
			code: 'queue.no-sampler',
			params: { sampler: 'topK' },
		});
		expect(await fitWork(sampled, { model }, suitesNamed)).toMatchObject({ settings: sampled.settings });
	});

	it('rejects a run with a history that the engine does not support', async () => {
		const { completer: _, ...rest } = model;
		const chat: ChatOnlyModel = { ...rest, kind: 'chat', openConversation: () => ({ async *sendChatTurn() {} }) };
		const suites = (await suitesNamed(['replay'])).map((suite) => declaredSuite(suite, { skipped: [], planned: 1 }));
		const replay = { ...header, suites, settings: { ...header.settings, dialect: 'engine' } };
		expect(await fitWork(replay, { model: chat }, suitesNamed)).toMatchObject({ code: 'dialect.no-history' });
		expect(await fitWork(replay, { model: { ...chat, takesHistory: true } }, suitesNamed)).toHaveProperty('suites');
	});

	it('rejects a run of an app with other tools', async () => {
		const [app, other] = ['a', 'b'].map((sha256) => {
			return { name: 'shop', version: '1', language: 'ko', content: { tools: { sha256 } } };
		});
		const run = app && { ...header, app };
		expect(await fitWork(run as LogHeader, { model, app: other }, suitesNamed)).toMatchObject({
			params: { fields: ['app.tools'] },
		});
		expect(await fitWork(run as LogHeader, { model, app }, suitesNamed)).toHaveProperty('suites');
	});

	it('accepts a run of the same model, suites and engine', async () => {
		expect(await fitWork(header, { model }, suitesNamed)).toMatchObject({
			settings: header.settings,
			suites: [{ name: 'prefix' }, { name: 'frame' }],
		});
	});

	const withSuite = (changes: object): LogHeader => ({
		...header,
		suites: header.suites.map((suite) => ({ ...suite, ...changes })),
	});
	const differs = (field: string): object => ({
		code: 'queue.differs',
		params: { fields: expect.arrayContaining([field]) },
	});
	it.each<[string, () => LogHeader, object]>([
		[
			'another model',
			() => ({ ...header, model: { ...identity, sha256: 'b'.repeat(64) } }),
			{
				code: 'queue.other-model',
				params: { wanted: expect.stringMatching(/bbb/u), here: expect.stringMatching(/aaa/u) },
			},
		],
		[
			'another template',
			() => ({ ...header, model: { ...identity, templateSha256: 'u' } }),
			differs('model.templateSha256'),
		],
		['another gemmark', () => ({ ...header, gemmark: '9.9.9' }), { code: 'queue.other-version' }],
		['another suite version', () => withSuite({ version: '99' }), differs('suite.prefix.version')],
		[
			'another corpus',
			() => withSuite({ corpus: { ...header.suites[0]?.corpus, sha256: '0' } }),
			differs('corpus.prefix.sha256'),
		],
		[
			'other prompts',
			() => withSuite({ corpus: { ...header.suites[0]?.corpus, prompts: [] } }),
			{ code: 'queue.differs' },
		],
		['an unknown suite', () => withSuite({ name: 'nope' }), { code: expect.stringMatching(/./u) }],
		[
			'an unknown dialect',
			() => ({ ...header, settings: { ...header.settings, dialect: 'x' } }),
			{ code: 'dialect.unknown' },
		],
		[
			'code of other scorers',
			() => ({ ...header, code: [{ name: 'gemmark.config.ts', sha256: 'b' }] }),
			differs('code of the config'),
		],
		['no seed', () => ({ ...header, settings: { epochs: 1 } }), { code: 'queue.no-settings' }],
		['constrained decoding', () => withSuite({ skipped: [] }), { code: 'queue.no-grammar' }],
	])('rejects a run with %s', async (_, make, said) => {
		expect(await fitWork(make(), { model, code }, suitesNamed)).toMatchObject(said);
	});
});
