import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import type { Said } from '../src/base/message.ts';
import type { CompletionEvent, CompletionRequest } from '../src/model/completer.ts';
import { ScriptedCompleter, type ScriptedGeneration } from '../src/model/completer.ts';
import type { EngineIdentity } from '../src/model/identity.ts';
import type { RawModel } from '../src/model/runner.ts';
import {
	AnswerCache,
	answerCacheSize,
	answeredBy,
	answerKey,
	clearAnswerCache,
	withAnswerCache,
} from './answer-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-answers-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newFile = (): string => join(folder, `${files++}`, 'answers.sqlite');

const REQUEST: Required<CompletionRequest> = {
	parts: [{ text: '안녕', tokens: [1, 2] }],
	sharedChars: 1,
	stop: ['<turn|>'],
	maxTokens: 8,
	ignoreEnd: false,
	sampling: { temperature: 1, seed: 1, topK: 64, topP: 0.95 },
	grammar: 'root ::= "a"',
	deadlineMs: 1000,
	signal: new AbortController().signal,
};

/** Every field of a request that can change an answer, changed. */
const OTHER: { readonly [Field in Exclude<keyof CompletionRequest, 'signal'>]: CompletionRequest[Field] } = {
	parts: [{ text: '안녕', tokens: [1, 3] }],
	sharedChars: 0,
	stop: [],
	maxTokens: 9,
	ignoreEnd: true,
	sampling: { ...REQUEST.sampling, seed: 2 },
	grammar: 'root ::= "b"',
	deadlineMs: 2000,
};

const ENGINE: EngineIdentity = { runner: 'llama-cpp', version: '1', backend: 'cpu', threads: 1 };

const OTHER_ENGINES: readonly Partial<EngineIdentity>[] = [
	{ runner: 'other' },
	{ version: '2' },
	{ backend: 'metal' },
	{ flashAttention: true },
	{ kvCacheType: 'q8_0' },
	{ contextSize: 4096 },
	{ batchSize: 512 },
];

const HELLO: ScriptedGeneration = { pieces: ['네', '!'], tokens: [7, 8], usage: { promptTokens: 2, outputTokens: 2 } };

function modelSaying(completer: ScriptedCompleter, more: Partial<RawModel> = {}): RawModel {
	return {
		kind: 'raw',
		identity: { name: 'm', sha256: 'a'.repeat(64), miniature: true },
		engine: ENGINE,
		repeatable: true,
		completer,
		chatTemplate: '',
		bosToken: '',
		eosToken: '',
		grammar: true,
		loadMs: 1,
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
		...more,
	};
}

async function answers(
	cache: AnswerCache,
	script: readonly ScriptedGeneration[],
	more: Partial<RawModel> = {},
): Promise<{ readonly events: readonly (readonly CompletionEvent[])[]; readonly asked: number }> {
	const completer = new ScriptedCompleter(script);
	const model = withAnswerCache(modelSaying(completer, more), cache) as RawModel;
	const events: (readonly CompletionEvent[])[] = [];
	for (const _ of [1, 2]) events.push(await Array.fromAsync(model.completer.complete(REQUEST)));
	return { events, asked: completer.requests.length };
}

const silent = (said: Said): never => {
	throw new Error(JSON.stringify(said));
};

describe('withAnswerCache', () => {
	it('asks once, and gives the same answer without times the second time', async () => {
		const { events, asked } = await answers(new AnswerCache(newFile(), silent), [HELLO]);
		expect(asked).toBe(1);
		expect(events[1]).toEqual([
			{
				type: 'pieces',
				pieces: [
					{ text: '네', token: 7, atMs: 0 },
					{ text: '!', token: 8, atMs: 0 },
				],
			},
			{
				type: 'end',
				finish: { unified: 'stop', raw: 'eog' },
				usage: { promptTokens: 2, outputTokens: 2, cachedPromptTokens: 2 },
				source: 'cache',
				totalMs: 0,
			},
		]);
	});

	it.each([
		['is not repeatable', [HELLO, HELLO], { repeatable: false }],
		['has no hash', [HELLO, HELLO], { identity: { name: 'm', miniature: false } }],
	] as const)('asks a model that %s each time', async (_, script, more) => {
		expect(await answers(new AnswerCache(newFile(), silent), script, more)).toMatchObject({ asked: 2 });
	});

	it('keeps an answer once its model is confirmed, and nothing of a run whose model turned out to be another', async () => {
		const file = newFile();
		const state: { confirm: () => boolean } = { confirm: () => true };
		const ask = async (cache: AnswerCache, seed: number, confirm: () => boolean): Promise<void> => {
			state.confirm = confirm;
			const { completer, ...model } = withAnswerCache(
				modelSaying(new ScriptedCompleter([HELLO]), { confirm: async () => state.confirm() }),
				cache,
			) as RawModel;
			await Array.fromAsync(completer.complete({ ...REQUEST, sampling: { ...REQUEST.sampling, seed } }));
			await model.confirm?.('sample');
		};
		const kept = (): number => answerCacheSize(file).answers;
		const before = new AnswerCache(file, silent);
		await ask(before, 1, () => true);
		await ask(before, 2, () => false);
		expect(kept()).toBe(1);
		before.close();
		const cache = new AnswerCache(file, silent);
		await ask(cache, 3, () => true);
		expect(kept()).toBe(2);
		const other = new Error('another model');
		await expect(
			ask(cache, 4, () => {
				throw other;
			}),
		).rejects.toBe(other);
		expect(kept()).toBe(1);
	});

	it.each(['{', '{}', '{"texts":[],"tokens":[],"end":{"finish":{"unified":"?","raw":""},"usage":{}}}'])(
		'drops the damaged answer %s, says so once, and asks the model',
		async (damage) => {
			const file = newFile();
			await answers(new AnswerCache(file, silent), [HELLO]);
			new DatabaseSync(file).exec(`UPDATE answers SET answer = '${damage}'`);
			const told: Said[] = [];
			const cache = new AnswerCache(file, (said) => told.push(said));
			expect(await answers(cache, [HELLO])).toMatchObject({ asked: 1 });
			expect(told).toEqual([expect.objectContaining({ code: 'run.answer-damaged' })]);
		},
	);

	it('does not keep what a deadline cut off', async () => {
		const cut: ScriptedGeneration = { pieces: ['네'], finish: { unified: 'deadline', raw: '1 ms' } };
		expect(await answers(new AnswerCache(newFile(), silent), [cut, cut])).toMatchObject({ asked: 2 });
	});

	it('keeps answers between processes, and forgets the ones not used for longest beyond its bound', async () => {
		const file = newFile();
		const first = new AnswerCache(file, silent);
		await answers(first, [HELLO]);
		first.close();
		expect(answerCacheSize(file).answers).toBe(1);
		const second = new AnswerCache(file, silent, 100_000);
		expect(
			second.get(
				answerKey(answeredBy({ identity: modelSaying(new ScriptedCompleter([])).identity, engine: ENGINE }), REQUEST),
			),
		).toBeDefined();
		const long = {
			texts: ['가'.repeat(500)],
			tokens: [1],
			end: { finish: { unified: 'stop', raw: '' }, usage: {} },
		} as const;
		for (let index = 0; index < 400; index += 1) second.put(`${index}`, long);
		second.close();
		expect(statSync(file).size).toBeLessThan(200_000);
		expect(answerCacheSize(file).answers).toBeGreaterThan(10);
		clearAnswerCache(file);
		expect(answerCacheSize(file)).toEqual({ answers: 0, bytes: 0 });
	});

	it.each([
		['damaged', (file: string) => writeFileSync(file, 'x'.repeat(4096))],
		['a folder that cannot be made', (file: string) => rmSync(file, { force: true })],
		['locked', (file: string) => void new DatabaseSync(file).exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;')],
	])('asks the model and says so once where the file is %s', async (what, spoil) => {
		const usable = newFile();
		const before = new AnswerCache(usable, silent);
		before.put('k', { texts: [], tokens: [], end: { finish: { unified: 'stop', raw: '' }, usage: {} } });
		before.close();
		spoil(usable);
		if (what.startsWith('a folder')) writeFileSync(usable, '');
		const file = what.startsWith('a folder') ? join(usable, 'under', 'a-file.sqlite') : usable;
		const told: Said[] = [];
		const { asked } = await answers(new AnswerCache(file, (said) => told.push(said)), [HELLO, HELLO]);
		expect(asked).toBe(2);
		expect(told).toEqual([expect.objectContaining({ code: 'run.answer-cache' })]);
	});
});

describe('answerKey', () => {
	const key = answerKey('engine', REQUEST);

	it.each(Object.entries(OTHER))('is another with another %s', (field, value) => {
		expect(answerKey('engine', { ...REQUEST, [field]: value })).not.toBe(key);
	});

	it.each(['temperature', 'seed', 'topK', 'topP'])('is another with another %s', (field) => {
		expect(answerKey('engine', { ...REQUEST, sampling: { ...REQUEST.sampling, [field]: 3 } })).not.toBe(key);
	});

	it('does not depend on the signal', () => {
		const { signal: _, ...request } = REQUEST;
		expect(answerKey('engine', request)).toBe(key);
	});

	it.each(OTHER_ENGINES)('is another with %o', (other) => {
		const { identity } = modelSaying(new ScriptedCompleter([]));
		expect(answeredBy({ identity, engine: { ...ENGINE, ...other } })).not.toBe(
			answeredBy({ identity, engine: ENGINE }),
		);
	});

	it('is another with another model, and the same with other threads', () => {
		const { identity } = modelSaying(new ScriptedCompleter([]));
		const own = answeredBy({ identity, engine: ENGINE });
		expect(answeredBy({ identity: { ...identity, sha256: 'b'.repeat(64) }, engine: ENGINE })).not.toBe(own);
		expect(answeredBy({ identity, engine: { ...ENGINE, threads: 8, processes: 2 } })).toBe(own);
		const flash = { ...ENGINE, flashAttention: true };
		expect(answeredBy({ identity, engine: { ...flash, threads: 8 } })).not.toBe(
			answeredBy({ identity, engine: flash }),
		);
	});
});
