import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
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

const folder = mkdtempSync(join(tmpdir(), 'gemmark-served-'));
let server: ScriptedServer | undefined;
afterEach(() => {
	rmSync(join(folder, 'run'), { recursive: true, force: true });
});

/** As `model`, and from the answer `other` on as another. Loading asks once. */
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
): Promise<{ told: string; code: number }> {
	return runWatched(answers, () => undefined, ...args);
}

/** `watch` gets what was told so far whenever something is. */
async function runWatched(
	answers: Readonly<Record<string, Answer>>,
	watch: (told: string, child: ChildProcess) => void,
	...args: string[]
): Promise<{ told: string; code: number }> {
	server = await startScriptedServer(answers);
	const main = join(packageRoot(), 'cli', 'main.ts');
	const target = ['--runner', 'openai', '--base-url', server.url, '--suite', 'prefix', '--limit', '4'];
	const child = spawn(process.execPath, [main, 'run', ...target, '--out', 'run', ...args], { cwd: folder });
	let told = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (text: Buffer) => {
			told += String(text);
			watch(told, child);
		});
	}
	return new Promise((resolve) => child.on('close', (code) => resolve({ told, code: code ?? -1 })));
}

describe('gemmark run on a server', () => {
	it('tells that it waits for a server that may load its model, and ends at once with Ctrl-C', async () => {
		let interruptedAt = 0;
		const { told, code } = await runWatched(
			{ '/v1/chat/completions': () => undefined },
			(so, child) => {
				if (interruptedAt > 0 || !so.includes('waiting for')) return;
				interruptedAt = performance.now();
				child.kill('SIGINT');
			},
			'--model',
			'gemma4',
		);
		expect(performance.now() - interruptedAt).toBeLessThan(3000);
		expect(code).toBe(130);
		expect(told).toContain(
			`waiting for ${server?.url} to answer a prompt with one token; it may have to load its model first (60 s at most)\n`,
		);
		expect(told).toContain('openai: loading was interrupted');
	});

	it('has the served name, not the wanted one, in the header, and what the server tells of itself', async () => {
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
		const { told, code } = await run({ '/v1/chat/completions': answering('gemma', 3) }, '--model', 'gemma');
		const { samples, footer } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect(told).toMatch(/answers as llama-3, but answered as gemma earlier/u);
		expect([code, samples.length, footer?.outcome]).toEqual([3, 2, 'failed']);
	});

	it('that turns out to have changed its model behind the run gives no evidence, and is asked all of it again', async () => {
		const named = ['--model', 'gemma'];
		const ollama = (digests: readonly string[]): Readonly<Record<string, Answer>> => ({
			'/api/version': json({ version: '0.12.6' }),
			'/api/tags': (response, body, attempt) =>
				json({ models: [{ name: 'gemma', digest: digests[attempt] }] })(response, body, attempt),
			'/v1/chat/completions': answering('gemma', 99),
		});
		const { told, code } = await run(ollama(['aa', 'bb']), ...named);
		const file = join(folder, 'run', 'log.jsonl');
		const { samples, footer, header } = await readLogFile(file);
		expect(told).toMatch(/now serves bb, not aa/u);
		expect(header.model.digest).toBe('aa');
		expect([code, samples.length, footer?.outcome]).toEqual([3, 4, 'failed']);
		expect(samples.map(({ scores }) => scores.meaningful?.unscored)).toEqual(Array(4).fill('unconfirmed'));

		const other = await run(ollama(['bb']), ...named, '--resume');
		expect([other.told, other.code]).toEqual([expect.stringContaining('model digest differs'), 2]);
		await run(ollama(['aa', 'aa']), ...named, '--resume');
		const again = await readLogFile(file);
		expect(again.samples.map(({ scores }) => typeof scores.meaningful?.value)).toEqual(Array(4).fill('boolean'));
		expect(again.footer?.outcome).toBe('complete');
	});

	it('that has changed its model is told too where something else ends the run: nothing before is evidence', async () => {
		const named = answering('gemma', 99);
		const failing: Answer = (response, body, attempt) =>
			attempt < 3 ? named(response, body, attempt) : json({ error: 'no tools' }, 400)(response, body, attempt);
		const tags: Answer = (response, body, attempt) =>
			json({ models: [{ name: 'gemma', digest: attempt === 0 ? 'aa' : 'bb' }] })(response, body, attempt);
		const ollama = { '/api/version': json({ version: '0.12.6' }), '/api/tags': tags, '/v1/chat/completions': failing };
		const { told, code } = await run(ollama, '--model', 'gemma');
		const { samples, failures } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect([code, told]).toEqual([3, expect.stringContaining('no tools')]);
		expect(failures.map(({ said }) => english(said))).toEqual([
			expect.stringContaining('no tools'),
			expect.stringContaining('now serves bb, not aa'),
		]);
		expect(samples.map(({ transcript }) => transcript.failure)).toEqual(['unconfirmed', 'unconfirmed']);
	});

	it('that does not serve the model is refused in one line, before there is a log', async () => {
		const { told, code } = await run({ '/v1/models': json({ data: [{ id: 'llama-3' }] }) }, '--model', 'gemma');
		expect(told).toMatch(/^gemmark: --model gemma: \S+ does not serve it\. The server lists llama-3\.$/mu);
		expect([code, existsSync(join(folder, 'run'))]).toEqual([2, false]);
	});

	it('whose prompt has no tools is warned of, before the first sample', async () => {
		const same: Answer = events([{ choices: [], usage: { prompt_tokens: 10, completion_tokens: 1 } }, '[DONE]']);
		const { told } = await run({ '/v1/chat/completions': same }, '--model', 'gemma');
		expect(told).toMatch(/has only 10 tokens/u);
		const { header } = await readLogFile(join(folder, 'run', 'log.jsonl'));
		expect(header.lint).toMatchObject([{ level: 'error', said: { code: 'lint.no-tool-support.engine' } }]);
	});
});

describe('a token in the reference of a model', () => {
	const TOKEN = 'tok-5ecret-0042';

	it.each([
		['a parameter of the hub', `hf:user/repo:Q4?token=${TOKEN}`],
		['the user of an address', `https://${TOKEN}@127.0.0.1:9/m.gguf`],
	])('as %s is in no word on the terminal, and in no file of the run', async (_, reference) => {
		const echo: Answer = (response, body, attempt) => {
			const { model } = body as { readonly model: string };
			const usage = { prompt_tokens: JSON.stringify(body).includes('"tools"') ? 190 : 10, completion_tokens: 4 };
			const choice = { delta: { content: `${TOKEN} 네, 그래요.` }, finish_reason: 'stop' };
			events([{ model, choices: [choice] }, { model, choices: [], usage }, '[DONE]'])(response, body, attempt);
		};
		const { told } = await run({ '/v1/chat/completions': echo }, '--model', reference);
		const files = readdirSync(join(folder, 'run')).map((name) => readFileSync(join(folder, 'run', name), 'utf8'));
		expect(files.length).toBeGreaterThan(3);
		expect([told, ...files].filter((text) => text.includes(TOKEN))).toEqual([]);
		expect(files.join('\n')).toContain('네, 그래요.');
	});

	it.each([`hf:user/repo:Q4?token=${TOKEN}`, `m.gguf?token=${TOKEN}`])('is in no error: %s', (reference) => {
		const asked = [join(packageRoot(), 'cli', 'main.ts'), 'run', '--suite', 'prefix', '--model', reference];
		const { stdout, stderr, status } = spawnSync(process.execPath, asked, { cwd: folder, encoding: 'utf8' });
		expect([status, `${stdout}${stderr}`.includes(TOKEN)]).toEqual([reference.startsWith('hf:') ? 2 : 3, false]);
	});
});
