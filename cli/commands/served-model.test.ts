import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { english } from '../../src/base/message.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import {
	type Answer,
	events,
	json,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { saying } from '../../src/testing/saying.ts';
import { cli } from '../outside-folder-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-served-'));
let server: ScriptedServer | undefined;
afterEach(() => {
	rmSync(join(folder, 'run'), { recursive: true, force: true });
});

/** Answers as `model`, and from attempt `other` as another model. Loading sends one request. */
function answering(model: string, other: number): Answer {
	return (response, body, attempt) => {
		const name = attempt < other ? model : 'llama-3';
		const usage = { prompt_tokens: JSON.stringify(body).includes('"tools"') ? 190 : 10, completion_tokens: 4 };
		const choice = { delta: { content: '네, 그래요.' }, finish_reason: 'stop' };
		events([{ model: name, choices: [choice] }, { model: name, choices: [], usage }, '[DONE]'])(
			response,
			body,
			attempt,
		);
	};
}

async function run(
	answers: Readonly<Record<string, Answer>>,
	...args: string[]
): Promise<{ printed: string; code: number }> {
	const { status, stdout, stderr } = await cli([...(await runOn(answers)), ...args], folder);
	return { printed: stdout + stderr, code: status };
}

async function runOn(answers: Readonly<Record<string, Answer>>): Promise<readonly string[]> {
	server = await startScriptedServer(answers);
	const target = ['--runner', 'openai', '--base-url', server.url, '--suite', 'prefix', '--limit', '4'];
	return ['run', ...target, '--out', 'run'];
}

describe('gemmark run on a server', () => {
	it('prints that it waits for a server that may load its model, and ends at Ctrl-C', async () => {
		const main = join(packageRoot(), 'cli', 'main.ts');
		const args = [main, ...(await runOn({ '/v1/chat/completions': () => undefined })), '--model', 'gemma4'];
		const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
		let printed = '';
		child.stderr.on('data', (text: Buffer) => {
			const waited = printed.includes('waiting for');
			printed += String(text);
			if (!waited && printed.includes('waiting for')) child.kill('SIGINT');
		});
		expect(await once(child, 'close')).toEqual([130, null]);
		expect(printed).toContain(
			`waiting for ${server?.url} to answer a prompt with one token; it may have to load its model first (60 s at most)\n`,
		);
		expect(printed).toEqual(saying('engine.load-interrupted'));
	});

	it('has the served name, not the wanted one, in the header, and the server’s version', async () => {
		const { code } = await run(
			{ '/api/version': json({ version: '0.12.6' }), '/v1/chat/completions': answering('gemma3:4b', 99) },
			'--model',
			'gemma4',
		);
		const { header, samples } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect(header.model.name).toBe('gemma3:4b');
		expect(header.engine).toMatchObject({ version: 'Ollama 0.12.6', api: 'chat' });
		expect(header.warnings).toBeUndefined();
		expect([code, samples.length]).toEqual([0, 4]);
	});

	it('that changes its model ends as an engine failure, with the samples before it', async () => {
		const { printed, code } = await run({ '/v1/chat/completions': answering('gemma', 3) }, '--model', 'gemma');
		const { samples, footer } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect(printed).toEqual(saying('server.renamed', { name: 'llama-3', before: 'gemma' }));
		expect([code, samples.length, footer?.outcome]).toEqual([3, 2, 'failed']);
	});

	it('that changed its model during the run gives no evidence, and --resume repeats every sample', async () => {
		const named = ['--model', 'gemma'];
		const ollama = (digests: readonly string[]): Readonly<Record<string, Answer>> => ({
			'/api/version': json({ version: '0.12.6' }),
			'/api/tags': (response, body, attempt) =>
				json({ models: [{ name: 'gemma', digest: digests[attempt] }] })(response, body, attempt),
			'/v1/chat/completions': answering('gemma', 99),
		});
		const { printed, code } = await run(ollama(['aa', 'bb']), ...named);
		const file = join(folder, 'run', 'log.jsonl');
		const { samples, footer, header } = await readLogFile(file);
		expect(printed).toMatch(/now serves bb, not aa/u);
		expect(header.model.digest).toBe('aa');
		expect([code, samples.length, footer?.outcome]).toEqual([3, 4, 'failed']);
		expect(samples.map(({ scores }) => scores.meaningful?.unscored)).toEqual(Array(4).fill('unconfirmed'));

		const other = await run(ollama(['bb']), ...named, '--resume');
		expect([other.printed, other.code]).toEqual([expect.stringContaining('model.digest'), 2]);
		await run(ollama(['aa', 'aa']), ...named, '--resume');
		const again = await readLogFile(file);
		expect(again.samples.map(({ scores }) => typeof scores.meaningful?.value)).toEqual(Array(4).fill('boolean'));
		expect(again.footer?.outcome).toBe('complete');
	});

	it('that changed its model is reported also where another failure ends the run', async () => {
		const named = answering('gemma', 99);
		const failing: Answer = (response, body, attempt) =>
			attempt < 3 ? named(response, body, attempt) : json({ error: 'no tools' }, 400)(response, body, attempt);
		const tags: Answer = (response, body, attempt) =>
			json({ models: [{ name: 'gemma', digest: attempt === 0 ? 'aa' : 'bb' }] })(response, body, attempt);
		const ollama = { '/api/version': json({ version: '0.12.6' }), '/api/tags': tags, '/v1/chat/completions': failing };
		const { printed, code } = await run(ollama, '--model', 'gemma', '--max-failures', '1');
		const { samples, failures } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect([code, printed]).toEqual([3, expect.stringContaining('no tools')]);
		expect(failures.map(({ said }) => english(said))).toEqual([
			expect.stringContaining('no tools'),
			expect.stringContaining('now serves bb, not aa'),
		]);
		expect(samples.map(({ transcript }) => transcript.failure)).toEqual(Array(3).fill('unconfirmed'));
	});

	it('that does not serve the model is refused in one line, before there is a log', async () => {
		const { printed, code } = await run({ '/v1/models': json({ data: [{ id: 'llama-3' }] }) }, '--model', 'gemma');
		expect(printed).toMatch(/^gemmark: --model gemma: \S+ does not serve it\. The server lists llama-3\.$/mu);
		expect([code, existsSync(join(folder, 'run'))]).toEqual([2, false]);
	});

	it('whose prompt has no tools causes a warning before the first sample', async () => {
		const same: Answer = events([{ choices: [], usage: { prompt_tokens: 10, completion_tokens: 1 } }, '[DONE]']);
		const { printed } = await run({ '/v1/chat/completions': same }, '--model', 'gemma');
		expect(printed).toMatch(/only 10 prompt tokens/u);
		const { header } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect(header.lint).toMatchObject([{ level: 'error', said: { code: 'lint.no-tool-support.engine' } }]);
	});
});

describe('a token in the reference of a model', () => {
	const TOKEN = 'tok-5ecret-0042';

	it.each([
		['a parameter of the hub', `hf:user/repo:Q4?token=${TOKEN}`],
		['the user of an address', `https://${TOKEN}@127.0.0.1:9/m.gguf`],
	])('as %s is neither on the terminal nor in a file of the run', async (_, reference) => {
		const echo: Answer = (response, body, attempt) => {
			const { model } = body as { readonly model: string };
			const usage = { prompt_tokens: JSON.stringify(body).includes('"tools"') ? 190 : 10, completion_tokens: 4 };
			const choice = { delta: { content: `${TOKEN} 네, 그래요.` }, finish_reason: 'stop' };
			events([{ model, choices: [choice] }, { model, choices: [], usage }, '[DONE]'])(response, body, attempt);
		};
		const { printed } = await run({ '/v1/chat/completions': echo }, '--model', reference);
		const files = readdirSync(join(folder, 'run')).map((name) => readFileSync(join(folder, 'run', name), 'utf8'));
		expect(files.length).toBeGreaterThan(3);
		expect([printed, ...files].filter((text) => text.includes(TOKEN))).toEqual([]);
		expect(files.join('\n')).toContain('네, 그래요.');
	});

	it.each([`hf:user/repo:Q4?token=${TOKEN}`, `m.gguf?token=${TOKEN}`])('is in no error: %s', async (reference) => {
		const { stdout, stderr, status } = await cli(['run', '--suite', 'prefix', '--model', reference], folder);
		expect([status, `${stdout}${stderr}`.includes(TOKEN)]).toEqual([reference.startsWith('hf:') ? 2 : 3, false]);
	});
});
