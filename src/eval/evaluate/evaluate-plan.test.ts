import { describe, expect, it } from 'vitest';
import { EngineError, type EngineFailure } from '../../base/errors.ts';
import { english } from '../../base/message.ts';
import { DialectFailure } from '../../dialects/dialect.ts';
import type { Conversation } from '../../model/conversation.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import { suiteDouble } from '../../testing/doubles/suite-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { planRun } from '../plan.ts';
import type { Sample, SampleResult } from '../sample.ts';
import type { SolveContext, Suite } from '../suite.ts';
import { SampleFailure } from './asker.ts';
import { type EvaluatePlanOptions, evaluatePlan } from './evaluate-plan.ts';

const settings = logHeaderFixture().settings;
const USER = { type: 'user', text: '안녕' } as const;
const record: GenerationRecord = {
	promptText: 'prompt',
	pieces: ['안', '녕'],
	pieceAtMs: [1.23456, 2],
	events: [{ type: 'text', text: '안녕', atMs: 1.23456 }],
	finish: { unified: 'stop', raw: '<turn|>' },
	usage: { outputTokens: 2, cachedPromptTokens: 9 },
	timings: { source: 'engine', totalMs: 3 },
};

const speaking = suiteDouble(['a', 'b', 'c'], async (_sample, context) => {
	await drain(context);
	return { messages: [{ role: 'user', text: '안녕' }], facts: {} };
});

describe('evaluate', () => {
	it('yields each sample scored, with what was measured apart from what was said', async () => {
		const [first, second] = await collect(speaking, {});
		expect(first?.scores).toEqual({ spoke: { value: true } });
		expect(first?.transcript.generations[0]).toMatchObject({ pieces: ['안', '녕'], finish: { unified: 'stop' } });
		expect(first?.transcript.generations[0]?.promptSha256).toMatch(/^[0-9a-f]{64}$/u);
		expect(first?.transcript.generations[0]?.events).toEqual([{ type: 'text', text: '안녕' }]);
		expect(first?.timings.generations[0]).toMatchObject({
			pieceAtMs: [1.23, 2],
			eventAtMs: [1.23],
			totalMs: 3,
			cachedPromptTokens: 9,
		});
		expect(first?.transcript.generations[0]?.usage).toEqual({ outputTokens: 2 });
		expect([first?.timings.cold, second?.timings.cold]).toEqual([true, false]);
	});

	it('leaves out what an interrupted run has done', async () => {
		const results = await collect(speaking, { done: [logSampleFixture({ suite: 'double', sampleId: 'b' })] });
		expect(results.map((result) => result.sampleId)).toEqual(['a', 'c']);
	});

	it('keeps several samples under way and yields them in the order of the plan', async () => {
		const order: string[] = [];
		const ends = new Map<string, () => void>();
		const suite = suiteDouble(['a', 'b', 'c', 'd'], async ({ id }) => {
			order.push(`${id} begins`);
			// The first of each two ends after the second.
			if (id === 'b') setImmediate(() => ends.get('a')?.());
			else if (id === 'd') setImmediate(() => ends.get('c')?.());
			else await new Promise<void>((resolve) => void ends.set(id, resolve));
			order.push(`${id} ends`);
			return { messages: [], facts: {} };
		});
		const results = await collect(suite, { parallel: 2 });
		expect(results.map((result) => result.sampleId)).toEqual(['a', 'b', 'c', 'd']);
		expect(results.map((result) => result.timings.cold)).toEqual([true, true, false, false]);
		expect(order.slice(0, 3)).toEqual(['a begins', 'b begins', 'b ends']);
	});

	it('ends with the first failure of concurrent samples, without unhandled rejections', async () => {
		const failing = suiteDouble(['a', 'b', 'c'], async (_sample, context) => {
			await drain(context).catch(() => undefined);
			return { messages: [], facts: {} };
		});
		const run = collect(failing, { parallel: 3, openConversation: () => broken('crashed') });
		await expect(run).rejects.toMatchObject({ planned: { sample: { id: 'a' } } });
	});

	it('goes on after a failed sample, and ends after five in a row', async () => {
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		const failing = (good: readonly string[], needs: 'turn' | 'own' = 'turn'): Suite => ({
			...suiteDouble(names, async ({ id }, context) => {
				if (!good.includes(id)) await drain(context).catch(() => undefined);
				return { messages: [], facts: {} };
			}),
			scorers: [{ name: 'spoke', needs, score: () => true }],
		});
		const failed = { openConversation: () => broken('generation-failed') };
		const results = await collect(failing(['b']), { ...failed, maxFailures: 6 });
		const failures = results.map(({ transcript }) => transcript.failure);
		expect(failures).toEqual(names.map((name) => (name === 'b' ? undefined : 'generation-failed')));
		const seen: string[] = [];
		const run = async (): Promise<void> => {
			for await (const { sampleId } of evaluatePlan(options(failing([]), failed))) seen.push(sampleId);
		};
		await expect(run()).rejects.toMatchObject({ said: { code: 'engine.failures-in-row', params: { n: 5 } } });
		expect(seen).toEqual(names.slice(0, 5));
		await expect(collect(failing(['a']), failed)).rejects.toMatchObject({ failure: 'unavailable' });
		expect(await collect(failing(['d']), failed)).toHaveLength(7);
		expect(await collect(failing([], 'own'), failed)).toHaveLength(7);
	});

	it('leaves out the sample under way when it is interrupted', async () => {
		const controller = new AbortController();
		const suite = suiteDouble(['a', 'b', 'c'], async (sample) => {
			if (sample.id === 'b') controller.abort();
			return { messages: [], facts: {} };
		});
		expect((await collect(suite, { signal: controller.signal })).map((result) => result.sampleId)).toEqual(['a']);
	});

	it('ends with the engine error and its sample, although the chat loop swallowed it', async () => {
		const results: SampleResult[] = [];
		const failing = suiteDouble(['a', 'b'], async (_sample, context) => {
			await drain(context).catch(() => undefined);
			return { messages: [], facts: {}, error: 'LLM 응답 실패' };
		});
		const run = async (): Promise<void> => {
			for await (const result of evaluatePlan(options(failing, { openConversation: () => broken('crashed') }))) {
				results.push(result);
			}
		};
		const failure = await run().catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(SampleFailure);
		expect((failure as SampleFailure).cause).toBeInstanceOf(EngineError);
		expect((failure as SampleFailure).planned.sample.id).toBe('a');
		expect(results).toEqual([]);
	});

	it('ends before a sample that another model may have answered: those before it stand', async () => {
		const results: SampleResult[] = [];
		const confirm = async (): Promise<void> => {
			if (results.length === 1) throw new EngineError('unconfirmed', 'now serves another model file');
		};
		const run = async (): Promise<void> => {
			for await (const result of evaluatePlan(options(speaking, { confirm }))) results.push(result);
		};
		await expect(run()).rejects.toThrow('now serves another model file');
		expect(results.map(({ sampleId }) => sampleId)).toEqual(['a']);
	});

	it('takes what a server refused before it took a request out of the time of a sample', async () => {
		const timings = { ...record.timings, refused: { attempts: 1, ms: 40 } };
		const openConversation: EvaluatePlanOptions['openConversation'] = ({ onGeneration }) => ({
			async *sendChatTurn() {
				await new Promise((resolve) => setTimeout(resolve, 60));
				onGeneration?.({ ...record, timings });
			},
		});
		const started = performance.now();
		const [first] = await Array.fromAsync(
			evaluatePlan(options(suiteDouble(['a'], speaking.solve), { openConversation })),
		);
		expect(first?.timings.endToEndMs).toBeLessThanOrEqual(performance.now() - started - 40);
		expect(first?.timings.endToEndMs).toBeGreaterThan(10);
	});

	it.each<[string, unknown, string]>([
		['nothing', undefined, 'messages is missing'],
		['a message that is none', { messages: [{ role: 'bot' }], facts: {} }, 'messages[0] is not a message'],
		['no facts', { messages: [] }, 'facts is missing'],
		['facts that JSON cannot carry', { messages: [], facts: { n: 1n } }, 'n: is a BigInt, which no JSON can hold'],
	])('fails only the sample whose solver returns %s', async (_, given, error) => {
		const suite = suiteDouble(['a', 'b'], async () => given as Awaited<ReturnType<Suite['solve']>>);
		const results = await collect(suite, {});
		expect(results).toHaveLength(2);
		expect(results[0]?.transcript).toMatchObject({ facts: {}, failure: 'own-code' });
		expect(english(results[0]?.transcript.failureDetail ?? '')).toContain(error);
	});

	it('goes on after a sample that was too long for the context', async () => {
		const failing = suiteDouble(['a', 'b'], async (_sample, context) => {
			await drain(context).catch(() => undefined);
			return { messages: [], facts: {}, error: 'LLM 응답 실패' };
		});
		const results = await collect(failing, { openConversation: () => broken('context-overflow') });
		expect(results.map((result) => result.transcript.error)).toEqual(['LLM 응답 실패', 'LLM 응답 실패']);
		expect(results.map((result) => result.transcript.failure)).toEqual(['context-overflow', 'context-overflow']);
	});

	it('goes on after a stream that broke in a way of its own, and keeps what broke it', async () => {
		const failing = suiteDouble(['a', 'b'], async (_sample, context) => {
			await drain(context).catch(() => undefined);
			return { messages: [], facts: {}, error: 'LLM 응답 실패' };
		});
		const results = await collect(failing, { openConversation: () => throwing(new TypeError('no stream')) });
		expect(results.map((result) => result.transcript.failure)).toEqual(['TypeError', 'TypeError']);
	});

	it.each([
		['an engine that throws nothing', undefined, 'Error', 'the engine throws undefined'],
		['an engine that contradicts itself', new EngineError('contradictory', 'two ends'), 'contradictory', 'two ends'],
		['a dialect’s own code', new DialectFailure('dialect arrow: boom'), 'own-code', 'dialect arrow: boom'],
	])('blames %s for what it throws', async (_, thrown, failure, detail) => {
		const asking = suiteDouble(['a'], async (_sample, context) => {
			await drain(context).catch(() => undefined);
			return { messages: [], facts: {} };
		});
		const [result] = await collect(asking, { openConversation: () => throwing(thrown) });
		expect(result?.transcript).toMatchObject({ failure });
		expect(english(result?.transcript.failureDetail ?? '')).toContain(detail);
	});

	it('takes a generation that its solver stopped for no failure of the engine', async () => {
		const stopping = suiteDouble(['a'], async (_sample, context) => {
			const turn = context.openConversation({ tools: [] }).sendChatTurn(USER, { signal: AbortSignal.abort() });
			await Array.fromAsync(turn).catch(() => undefined);
			return { messages: [], facts: {} };
		});
		const abort = new DOMException('aborted', 'AbortError');
		const [result] = await collect(stopping, { openConversation: () => throwing(abort) });
		expect(result?.transcript?.failure).toBeUndefined();
	});

	it('logs the groups of a sample, if its suite has some', async () => {
		const grouping = { ...speaking, groups: ({ id }: Sample) => ({ first: id === 'a' ? 'yes' : 'no' }) };
		const results = await collect(grouping, {});
		expect(results.map(({ groups }) => groups?.first)).toEqual(['yes', 'no', 'no']);
		expect((await collect(speaking, {}))[0]?.groups).toBeUndefined();
	});

	it('asks each variant by its name', async () => {
		const asked: string[] = [];
		const variants = [{ name: 'free' }, { name: 'constrained' }];
		const suite = suiteDouble(
			['a'],
			async (_sample, _context, variant) => {
				asked.push(variant);
				return { messages: [], facts: {} };
			},
			variants,
		);
		await collect(suite, {});
		expect(asked).toEqual(['free', 'constrained']);
	});
});

function options(suite: Suite, changes: Partial<EvaluatePlanOptions>): EvaluatePlanOptions {
	return {
		plan: planRun([suite], settings, { grammar: true }).flatMap((plan) => plan.samples),
		openConversation: ({ onGeneration }) => ({
			async *sendChatTurn() {
				onGeneration?.(record);
				yield { type: 'end', finish: record.finish, usage: record.usage, timings: record.timings };
			},
		}),
		app: {
			name: 'double',
			version: '1',
			system: '',
			open: () => ({ tools: [], snapshot: () => ({}), close: () => {} }),
		},
		settings,
		...changes,
	};
}

async function collect(suite: Suite, changes: Partial<EvaluatePlanOptions>): Promise<SampleResult[]> {
	return await Array.fromAsync(evaluatePlan(options(suite, changes)));
}

async function drain(context: SolveContext): Promise<void> {
	for await (const _ of context.openConversation({ tools: [] }).sendChatTurn(USER));
}

function broken(failure: EngineFailure): Conversation {
	return throwing(new EngineError(failure, 'the engine failed'));
}

function throwing(error: unknown): Conversation {
	return {
		// biome-ignore lint/correctness/useYield: it fails before it yields
		async *sendChatTurn() {
			throw error;
		},
	};
}
