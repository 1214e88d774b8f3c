import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError, EngineError, GemmarkError } from '../base/errors.ts';
import { scriptedModel } from '../testing/doubles/scripted-model.ts';
import type { CompletionEvent, CompletionRequest } from './completer.ts';
import type { ConversationOptions } from './conversation.ts';
import type { GenerationEvent, GenerationRecord } from './generation.ts';
import type { LoadedModel, Runner } from './runner.ts';
import { loadUserRunner, timelyCompleter, timelyConversation } from './user-runner.ts';

const runnerOf = (load: () => unknown): Runner => ({
	name: 'mine',
	modelSource: 'name',
	options: z.strictObject({}),
	load: async () => load() as LoadedModel,
});
const given = (fields: object): LoadedModel => ({ ...scriptedModel([]), ...fields });
const load = (fields: object, answerMs?: number): Promise<LoadedModel> =>
	loadUserRunner(
		runnerOf(() => given(fields)),
		{ model: '' },
		answerMs,
	);
const never: Promise<never> = new Promise(() => undefined);

async function saidBy(failing: Promise<unknown>): Promise<unknown> {
	const thrown = await failing.then(
		() => undefined,
		(error: unknown) => error,
	);
	return thrown instanceof GemmarkError ? thrown.said : thrown;
}

describe("a user's runner", () => {
	it.each([
		['nothing', undefined, undefined, 'field.missing'],
		['no completer', given({ completer: {} }), 'completer.complete', 'field.invalid'],
		['a confirm that is no function', given({ confirm: true }), 'confirm', 'field.invalid'],
		['a number as version', given({ engine: { runner: 'r', version: 1 } }), 'engine.version', 'field.text'],
		[
			'a negative size',
			given({ identity: { name: 'a', miniature: false, sizeBytes: -5 } }),
			'identity.sizeBytes',
			'field.too-small',
		],
		['samplers in a text', given({ samplers: 'topK' }), 'samplers', 'field.list'],
	])('that gives %s is a mistake of the config', async (_, model, field, code) => {
		const loading = loadUserRunner(
			runnerOf(() => model),
			{ model: '' },
		);
		await expect(loading).rejects.toThrow(ConfigError);
		expect(await saidBy(loading)).toMatchObject({
			code: 'runner.invalid',
			params: { runner: 'runner mine', what: 'load()', ...(field !== undefined && { field }), problem: { code } },
		});
	});

	it('that throws is an engine that failed, by its name and place', async () => {
		const loading = loadUserRunner(
			runnerOf(() => {
				throw new Error('no\nweights');
			}),
			{ model: '' },
		);
		await expect(loading).rejects.toThrow(EngineError);
		expect(await saidBy(loading)).toMatchObject({
			code: 'runner.load-threw',
			params: { thrown: expect.stringMatching(/^Error: no weights \(at .*user-runner\.test\.ts:/u) },
		});
	});

	it.each([
		['never answers', () => never, 'runner.confirm-timeout'],
		['throws', () => Promise.reject(new Error('gone')), 'runner.confirm-threw'],
	])('whose confirm() %s leaves its model unconfirmed', async (_, confirm, code) => {
		const model = await load({ confirm }, 5);
		expect(await saidBy(model.confirm?.('run') ?? never)).toMatchObject({ code });
	});

	it.each([
		['never answers', () => never],
		['gives a text', async () => '5'],
		['throws', () => Promise.reject(new Error('gone'))],
	])('whose peakRssBytes() %s has no peak, and one doubt', async (_, peakRssBytes) => {
		const model = await load({ peakRssBytes }, 5);
		expect(await model.peakRssBytes()).toBeUndefined();
		expect(model.doubts?.()).toHaveLength(1);
	});
});

const request = { maxTokens: 8, deadlineMs: 1000 } as Partial<CompletionRequest> as CompletionRequest;

async function complete(events: readonly unknown[], graceMs = 5): Promise<readonly CompletionEvent[]> {
	const completer = {
		async *complete() {
			yield* events as readonly CompletionEvent[];
		},
	};
	return Array.fromAsync(timelyCompleter(completer, 'runner mine', graceMs).complete(request));
}

const piece = { type: 'pieces', pieces: [{ text: 'a', atMs: 1 }] };
const end = {
	type: 'end',
	finish: { unified: 'stop', raw: 'eos' },
	usage: { outputTokens: 1 },
	source: 'engine',
	totalMs: 2,
};

describe("a user's completer", () => {
	it('keeps the times that it reports, however long gemmark took', async () => {
		const events = await complete([
			{ ...piece, pieces: [{ text: 'a', atMs: 5_000_000 }] },
			{ ...end, prefillMs: 1e-9, totalMs: 5_000_001 },
		]);
		expect(events).toMatchObject([{ pieces: [{ atMs: 5_000_000 }] }, { prefillMs: 1e-9, totalMs: 5_000_001 }]);
	});

	it('loses counts and times that are impossible by themselves, and no other', async () => {
		const usage = { promptTokens: -1, outputTokens: 3, thoughtTokens: Number.NaN };
		const [, last] = await complete([piece, { ...end, usage, prefillMs: -1, decodeMs: Number.POSITIVE_INFINITY }]);
		expect(last).toEqual({ ...end, usage: { outputTokens: 3 } });
	});

	it('ends with its first end', async () => {
		expect(await complete([piece, end, piece, end])).toEqual([piece, end]);
	});

	it.each([
		['no event', [7], undefined],
		['pieces without a text', [{ type: 'pieces', pieces: [{ text: 'a' }, {}] }], 'pieces[1].text'],
		['an end without a finish', [{ ...end, finish: undefined }], 'finish'],
	])('that yields %s fails its generation', async (_, events, field) => {
		expect(await saidBy(complete(events))).toMatchObject({
			code: 'runner.invalid',
			...(field && { params: { field } }),
		});
	});

	it('that stops without an end fails its generation', async () => {
		expect(await saidBy(complete([piece]))).toMatchObject({ code: 'runner.no-end' });
	});

	it('without a piece and a counted token gave no answer', async () => {
		expect(await complete([{ ...end, usage: {} }])).toMatchObject([
			{ finish: { unified: 'unknown', raw: 'empty answer' } },
		]);
	});
});

describe("a user's conversation", () => {
	const text: GenerationEvent = { type: 'text', text: 'a', atMs: 1 };
	const stop: GenerationEvent = {
		type: 'end',
		finish: { unified: 'stop', raw: 'stop' },
		usage: { outputTokens: 1 },
		timings: { source: 'engine', totalMs: 3 },
	};
	const record = {
		pieces: ['a', 'b'],
		pieceAtMs: [1, 2],
		tokens: [1, 2],
		usage: { promptTokens: 9 },
		timings: { source: 'engine', totalMs: 4 },
	};

	async function turn(stream: readonly unknown[], recorded?: unknown, then?: Promise<never>, deadlineMs = 1000) {
		const records: GenerationRecord[] = [];
		const options = { deadlineMs, maxTokens: 8, onGeneration: (one: GenerationRecord) => void records.push(one) };
		const conversation = timelyConversation(
			({ onGeneration }: ConversationOptions) => ({
				async *sendChatTurn() {
					yield* stream as readonly GenerationEvent[];
					if (recorded !== undefined) onGeneration?.(recorded as GenerationRecord);
					await then;
				},
			}),
			options as Partial<ConversationOptions> as ConversationOptions,
			'runner mine',
			5,
		);
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'x' }));
		return { events, records, conversation };
	}

	it('is recorded as its stream, with the tokens and counts that onGeneration adds', async () => {
		const { events, records } = await turn([text, stop], record);
		expect(events.map(({ type }) => type)).toEqual(['text', 'end']);
		expect(records).toEqual([
			expect.objectContaining({
				events: [text],
				pieces: ['a', 'b'],
				tokens: [1, 2],
				usage: { promptTokens: 9, outputTokens: 1 },
				timings: { source: 'engine', totalMs: 3 },
			}),
		]);
	});

	it('that records nothing is recorded by its stream alone', async () => {
		const { records } = await turn([text, stop]);
		expect(records).toMatchObject([{ events: [text], pieces: ['a'], pieceAtMs: [1] }]);
	});

	it('ends a generation that stays silent, and has no next one', async () => {
		const { events, records, conversation } = await turn([text], undefined, never, 1);
		expect(events).toMatchObject([text, { type: 'end', finish: { unified: 'deadline', raw: 'silent engine' } }]);
		expect(records).toMatchObject([{ events: [text], pieces: ['a'] }]);
		const next = Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'y' }));
		expect(await saidBy(next)).toMatchObject({ code: 'runner.still-generating' });
	});

	it.each([
		['no event', [{ type: 'talk' }], undefined],
		[
			'arguments that JSON cannot carry',
			[{ type: 'call', call: { id: '1', name: 'f', arguments: { a: 1n }, raw: '' }, atMs: 1 }],
			'call.arguments',
		],
	])('that yields %s fails its generation', async (_, stream, field) => {
		expect(await saidBy(turn(stream))).toMatchObject({ code: 'runner.invalid', ...(field && { params: { field } }) });
	});
});
