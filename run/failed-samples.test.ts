import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EngineError } from '../src/base/errors.ts';
import { defineSuite } from '../src/eval/define/define-suite.ts';
import * as scorers from '../src/eval/scoring/scorers.ts';
import type { ChatOnlyModel } from '../src/model/runner.ts';
import { type Answer, events, json, startScriptedServer } from '../src/testing/doubles/scripted-server.ts';
import { gemma4Templates } from '../src/testing/gguf/gemma4-template.ts';
import { workingFolderFixture } from '../src/testing/working-folder-fixture.ts';
import { type EvaluateOptions, evaluate } from './evaluate.ts';
import type { Run } from './results/read-run.ts';

const FORMAT = 'The model produced output that does not match the expected peg-gemma4 format';
const said = { choices: [{ index: 0, delta: { content: '네.' }, finish_reason: 'stop' }] };
const answered = events([said, '[DONE]']);
const failing = (status: number, error: object): Answer => json({ error }, status);
const broken = (cut: boolean): Answer => events([{ choices: [{ index: 0, delta: { content: '네' } }] }], cut);

/** A run of prompts on a server that meets the one that says `bad` with `bad`; `asked` are the prompts in order. */
async function served(bad: Answer, inputs: readonly string[] = ['a', 'bad', 'z']) {
	workingFolderFixture();
	const asked: string[] = [];
	let fails = true;
	const server = await startScriptedServer({
		'/v1/models': json({ data: [{ id: 'gemma' }] }),
		'/v1/chat/completions': (response, body, attempt) => {
			const { messages } = body as { readonly messages: readonly { readonly content: string }[] };
			const prompt = messages.at(-1)?.content ?? '';
			if (prompt !== 'A') asked.push(prompt);
			(fails && prompt.startsWith('bad') ? bad : answered)(response, body, attempt);
		},
	});
	const samples = inputs.map((input) => ({ id: input, input }));
	const suites = [defineSuite({ name: 'own', samples, scorers: [scorers.called()] })];
	const config = {
		app: { name: 'own', system: 'You help.', tools: [] },
		suites,
		targets: [{ runner: 'openai', baseUrl: server.url }],
	};
	return {
		asked,
		recover() {
			fails = false;
		},
		run: (options: EvaluateOptions = {}): Promise<Run> => evaluate(config, { out: 'run', ...options }),
	};
}

function outcomes({ log }: Run): object {
	return Object.fromEntries(log.samples.map(({ sampleId, scores }) => [sampleId, scores.called?.unscored]));
}

describe('a server that fails on one prompt', () => {
	// ggml-org/llama.cpp#25072 and #19774, ollama/ollama#12884, antoinezambelli/forge#127, oobabooga/textgen#7257
	it.each<[string, Answer, string]>([
		['status 400', failing(400, { code: 400, message: FORMAT }), 'engine-failed'],
		['an error under status 200', failing(200, { code: 500, message: FORMAT }), 'engine-failed'],
		['an error after words', events([said, { error: { code: 500, message: FORMAT } }]), 'engine-failed'],
		['a stream that breaks off', broken(true), 'engine-failed'],
		[
			'a prompt that is too long',
			failing(400, { message: 'request (9120 tokens) exceeds the available context size (8192 tokens)' }),
			'cut-context-full',
		],
		[
			'a context that is full, status 500',
			failing(500, { code: 500, message: 'Context size has been exceeded.' }),
			'cut-context-full',
		],
		[
			'the same under status 200',
			failing(200, { message: 'the request exceeds the available context size' }),
			'cut-context-full',
		],
		[
			'vLLM, too long',
			failing(400, { message: "This model's maximum context length is 9 tokens." }),
			'cut-context-full',
		],
	])('leaves that sample alone unscored: %s', async (_title, bad, cause) => {
		const { run, asked } = await served(bad);
		const ended = await run();
		expect(ended.failure).toBeUndefined();
		expect(outcomes(ended)).toEqual({ a: undefined, bad: cause, z: undefined });
		expect(asked).toEqual(['a', 'bad', 'z']);
	});

	it("has the server's words in the sample", async () => {
		const { log } = await (await served(failing(400, { message: FORMAT }))).run();
		expect(log.samples[1]?.transcript.failureDetail).toMatchObject({ params: { status: 400, words: FORMAT } });
	});

	it('is asked again by a resumed run, once and after the others', async () => {
		const { run, asked, recover } = await served(failing(400, { message: FORMAT }));
		await run();
		expect(outcomes(await run({ resume: true }))).toMatchObject({ bad: 'engine-failed' });
		expect(asked).toEqual(['a', 'bad', 'z', 'bad']);
		recover();
		expect(outcomes(await run({ resume: true }))).toEqual({ a: undefined, bad: undefined, z: undefined });
		await run({ resume: true });
		expect(asked).toEqual(['a', 'bad', 'z', 'bad', 'bad']);
	});

	it.each<[string, Answer]>([
		['resets the connection', (response) => void response.socket?.resetAndDestroy()],
		['closes it', (response) => void response.socket?.end()],
	])(
		"is that sample's failure where it %s before it answers",
		async (_title, bad) => {
			const { run } = await served(bad);
			expect(outcomes(await run())).toEqual({ a: undefined, bad: 'engine-failed', z: undefined });
		},
		30_000,
	);

	it.each<[string, Answer, string]>([
		['/completion', failing(400, { message: 'the request exceeds the available context size' }), 'cut-context-full'],
		['/completion', events([{ content: '네', stop: false }, { error: { message: FORMAT } }]), 'engine-failed'],
		['/tokenize', failing(400, { message: FORMAT }), 'engine-failed'],
	])('leaves that sample alone unscored over raw completion: %s', async (path, bad, cause) => {
		workingFolderFixture();
		const last = { content: '네.', stop: true, stop_type: 'eos', tokens_predicted: 2 };
		const answers: Readonly<Record<string, Answer>> = {
			'/tokenize': (response, body, attempt) =>
				json({ tokens: [JSON.stringify(body).includes('bad') ? 9 : 1] })(response, body, attempt),
			'/completion': events([last]),
		};
		const isBad = (body: unknown): boolean => JSON.stringify(body).includes('bad');
		const server = await startScriptedServer({
			...answers,
			'/props': json({
				default_generation_settings: {},
				chat_template: gemma4Templates.plain,
				model_path: '/m/a.gguf',
			}),
			[path]: (...given) =>
				(isBad((given[1] as { prompt?: unknown }).prompt ?? given[1]) ? bad : answers[path])?.(...given),
		});
		const samples = ['a', 'bad', 'z'].map((input) => ({ id: input, input }));
		const suites = [defineSuite({ name: 'own', samples, scorers: [scorers.called()] })];
		const targets = [{ runner: 'openai', baseUrl: server.url }];
		const run = await evaluate(
			{ app: { name: 'own', system: 'You help.', tools: [] }, suites, targets },
			{ out: 'run' },
		);
		expect([run.failure, outcomes(run)]).toEqual([undefined, { a: undefined, bad: cause, z: undefined }]);
	});

	it('ends the run after as many failures in a row as it may have', async () => {
		const { run, asked, recover } = await served(failing(400, { message: FORMAT }), ['a', 'bad1', 'bad2', 'z']);
		const { failure } = await run({ maxFailures: 2 });
		expect(failure?.said).toMatchObject({ code: 'engine.failures-in-row', params: { n: 2 } });
		recover();
		expect((await run({ resume: true })).failure).toBeUndefined();
		expect(asked).toEqual(['a', 'bad1', 'bad2', 'z', 'bad1', 'bad2']);
	});
});

it('a resumed run meets the sample that ended it last', async () => {
	workingFolderFixture();
	const asked: string[] = [];
	const chat = (): ChatOnlyModel => ({
		kind: 'chat',
		identity: { name: 'own', miniature: false },
		engine: { runner: 'own', version: '1' },
		loadMs: 0,
		openConversation: () => ({
			async *sendChatTurn(input) {
				const text = input.type === 'user' ? input.text : '';
				asked.push(text);
				if (text === 'bad') throw new EngineError('crashed', 'gone');
				yield {
					type: 'end',
					finish: { unified: 'stop', raw: '' },
					usage: {},
					timings: { source: 'wall-clock', totalMs: 1 },
				};
			},
		}),
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
	});
	const runner = { name: 'own', modelSource: 'name' as const, options: z.strictObject({}), load: async () => chat() };
	const samples = ['a', 'bad', 'z'].map((id) => ({ id, input: id }));
	const suites = [defineSuite({ name: 'own', samples, scorers: [scorers.called()] })];
	const config = { app: { name: 'own', system: 'You help.', tools: [] }, suites, targets: [{ runner }] };
	for (const resume of [false, true]) {
		expect((await evaluate(config, { out: 'run', resume })).failure).toMatchObject({ failure: 'crashed' });
	}
	expect(asked).toEqual(['a', 'bad', 'z', 'bad']);
});
