import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawModel } from '../../src/model/runner.ts';
import { describeRunnerContract } from '../../src/testing/contract/runner-contract.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { llamaCppRunner } from '../llama-cpp/index.ts';
import { type EngineServer, startEngineServer } from './engine-server-fixture.ts';
import { openAiRunner } from './index.ts';
import { writeTemplateFile } from './template-file-fixture.ts';

const MODEL = 'models/mini/mini-q8_0.gguf';
const ENDS_FIRST = 'without a grammar the miniature may end by itself first; openai.test.ts disposes under way';
const OVERLONG = 'a server reports an overlong prompt in its own words, as a refusal';

describe('over /v1/completions', () => {
	let model: RawModel;
	let server: EngineServer;
	let template: ReturnType<typeof writeTemplateFile>;
	beforeAll(async () => {
		const loaded = await llamaCppRunner.load({ model: MODEL, contextSize: 2048, threads: 1 });
		if (loaded.kind !== 'raw') throw new Error('not a raw model');
		model = loaded;
		server = await startEngineServer(model);
		template = writeTemplateFile(model.chatTemplate);
	});
	afterAll(async () => {
		template.remove();
		await server.close();
		await model.dispose();
	});

	describeRunnerContract('openai', {
		load: () => openAiRunner.load({ model: 'mini', baseUrl: server.url, template: template.path }),
		skip: { grammar: 'the OpenAI API has no grammars', overflow: OVERLONG, 'disposed-at-work': ENDS_FIRST },
	});
});

/** Command line of a llama-server, such as `llama-server`; see docs/openai-servers.md. */
const LLAMA_SERVER = process.env.GEMMARK_LLAMA_SERVER;

describe('over a real llama-server', () => {
	let child: ChildProcess;
	let url: string;
	beforeAll(async () => {
		if (LLAMA_SERVER === undefined) return;
		const port = await freePort();
		url = `http://127.0.0.1:${port}`;
		const options = ['-m', MODEL, '--host', '127.0.0.1', '--port', String(port), '-t', '1', '-c', '2048', '--no-webui'];
		child = spawn(LLAMA_SERVER, options, { stdio: 'ignore' });
		for (let attempt = 0; attempt < 100; attempt += 1) {
			const healthy = await fetch(`${url}/health`).then(
				(response) => response.ok,
				() => false,
			);
			if (healthy) return;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		throw new Error('llama-server did not start');
	});
	afterAll(() => void child?.kill('SIGKILL'));

	it('the miniature says the same as in the native engine, with the engine’s own timings', async (context) => {
		if (LLAMA_SERVER === undefined) return context.skip('GEMMARK_LLAMA_SERVER names no llama-server');
		const served = await openAiRunner.load({ model: '', baseUrl: url });
		if (served.kind !== 'raw') throw new Error('not a raw model');
		expect(served.identity).toMatchObject({ name: 'mini-q8_0.gguf', miniature: true });
		expect(served.grammar).toBe(true);
		const events = await Array.fromAsync(
			served.completer.complete({
				parts: [{ text: '<bos><|turn>user\n안녕<turn|>\n<|turn>model\n' }],
				sharedChars: 0,
				stop: ['<turn|>'],
				maxTokens: 16,
				sampling: { temperature: 0, seed: 1 },
				deadlineMs: 30_000,
			}),
		);
		expect(events.at(-1)).toMatchObject({ type: 'end', usage: { promptTokens: expect.any(Number) } });
		expect(events.at(-1)).toHaveProperty('prefillMs');
	});
});
