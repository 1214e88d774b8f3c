import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Golden, Lab } from '../lab.ts';
import { type DeviceOptions, device } from '../play/device.ts';
import { golden } from '../play/package-entry.ts';
import { type Served, serve } from '../play/server.ts';

const KITCHEN = `app: { name: 'kitchen', language: 'en', system: 'kitchen/system.md', tools: 'kitchen/tools.json', answers: 'kitchen/answers.yaml' },
	suites: [{ kind: 'prefix', corpus: 'kitchen/prompts.csv', decision: { hits: 4, of: 12 } }]`;
const PREFIX = ['run', '--suite', 'prefix'];
const TEMPLATE = join(golden, 'data/template.jinja');

/** The built-in runners against servers, devices and recordings that say the same each time. */
export const ENGINES: readonly Golden[] = [
	{
		name: 'openai-chat',
		covers:
			'runner openai, chat: fragments, thoughts, refusal, filter, empty, cut, swallowed, calls in text and without arguments, the old function_call',
		async run(lab) {
			lab.copy('kitchen', 'kitchen');
			lab.write('gemmark.config.ts', `export default { ${KITCHEN} };\n`);
			await served(data('engines/chat-server.json'), (url) =>
				lab.step('run', [
					...PREFIX,
					'--runner',
					'openai',
					'--base-url',
					url,
					'--model',
					'served-gemma',
					'--api',
					'chat',
				]),
			);
		},
	},
	{
		name: 'openai-completion',
		covers: "runner openai, raw: /v1/completions with a template, llama-server's /completion with its own",
		async run(lab) {
			const recording = data<Served['recording'] & object>('generations/coach-q8.json');
			const vllm = { '/v1/models': { data: [{ id: 'mini', max_model_len: 4096 }] }, '/version': { version: '0.11.0' } };
			await served({ pages: vllm, recording }, (url) =>
				lab.step('template', [
					...PREFIX,
					'--runner',
					'openai',
					'--base-url',
					url,
					'--model',
					'mini',
					'--template',
					TEMPLATE,
				]),
			);
			const props = {
				default_generation_settings: { n_ctx: 4096 },
				model_path: '/models/mini-q8_0.gguf',
				build_info: 'b1',
				chat_template: readFileSync(TEMPLATE, 'utf8'),
				bos_token: '<bos>',
				eos_token: '<eos>',
			};
			await served({ pages: { '/props': props }, recording }, (url) =>
				lab.step('llama-server', [...PREFIX, '--runner', 'openai', '--base-url', url, '--limit', '4']),
			);
		},
	},
	{
		name: 'device-raw',
		covers: 'runner device, level engine: a client that continues prompts',
		run: (lab) =>
			onDevice(
				lab,
				'run',
				{ levels: ['raw'], template: TEMPLATE, recording: data('generations/coach-q8.json') },
				PREFIX,
			),
	},
	{
		name: 'device-app',
		covers:
			"runner device, levels app and chat: the app's own turns, failures, cuts, another question, calls it could not read",
		async run(lab) {
			lab.copy('kitchen', 'kitchen');
			lab.write('gemmark.config.ts', `export default { ${KITCHEN} };\n`);
			const app = data<Answers>('engines/device-app.json');
			const chat = data<Answers>('engines/device-chat.json');
			await onDevice(lab, 'app', { levels: ['app'], answers: app }, [...PREFIX, '--level', 'app']);
			await onDevice(lab, 'chat', { levels: ['chat'], answers: chat }, PREFIX);
		},
	},
	{
		name: 'browser',
		covers: 'a chat-only engine as those in a browser, and its replay',
		async run(lab) {
			lab.copy('kitchen', 'kitchen');
			lab.copy('engines/browser.json', 'browser.json');
			lab.config([{ kind: 'chatPlayer', model: 'in-browser', recording: 'browser.json' }], KITCHEN);
			await lab.step('run', ['run']);
			await lab.step('replayed', ['run', '--runner', 'replay', '--model', 'run']);
			await lab.compare('same', ['run', 'replayed']);
		},
	},
	{
		name: 'replay',
		covers: 'runner replay of raw generations: all suites with the same result, a sample that is not in the recording',
		async run(lab) {
			lab.config([{ model: 'mini-q8', recording: 'coach-q8' }]);
			await lab.exitCode('recorded', 'run', '--suite', 'prefix,tools,replay', '--limit', '8', '--out', 'recorded');
			const replay = ['run', '--runner', 'replay', '--model', 'recorded'];
			await lab.step('replayed', [...replay, '--suite', 'prefix,tools,replay', '--limit', '8']);
			await lab.step('more', [...replay, '--suite', 'prefix', '--limit', '10']);
			await lab.compare('same', ['recorded', 'replayed']);
		},
	},
	{
		name: 'llama-cpp',
		covers: 'runner llama-cpp: the bundled miniature itself, four prompts',
		run: async (lab) => {
			await lab.step('run', [...PREFIX, '--limit', '4', '--threads', '1']);
		},
	},
];

type Answers = NonNullable<DeviceOptions['answers']>;

function data<T extends object>(file: string): T {
	return JSON.parse(readFileSync(join(golden, 'data', file), 'utf8')) as T;
}

async function served(pages: Served, use: (url: string) => Promise<unknown>): Promise<void> {
	const server = await serve(pages);
	try {
		await use(server.url);
	} finally {
		await server.close();
	}
}

async function onDevice(
	lab: Lab,
	step: string,
	options: Omit<DeviceOptions, 'port' | 'token'>,
	args: readonly string[],
): Promise<void> {
	const port = await freePort();
	const token = 'golden-token';
	const client = device({ ...options, port, token });
	await lab.step(step, [...args, '--runner', 'device', '--port', `${port}`, '--token', token]);
	await client;
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, '127.0.0.1', () => {
			const { port } = server.address() as { port: number };
			server.close(() => resolve(port));
		});
	});
}
