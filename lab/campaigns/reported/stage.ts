import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ended } from '../../golden/lab.ts';
import { type Served, type ServerAnswer, serve } from '../../golden/play/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: each play reads the fields of its own case
export type Case = Record<string, any>;
export type Row = Record<string, string>;

export class Stage {
	readonly folder: string;
	readonly checkout: string;
	readonly fact: (fact: string, got: unknown, right: boolean) => void;

	constructor(folder: string, checkout: string, fact: Stage['fact']) {
		this.folder = folder;
		this.checkout = checkout;
		this.fact = fact;
	}

	write(name: string, content: string | object): void {
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const file = join(this.folder, name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	}

	gemmark(...args: readonly string[]) {
		return ended([join(this.checkout, 'cli/main.ts'), ...args], this.folder);
	}

	/** The rows of a run's CSV, by sample. */
	rows(run: string): readonly Row[] {
		try {
			const csv = readFileSync(join(this.folder, run, 'report.csv'), 'utf8').replace(/^\ufeff/, '');
			return parse(csv, { columns: true, skip_empty_lines: true }) as Row[];
		} catch {
			return [];
		}
	}

	/** Empty of a file that is not there. */
	read(name: string): string {
		try {
			return readFileSync(join(this.folder, name), 'utf8');
		} catch {
			return '';
		}
	}

	/** Writes an app of these tools, and the prefix suite over these prompts. */
	app(tools: object, prompts: readonly object[], suites: readonly string[] = ['prefix']): void {
		this.write('own/tools.json', tools);
		this.write('own/prompts.jsonl', `${prompts.map((prompt) => JSON.stringify(prompt)).join('\n')}\n`);
		this.write('gemmark.config.json', {
			app: { name: 'notes', language: 'ko', system: '당신은 메모 도우미입니다.', tools: 'own/tools.json' },
			suites: suites.map((kind) => ({
				kind,
				corpus: 'own/prompts.jsonl',
				...(kind === 'prefix' && { decision: { hits: 1, of: prompts.length } }),
			})),
		});
	}

	/** Runs over a chat server that gives these answers, by prompt. */
	chat(chat: Readonly<Record<string, readonly ServerAnswer[]>>, out: string, ...args: readonly string[]) {
		const probe: ServerAnswer = [
			{
				choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'length' }],
				usage: { prompt_tokens: 400, completion_tokens: 1 },
			},
		];
		return this.served({ pages: MODELS, chat: { A: [probe], ...chat } }, out, '--api', 'chat', ...args);
	}

	/** Returns how the run ended, and the bodies of the requests. */
	async served(pages: Served, out: string, ...args: readonly string[]) {
		const requests: Case[] = [];
		const server = await serve({ ...pages, onRequest: (body) => requests.push(body) });
		try {
			const address = ['--runner', 'openai', '--base-url', server.url, '--model', 'gemma'];
			const end = await this.gemmark('run', ...address, ...args, '--out', out);
			if (process.env.REPORTED_VERBOSE) process.stderr.write(`${end.stderr}\n`);
			return { ...end, requests };
		} finally {
			await server.close();
		}
	}
}

export const MODELS = { '/v1/models': { data: [{ id: 'gemma' }] } };
export const NOTE = {
	type: 'function',
	function: {
		name: 'share_note',
		description: '메모를 적는다',
		parameters: {
			type: 'object',
			properties: { title: { type: 'string' }, body: { type: 'string' } },
			required: ['title'],
		},
	},
};
export const TIMER = {
	type: 'function',
	function: { name: 'stop_timer', description: '타이머를 멈춘다', parameters: { type: 'object', properties: {} } },
};
export const RIGHT = [{ tool: 'share_note', arguments: { title: '장보기' } }];
export const ASKED = '장보기 메모를 적어 줘';
export const PROMPT = { id: 'note', input: ASKED, expected: RIGHT };
export const said = (content: string): ServerAnswer => [
	{ choices: [{ index: 0, delta: { role: 'assistant', content } }] },
	{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];
export const called = (args: string): ServerAnswer => [
	{ choices: [{ index: 0, delta: { role: 'assistant', content: '메모를 적어 둘게요.' } }] },
	{
		choices: [
			{
				index: 0,
				delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'share_note', arguments: args } }] },
			},
		],
	},
	{ choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
];
export const events = (sse: readonly unknown[]): ServerAnswer =>
	sse.filter((event): event is object => typeof event === 'object');
export const DONE = said('적어 두었어요.');
export const GEMMA3 = `{{ bos_token }}{% for message in messages %}{{ '<start_of_turn>' + (message.role if message.role != 'assistant' else 'model') + '\\n' + message.content + '<end_of_turn>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}`;
