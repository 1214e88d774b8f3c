import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../base/errors.ts';
import type { Said } from '../base/message.ts';
import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { Asker } from '../eval/evaluate/asker.ts';
import type { Suite } from '../eval/suite.ts';
import type { LogWorker } from '../log/record.ts';
import type { ChatOnlyModel } from '../model/runner.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { logHeaderFixture } from '../testing/log-line-fixture.ts';
import { type RedisProcess, startRedis } from '../testing/redis-process.ts';
import { Absence, connectRedis } from './connection.ts';
import { evaluateOverQueue } from './evaluate-over-queue.ts';
import { openRuns } from './queued-run.ts';
import { runWorker } from './run-worker.ts';

const suite: Suite = {
	...suiteDouble(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], async (_sample, context) => {
		const turn = context.openConversation({ tools: [] } as never).sendChatTurn({ type: 'user', text: '안녕' });
		await Array.fromAsync(turn).catch(() => undefined);
		return { messages: [], facts: {} };
	}),
	scorers: [{ name: 'spoke', needs: 'turn', score: () => true }],
};
const plan = suite.samples.map((sample) => ({ suite, sample, variant: 'free', epoch: 0, seed: 1 }));
const header = logHeaderFixture();
const settings = { ...header.settings, dialect: ENGINE_DIALECT };

let redis: RedisProcess;
let client: Redis;
beforeEach(async () => {
	redis = await startRedis();
	client = await connectRedis(redis.address);
});
afterEach(async () => {
	client.disconnect();
	await redis.stop();
});

/** Double: an engine whose app always fails, or that slowly says a word; calls `onAsk` each time. */
function engine(fails: boolean, onAsk: () => void = () => undefined): ChatOnlyModel {
	return {
		kind: 'chat',
		identity: header.model,
		engine: header.engine,
		loadMs: 1,
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
		openConversation: (options) => ({
			async *sendChatTurn() {
				onAsk();
				if (fails) throw new EngineError('generation-failed', 'the app has no such model');
				await delay(300);
				options.onGeneration?.({
					promptText: 'p',
					pieces: ['네'],
					pieceAtMs: [1],
					events: [{ type: 'text', text: '네', atMs: 1 }],
					finish: { unified: 'stop', raw: '' },
					usage: { outputTokens: 1 },
					timings: { source: 'engine', totalMs: 1 },
				});
				yield* [];
			},
		}),
	};
}

/** Works as `gemmark worker` does until the run is over. */
async function working(id: string, model: ChatOnlyModel): ReturnType<typeof runWorker> {
	const connection = await connectRedis(redis.address);
	const signal = new AbortController().signal;
	const absence = new Absence({ redis: connection, shown: 'redis', signal });
	const run = await vi.waitFor(async () => {
		const [open] = await openRuns(connection);
		if (open === undefined) throw new Error('no run yet');
		return open;
	}, 10_000);
	const worker: LogWorker = { type: 'worker', id, engine: header.engine, host: {} };
	const asker = new Asker({
		openConversation: (options) => model.openConversation(options),
		confirm: async () => model.confirm?.('run'),
		app: { name: 'app', version: '1' } as never,
		settings,
	});
	return runWorker({ redis: connection, absence, run, suites: [suite], asker, worker, signal }).finally(() => {
		absence.release();
		connection.disconnect();
	});
}

const over = (onWarning: (said: Said) => void = () => undefined): ReturnType<typeof evaluateOverQueue> =>
	evaluateOverQueue({
		plan,
		header,
		onWarning,
		queue: redis.address,
		signal: new AbortController().signal,
		onWorker: () => undefined,
	});

describe('a worker that fails in five samples in a row', () => {
	it('ends, and ends the run without another worker', async () => {
		const seen: string[] = [];
		const run = (async () => {
			for await (const { sampleId, transcript } of over()) seen.push(`${sampleId} ${transcript.failure}`);
		})();
		const ended = run.catch((error: unknown) => error);
		const worked = await working('w1', engine(true));
		expect(worked).toMatchObject({ done: 5, failure: { failure: 'unavailable' } });
		expect(worked.failure?.said).toMatchObject({ code: 'engine.failures-in-row', params: { n: 5 } });
		expect(await ended).toMatchObject({ failure: 'unavailable', message: worked.failure?.message });
		expect(seen).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `${id} generation-failed`));
	}, 30_000);

	it('ends while another worker does the rest', async () => {
		const warnings: Said[] = [];
		const run = Array.fromAsync(over((said) => void warnings.push(said)));
		const atWork = Promise.withResolvers<void>();
		const good = working('good', engine(false, atWork.resolve));
		await atWork.promise;
		const bad = await working('bad', engine(true));
		expect(bad).toMatchObject({ done: 5, failure: { failure: 'unavailable' } });
		const results = await run;
		expect(results.map(({ sampleId }) => sampleId).sort()).toEqual(suite.samples.map(({ id }) => id));
		expect(results.filter(({ transcript }) => transcript.failure !== undefined)).toHaveLength(5);
		expect(warnings).toMatchObject([{ code: 'queue.worker-ended', params: { worker: 'bad' } }]);
		expect(await good).toEqual({ done: 3 });
	}, 30_000);
});

describe('a worker whose server serves another model by now', () => {
	it('ends, and another worker repeats its unconfirmed samples', async () => {
		let asked = 0;
		const swapped: ChatOnlyModel = {
			...engine(false),
			confirm: async (after) => {
				asked += 1;
				if (after === 'run' && asked > 2) throw new EngineError('unconfirmed', 'now serves another model');
				return after === 'run';
			},
		};
		const run = Array.fromAsync(over());
		expect(await working('swapped', swapped)).toMatchObject({ done: 2, failure: { failure: 'unconfirmed' } });
		const good = working('good', engine(false));
		const results = await run;
		expect(results.map(({ sampleId }) => sampleId).sort()).toEqual(suite.samples.map(({ id }) => id));
		expect(results.map(({ timings }) => timings.worker)).toEqual(['swapped', 'swapped', ...Array(6).fill('good')]);
		expect(await good).toEqual({ done: 6 });
	}, 30_000);
});
