import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureLog, fixtureUnitsLog } from '../reports/fixture/fixture-log.ts';
import { UsageError } from '../src/base/errors.ts';
import { message, type Said } from '../src/base/message.ts';
import { isPolicyChoice, policyWithin } from '../src/config/define.ts';
import type { EvaluatedSuite } from '../src/eval/header.ts';
import { sampleSeed } from '../src/eval/sample.ts';
import { labelHash } from '../src/eval/scoring/labels.ts';
import { DEFAULT_CHOICES, type RunChoices } from '../src/eval/settings.ts';
import type { Log } from '../src/log/record.ts';
import type { Sampler } from '../src/model/completer.ts';
import { configFolderFixture } from '../src/testing/config-folder-fixture.ts';
import { scriptedModel } from '../src/testing/doubles/scripted-model.ts';
import { saying } from '../src/testing/saying.ts';
import { decidePolicy, layeredChoices, runSettings, unusedSamplers } from './choices.ts';

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
		expect(runSettings(DEFAULT_CHOICES, scriptedModel([]), '코치입니다.').trigger).toBeUndefined();
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
	const unused = (changes: Partial<RunChoices>, samplers?: readonly Sampler[]): readonly Said[] =>
		unusedSamplers({ ...DEFAULT_CHOICES, ...changes }, scriptedModel([], { samplers }));

	it('names what was asked for and is not used', () => {
		expect(unused({ topK: 40, topP: 0.9 }, ['topP'])).toEqual([
			message('run.sampler-unused', { sampler: 'topK', value: 40, runner: 'scripted' }),
		]);
	});

	it('does not warn of samplers that are unset or used', () => {
		expect(unused({ temperature: 1 }, [])).toEqual([]);
		expect(unused({ topK: 40, topP: 0.9 })).toEqual([]);
	});
});

/** Path A, push, by 7 of 15. */
const kept = fixtureLog({ frames: false });
const silenced = fixtureLog({ frames: false, silenced: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] });

const runOf = ({ header, samples, failures, footer }: Log): string =>
	configFolderFixture({
		'log.jsonl': [header, ...samples.map(withOwnSeed), ...failures, ...(footer === undefined ? [] : [footer])]
			.map((record) => `${JSON.stringify(record)}\n`)
			.join(''),
	});
const withOwnSeed = (sample: Log['samples'][number]): object => ({
	...sample,
	seed: sampleSeed(kept.header.settings.seed ?? 0, sample.suite, sample.sampleId, sample.variant, sample.epoch),
});
const policyOf = (run: string): Promise<RunChoices> => decidePolicy({ ...DEFAULT_CHOICES, policy: `from:${run}` });

/** Why the run decides no policy. */
async function refusalOf(log: Log): Promise<unknown> {
	const run = runOf(log);
	const error: unknown = await policyOf(run).catch((thrown: unknown) => thrown);
	if (!(error instanceof UsageError) || error.message.includes('\n')) throw error;
	expect(error.exitCode).toBe(2);
	expect(error.said).toMatchObject({ code: 'usage.no-policy', params: { run } });
	return error.said.params.why;
}

const withSuites = (log: Log, change: (suite: EvaluatedSuite) => readonly EvaluatedSuite[]): Log => ({
	...log,
	header: { ...log.header, suites: log.header.suites.flatMap(change) },
});

describe('decidePolicy', () => {
	it.each([
		['push', 'A', kept],
		['discard', 'B', silenced],
	] as const)('takes %s from a run that took path %s, and says from which', async (policy, path, log) => {
		const run = runOf(log);
		const sha256 = createHash('sha256')
			.update(readFileSync(join(run, 'log.jsonl')))
			.digest('hex');
		const decided = { ...DEFAULT_CHOICES, policy, policyFrom: { run: basename(run), sha256, path } };
		expect(await policyOf(run)).toEqual(decided);
		expect(await policyOf(join(run, 'log.jsonl'))).toEqual(decided);
	});

	it('leaves a policy that is named itself', async () => {
		expect(await decidePolicy({ ...DEFAULT_CHOICES, policy: 'discard' })).toEqual({
			...DEFAULT_CHOICES,
			policy: 'discard',
		});
	});

	it('lets labels of people beside the run overrule the rule', async () => {
		const run = runOf(kept);
		appendFileSync(join(run, 'labels.csv'), 'prompt_id,sample_hash,label,who,note\n');
		for (const sample of kept.samples) {
			appendFileSync(join(run, 'labels.csv'), `${sample.sampleId},${await labelHash(sample)},N,kim,\n`);
		}
		expect(await policyOf(run)).toMatchObject({ policy: 'discard', policyFrom: { path: 'B' } });
	});

	it('refuses a run whose outcome is open, saying why', async () => {
		const short = { ...kept, samples: kept.samples.slice(0, 6) };
		expect(await refusalOf(short)).toMatch(/^prefix: .*\d of 15/u);
	});

	it('refuses a run over some of the prompts', async () => {
		const { header, samples } = kept;
		const subset = {
			...kept,
			samples: samples.slice(0, 10),
			header: { ...header, settings: { ...header.settings, limit: 10 } },
		};
		expect(await refusalOf(subset)).toMatch(/^prefix: .*10/u);
	});

	it('refuses a run that decides nothing, or no policy', async () => {
		const none = message('policy.no-suite');
		expect(await refusalOf(withSuites(kept, ({ decision: _, ...suite }) => [suite]))).toEqual(none);
		expect(await refusalOf(fixtureUnitsLog())).toEqual(none);
	});

	it('refuses a path without a policy', async () => {
		const bare = withSuites(kept, ({ decision, ...suite }) => {
			if (decision === undefined) return [suite];
			const [{ policy: _, ...first }, second] = decision.paths;
			return [{ ...suite, decision: { ...decision, paths: [first, second] as const } }];
		});
		expect(await refusalOf(bare)).toEqual(message('policy.without', { suite: 'prefix', path: 'A' }));
	});

	it('refuses two suites that disagree, and takes what they agree on', async () => {
		const both = (other: Log): Log => ({
			...withSuites(kept, (suite) => [suite, { ...suite, name: 'again' }]),
			samples: [...kept.samples, ...other.samples.map((sample) => ({ ...sample, suite: 'again' }))],
		});
		expect(await refusalOf(both(silenced))).toMatchObject({
			code: 'policy.disagree',
			params: { suite: 'prefix', other: 'again' },
		});
		expect(await policyOf(runOf(both(kept)))).toMatchObject({ policy: 'push' });
	});

	it('refuses a run that is not there', async () => {
		await expect(policyOf('no/such/run')).rejects.toThrow(saying('usage.no-run'));
	});
});

describe('a policy as people write it', () => {
	it('is found from the folder that it is written in', () => {
		expect(policyWithin({ from: 'results/latest' }, (run) => resolve('/app', run))).toBe('from:/app/results/latest');
		expect(policyWithin('from:/runs/one', (run) => resolve('/app', run))).toBe('from:/runs/one');
		expect(policyWithin('discard', String)).toBe('discard');
	});

	it.each(['', 'keep', 'from:', 'from: ', 'From:x'])('is not %j', (text) => {
		expect(isPolicyChoice(text)).toBe(false);
	});
});
