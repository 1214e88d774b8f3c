import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureLog, fixtureUnitsLog } from '../../reports/fixture/fixture-log.ts';
import { UsageError } from '../../src/base/errors.ts';
import { isPolicyChoice, policyWithin } from '../../src/config/define.ts';
import type { EvaluatedSuite } from '../../src/eval/run.ts';
import { sampleSeed } from '../../src/eval/sample.ts';
import { labelHash } from '../../src/eval/scoring/labels.ts';
import type { Log } from '../../src/log/record.ts';
import { DEFAULT_CHOICES, type RunChoices } from '../../src/run/run-choices.ts';
import { configFolderFixture } from '../../src/testing/config-folder-fixture.ts';
import { decidePolicy } from './decided-policy.ts';

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
	seed: sampleSeed(kept.header.settings.seed ?? 0, sample.suite, sample.sampleId, sample.arm, sample.epoch),
});
const policyOf = (run: string): Promise<RunChoices> => decidePolicy({ ...DEFAULT_CHOICES, policy: `from:${run}` });

/** The one line of a refusal, the run's folder left out. */
async function refusalOf(log: Log): Promise<string> {
	const run = runOf(log);
	const error: unknown = await policyOf(run).catch((thrown: unknown) => thrown);
	if (!(error instanceof UsageError) || error.message.includes('\n')) throw error;
	expect(error.exitCode).toBe(2);
	return error.message.replace(run, 'RUN');
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

	it('refuses a run with a sample that another run made', async () => {
		const run = runOf(kept);
		const lines = readFileSync(join(run, 'log.jsonl'), 'utf8').split('\n');
		writeFileSync(
			join(run, 'log.jsonl'),
			lines.map((line) => line.replace(/"seed":\d+,"sample"/u, '"seed":99,"sample"')).join('\n'),
		);
		await expect(policyOf(run)).rejects.toThrow('prefix prefix-01: is no sample of this run');
	});

	it('refuses a run whose outcome is open, saying why', async () => {
		const short = { ...kept, samples: kept.samples.slice(0, 6) };
		expect(await refusalOf(short)).toMatch(/^--policy from:RUN: decides no policy: prefix: no path yet: \d\/15/u);
	});

	it('refuses a run over some of the prompts', async () => {
		const { header, samples } = kept;
		const subset = {
			...kept,
			samples: samples.slice(0, 10),
			header: { ...header, settings: { ...header.settings, limit: 10 } },
		};
		expect(await refusalOf(subset)).toMatch(/decides no policy: prefix: .*10/u);
	});

	it('refuses a run that decides nothing, or no policy', async () => {
		const none = /decides no policy: no suite of it decides a prefix policy$/u;
		expect(await refusalOf(withSuites(kept, ({ decision: _, ...suite }) => [suite]))).toMatch(none);
		expect(await refusalOf(fixtureUnitsLog())).toMatch(none);
	});

	it('refuses a path without a policy', async () => {
		const bare = withSuites(kept, ({ decision, ...suite }) => {
			if (decision === undefined) return [suite];
			const [{ policy: _, ...first }, second] = decision.paths;
			return [{ ...suite, decision: { ...decision, paths: [first, second] as const } }];
		});
		expect(await refusalOf(bare)).toMatch(/prefix took path A, which has no policy$/u);
	});

	it('refuses two suites that disagree, and takes what they agree on', async () => {
		const both = (other: Log): Log => ({
			...withSuites(kept, (suite) => [suite, { ...suite, name: 'again' }]),
			samples: [...kept.samples, ...other.samples.map((sample) => ({ ...sample, suite: 'again' }))],
		});
		expect(await refusalOf(both(silenced))).toMatch(
			/its suites disagree: prefix takes path A \(push\), again path B \(discard\)$/u,
		);
		expect(await policyOf(runOf(both(kept)))).toMatchObject({ policy: 'push' });
	});

	it('refuses a run that is not there', async () => {
		await expect(policyOf('no/such/run')).rejects.toThrow(/no\/such\/run: no such run/u);
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
