import { describe, expect, it } from 'vitest';
import { GemmarkError } from '../src/base/errors.ts';
import { packageVersion } from '../src/base/read-file.ts';
import { mergeLogs } from '../src/log/merge.ts';
import type { LogHeader } from '../src/log/record.ts';
import type { EngineIdentity } from '../src/model/identity.ts';
import { fitWork } from '../src/queue/run-worker.ts';
import { scriptedModel } from '../src/testing/doubles/scripted-model.ts';
import { logHeaderFixture } from '../src/testing/log-line-fixture.ts';
import { requireSameRun } from './log/resume.ts';

/** `refused`, or what is said of a run that goes on. */
type Outcome = 'refused' | 'answers' | 'times' | 'same';
type Changes = Partial<Omit<LogHeader, 'settings'>>;

interface Joined {
	readonly outcome: Outcome;
	readonly allow: readonly string[];
	readonly header?: LogHeader;
}

const base = logHeaderFixture({
	gemmark: packageVersion(),
	model: { name: 'model.gguf', sha256: 'a', sizeBytes: 1, miniature: false },
	engine: { runner: 'llama-cpp', version: '1', backend: 'cpu', flashAttention: false, threads: 1, promptCache: true },
});
const unhashed = { name: 'model.gguf', sizeBytes: 1, miniature: false };

const withEngine = (engine: Partial<EngineIdentity>): Changes => ({ engine: { ...base.engine, ...engine } });
const onPhone = (engine: Partial<EngineIdentity> = {}, host: LogHeader['host'] = {}): Changes => ({
	engine: { runner: 'device', version: '1', backend: 'GPU', ...engine },
	host: { device: 'Pixel', os: 'Android 16', ...host },
});
const onServer = (cpu: string): Changes => ({ engine: { runner: 'openai' }, host: { cpu } });

function outcomeOf(warnings: LogHeader['warnings'] = []): Outcome {
	const codes = warnings.map((said) => (typeof said === 'string' ? said : said.code));
	if (codes.includes('run.mixed-answers')) return 'answers';
	return codes.includes('run.mixed-times') ? 'times' : 'same';
}

function orRefused(join: () => Omit<Joined, 'allow'>): Joined {
	try {
		return { ...join(), allow: [] };
	} catch (error) {
		if (error instanceof GemmarkError) return { outcome: 'refused', allow: error.allow };
		throw error;
	}
}

type Join = (one: LogHeader, other: LogHeader, allow: readonly string[]) => Joined | Promise<Joined>;

const JOINTS: Readonly<Record<'resume' | 'merge' | 'worker', Join>> = {
	resume: (one, other, allow) => orRefused(() => ({ outcome: outcomeOf(requireSameRun(one, other, 'log', allow)) })),
	merge: (one, other, allow) =>
		orRefused(() => {
			const shards = [one, other].map((header, index) => {
				const settings = { ...header.settings, shard: { index: index + 1, count: 2 } };
				return { source: `${index}`, log: { header: { ...header, settings }, samples: [], failures: [] } };
			});
			const { header } = mergeLogs(shards, { allow });
			return { outcome: outcomeOf(header.warnings), header };
		}),
	async worker(one, other, allow) {
		const model = scriptedModel([], { identity: other.model, engine: other.engine });
		const fit = await fitWork(one, { model, host: other.host, allow }, async () => []);
		if ('suites' in fit) return { outcome: 'same', allow: [] };
		const { allowance } = fit.params;
		return { outcome: 'refused', allow: allowance === undefined ? [] : [String(allowance)] };
	},
};

const REFUSED = ['refused', 'refused', 'refused'] as const;
const TIMES = ['times', 'times', 'same'] as const;
const SAME = ['same', 'same', 'same'] as const;

const ROWS: readonly Row[] = [
	['model hash', {}, { model: { ...base.model, sha256: 'b' } }, REFUSED],
	['model name without a hash', { model: unhashed }, { model: { ...unhashed, name: 'b' } }, REFUSED],
	['model size without a hash', { model: unhashed }, { model: { ...unhashed, sizeBytes: 2 } }, REFUSED],
	['template', {}, { model: { ...base.model, templateSha256: 'b' } }, REFUSED],
	['runner', {}, withEngine({ runner: 'wllama' }), REFUSED],
	['api', {}, withEngine({ api: 'chat' }), REFUSED],
	['engine version', {}, withEngine({ version: '2' }), REFUSED],
	['backend', withEngine({ backend: 'cuda' }), withEngine({ backend: 'cpu' }), REFUSED, 'backend'],
	['backend of a phone', onPhone(), onPhone({ backend: 'CPU' }), REFUSED, 'backend'],
	[
		'requested backend where one is unknown',
		onPhone({ backend: undefined, requestedBackend: 'GPU' }),
		onPhone({ backend: undefined, requestedBackend: 'CPU' }),
		REFUSED,
		'backend',
	],
	[
		'known backend of one, as both requested it',
		onPhone({ requestedBackend: 'GPU' }),
		onPhone({ backend: undefined, requestedBackend: 'GPU' }),
		SAME,
	],
	['requested backend where both are known', onPhone(), onPhone({ requestedBackend: 'GPU' }), SAME],
	['options', onPhone({ options: { speculative: true } }), onPhone(), REFUSED, 'options'],
	['device of a phone', onPhone(), onPhone({}, { device: 'Galaxy' }), REFUSED, 'device'],
	['system of a phone', onPhone(), onPhone({}, { os: 'Android 17' }), REFUSED, 'device'],
	['cpu', { host: { cpu: 'A' } }, { host: { cpu: 'B' } }, ['refused', 'answers', 'same'], 'cpu'],
	['cpu beside a server', onServer('A'), onServer('B'), TIMES],
	['sequences', {}, withEngine({ sequences: 2 }), REFUSED],
	['batchSize', {}, withEngine({ batchSize: 512 }), REFUSED],
	['contextSize', {}, withEngine({ contextSize: 4096 }), REFUSED],
	['flashAttention', {}, withEngine({ flashAttention: true }), REFUSED],
	['kvCacheType', {}, withEngine({ kvCacheType: 'q8_0' }), REFUSED],
	['promptCache on the CPU', {}, withEngine({ promptCache: false }), TIMES],
	[
		'promptCache on a GPU',
		withEngine({ backend: 'cuda' }),
		withEngine({ backend: 'cuda', promptCache: false }),
		REFUSED,
		'promptCache',
	],
	['threads', {}, withEngine({ threads: 2, prefillThreads: 2 }), TIMES],
	[
		'threads in flash attention',
		withEngine({ flashAttention: true }),
		withEngine({ flashAttention: true, threads: 2 }),
		REFUSED,
		'threads',
	],
	[
		'threads of another engine',
		withEngine({ runner: 'wllama' }),
		withEngine({ runner: 'wllama', threads: 2 }),
		REFUSED,
		'threads',
	],
	['cores', { host: { cores: 1 } }, { host: { cores: 2 } }, TIMES],
	['processes', {}, withEngine({ processes: 2 }), TIMES],
	['origin of threads', {}, withEngine({ threadsFrom: 'probe' }), SAME],
	['gemmark', { gemmark: '0.9.0' }, { gemmark: '0.9.1' }, ['answers', 'answers', 'refused']],
];

/** Field, one part, the other, what comes of it in resume, merge and worker, and what allows it. */
type Row = readonly [string, Changes, Changes, readonly Outcome[], string?];

describe.each(Object.entries(JOINTS))('%s', (name, join) => {
	const place = Object.keys(JOINTS).indexOf(name);

	it.each(ROWS.map((row) => [row[0], row] as const))('gives another %s its due', async (_, row) => {
		const [, one, other, outcomes, allowance] = row;
		const [first, second] = [
			{ ...base, ...one },
			{ ...base, ...other },
		];
		const outcome = outcomes[place];
		const found = await join(first, second, []);
		expect(found.outcome).toBe(outcome);
		if (outcome !== 'refused') return;
		expect(found.allow).toEqual(allowance === undefined ? [] : [allowance]);
		if (allowance === undefined) return;
		expect((await join(first, second, [allowance])).outcome).toBe(name === 'worker' ? 'same' : 'answers');
	});
});

it('a merged run does not record what its shards may differ in', async () => {
	const merged = async (one: Changes, other: Changes, allow: readonly string[]) =>
		(await JOINTS.merge({ ...base, ...one }, { ...base, ...other }, allow)).header;
	const backends = await merged(onPhone(), onPhone({ backend: 'CPU' }), ['backend']);
	expect(backends?.engine).toEqual({ runner: 'device', version: '1' });
	expect(backends?.warnings).toMatchObject([{ params: { fields: ['backend GPU and CPU'] } }]);
	expect((await merged({ host: { cpu: 'A', cores: 1 } }, { host: { cpu: 'B', cores: 1 } }, []))?.host).toEqual({
		cores: 1,
	});
});
