import { describe, expect, it } from 'vitest';
import { defineSuite } from '../eval/define/define-suite.ts';
import * as scorers from '../eval/scoring/scorers.ts';
import { type Answer, events, json, startScriptedServer } from '../testing/doubles/scripted-server.ts';
import { workingFolderFixture } from '../testing/working-folder-fixture.ts';
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

	it('ends the run after as many failures in a row as it may have', async () => {
		const { run, asked, recover } = await served(failing(400, { message: FORMAT }), ['a', 'bad1', 'bad2', 'z']);
		const { failure } = await run({ maxFailures: 2 });
		expect(failure?.said).toMatchObject({ code: 'engine.failures-in-row', params: { n: 2 } });
		recover();
		expect((await run({ resume: true })).failure).toBeUndefined();
		expect(asked).toEqual(['a', 'bad1', 'bad2', 'z', 'bad1', 'bad2']);
	});
});
