import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { ended } from '../../golden/lab.ts';
import { type Served, type ServerAnswer, serve } from '../../golden/play/server.ts';

/** What one reported case came to. */
export interface ReportedOutcome {
	readonly name: string;
	readonly sources: readonly string[];
	/** By fact, what came of it and whether that is right. */
	readonly facts: Readonly<Record<string, { readonly got: string; readonly right: boolean }>>;
}

/** Runs the cases of `cases/`, each as its user would, with the gemmark of a checkout. */
export async function* reportedCases(checkout: string, filter: RegExp): AsyncGenerator<ReportedOutcome> {
	const cases = join(import.meta.dirname, 'cases');
	for (const file of readdirSync(cases).filter((name) => filter.test(name))) {
		const play = PLAYS[file.slice(0, 2)];
		if (play === undefined) throw new Error(`${file} has no play`);
		const data = JSON.parse(readFileSync(join(cases, file), 'utf8'));
		const folder = mkdtempSync(join(tmpdir(), 'gemmark-reported-'));
		const facts: Record<string, { got: string; right: boolean }> = {};
		try {
			const stage = new Stage(folder, checkout, (fact, got, right) => {
				facts[fact] = { got: String(got), right };
			});
			await play(stage, data);
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
		yield { name: file.replace('.json', ''), sources: [data.source].flat(), facts };
	}
}

// biome-ignore lint/suspicious/noExplicitAny: each play reads the fields of its own case
type Case = Record<string, any>;
type Row = Record<string, string>;

class Stage {
	readonly folder: string;
	readonly #checkout: string;
	readonly fact: (fact: string, got: unknown, right: boolean) => void;

	constructor(folder: string, checkout: string, fact: Stage['fact']) {
		this.folder = folder;
		this.#checkout = checkout;
		this.fact = fact;
	}

	write(name: string, content: string | object): void {
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		writeFileSync(join(this.folder, name), text);
	}

	gemmark(...args: readonly string[]) {
		return ended([join(this.#checkout, 'cli/main.ts'), ...args], this.folder);
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

	log(run: string): string {
		try {
			return readFileSync(join(this.folder, run, 'log.jsonl'), 'utf8');
		} catch {
			return '';
		}
	}

	/** Writes an app of these tools, and the prefix suite over these prompts. */
	app(tools: object, prompts: readonly object[], suites: readonly string[] = ['prefix']): void {
		mkdirSync(join(this.folder, 'own'), { recursive: true });
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

const MODELS = { '/v1/models': { data: [{ id: 'gemma' }] } };
const NOTE = {
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
const TIMER = {
	type: 'function',
	function: { name: 'stop_timer', description: '타이머를 멈춘다', parameters: { type: 'object', properties: {} } },
};
const RIGHT = [{ tool: 'share_note', arguments: { title: '장보기' } }];
const ASKED = '장보기 메모를 적어 줘';
const PROMPT = { id: 'note', input: ASKED, expected: RIGHT };
const said = (content: string): ServerAnswer => [
	{ choices: [{ index: 0, delta: { role: 'assistant', content } }] },
	{ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];
const called = (args: string): ServerAnswer => [
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
const events = (sse: readonly unknown[]): ServerAnswer =>
	sse.filter((event): event is object => typeof event === 'object');
const DONE = said('적어 두었어요.');

/** Whether a score's cell says this, or its sample is unscored for this cause. */
function score(rows: readonly Row[], id: string, name: string): string {
	const row = rows.find((one) => one.sample === id);
	if (row === undefined) return 'no row';
	return row[`score_${name}_unscored`] || { 1: 'true', 0: 'false' }[row[`score_${name}`] ?? ''] || 'none';
}

const PLAYS: Readonly<Record<string, (stage: Stage, data: Case) => Promise<void>>> = {
	'01': async (stage, { sse, tools }) => {
		stage.app(tools, [PROMPT]);
		const { stdout, stderr } = await stage.chat({ [ASKED]: [events(sse), DONE] }, 'run');
		const got = score(stage.rows('run'), 'note', 'arguments');
		stage.fact('arguments', got, got === 'false');
		stage.fact('warned', /<\|"\|>/.test(stdout + stderr), /<\|"\|>/.test(stdout + stderr));
	},
	'04': (stage, data) => lostCall(stage, data, ['firstTool', 'arguments']),
	'06': (stage, data) => lostCall(stage, data, ['meaningful']),
	'07': (stage, { response }) => failedTurn(stage, [{ status: response.status, body: response.body }], /engine-failed/),
	'08': (stage, { response }) => failedTurn(stage, response, /cut-context-full/),
	'09': async (stage, { texts }) => {
		for (const [index, text] of texts.entries()) {
			const rows = await completed(stage, text, 'gemma3-json', `run${index}`);
			const got = ['firstTool', 'arguments', 'strictFormat'].map((name) => score(rows, 'note', name)).join(', ');
			stage.fact(`text ${index + 1}`, got, got === 'true, true, false');
		}
	},
	'10': async (stage, { texts }) => {
		for (const [index, text] of texts.entries()) {
			const rows = await completed(stage, text, 'gemma4', `run${index}`);
			const got = score(rows, 'note', 'firstTool');
			stage.fact(text.split('\n').at(-1) ?? '', got, got.includes('unreadable'));
		}
	},
	'11': async (stage, { tools }) => {
		stage.app(tools, [
			{ id: 'w', input: '날씨', expected: [{ tool: 'get_weather', arguments: { location: '서울' } }] },
		]);
		const template = join(import.meta.dirname, '../../../models/mini/template.jinja');
		const { stdout, stderr, exitCode } = await stage.gemmark('lint', template, '--tools', 'own/tools.json');
		const named = ['units', 'day', 'mode'].filter((name) => (stdout + stderr).includes(name));
		stage.fact('parameters named', `${named.join(', ')} (exit ${exitCode})`, named.length === 3);
	},
	'12': async (stage, { tools }) => {
		stage.app(tools, [{ id: 'note', input: ASKED, expected: [{ tool: 'get_overview', arguments: {} }] }]);
		const { exitCode, stderr } = await stage.chat({ [ASKED]: [said('봅니다.')] }, 'run');
		stage.fact('exit code', `${exitCode} ${exitCode === 0 ? '' : stderr.trim().split('\n').at(-1)}`, exitCode === 0);
	},
	'13': async (stage, { sse, expected_second_request: wanted }) => {
		stage.app([NOTE], [PROMPT]);
		const { requests } = await stage.chat({ [ASKED]: [events(sse), DONE] }, 'run', '--thinking', 'on');
		const second = requests.findLast(({ messages }) => messages?.some(({ role }: Case) => role === 'assistant'));
		const sent = second?.messages.find(({ role }: Case) => role === 'assistant')?.reasoning_content;
		stage.fact('thought sent back', sent, sent === wanted.reasoning_content);
	},
	'15': async (stage, { mcp_tool: tool, answer }) => {
		stage.write('server.mjs', mcpServer(tool, answer));
		stage.app([], [PROMPT]);
		stage.write('gemmark.config.json', {
			app: {
				name: 'notes',
				language: 'ko',
				system: '당신은 메모 도우미입니다.',
				mcpServers: { notes: { command: process.execPath, args: ['server.mjs'] } },
			},
			suites: [{ kind: 'prefix', corpus: 'own/prompts.jsonl', decision: { hits: 1, of: 1 } }],
		});
		const { stdout, stderr } = await stage.chat({ [ASKED]: [called('{"title":"장보기"}'), DONE] }, 'run');
		const log = stage.log('run');
		stage.fact('reason named', /#\/\$defs\/Gone/.test(stdout + stderr), /#\/\$defs\/Gone/.test(stdout + stderr));
		stage.fact('answer taken', !log.includes('mcp_invalid'), !log.includes('mcp_invalid') && log !== '');
	},
	'17': async (stage) => {
		stage.app([NOTE], [PROMPT]);
		const line = JSON.stringify({ input: ASKED, text: '메모를 적어 둘게요.', calls: [] });
		const damaged = new TextDecoder('euc-kr').decode(new TextEncoder().encode(line));
		const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`${damaged}\n`, 'utf16le')]);
		writeFileSync(join(stage.folder, 'capture.jsonl'), bytes);
		const { stdout, stderr, exitCode } = await stage.gemmark('ingest', 'capture.jsonl', '--out', 'run');
		const line1 = `${stderr}${stdout}`.split('\n').find((one) => /encod|UTF-8|damaged/iu.test(one));
		stage.fact('encoding named', `${line1 ?? 'no'} (exit ${exitCode})`, line1 !== undefined);
	},
	'19': async (stage, { text }) => {
		stage.write('promptfooconfig.yaml', text);
		const { exitCode, stderr } = await stage.gemmark(
			'import',
			'promptfoo',
			'promptfooconfig.yaml',
			'--out',
			'imported',
		);
		stage.fact('exit code', `${exitCode} ${exitCode === 0 ? '' : stderr.trim().split('\n')[0]}`, exitCode === 0);
	},
};

async function lostCall(stage: Stage, { sse }: Case, names: readonly string[]): Promise<void> {
	stage.app([NOTE, TIMER], [PROMPT]);
	await stage.chat({ [ASKED]: [events(sse), DONE] }, 'run');
	for (const name of names) {
		const got = score(stage.rows('run'), 'note', name);
		stage.fact(name, got, got.includes('swallowed-by-engine'));
	}
}

/** Three prompts, of which the second fails so each time. */
async function failedTurn(stage: Stage, failures: readonly ServerAnswer[], cause: RegExp): Promise<void> {
	for (const [index, failure] of failures.entries()) {
		const prompts = ['a', 'bad', 'z'].map((id) => ({ ...PROMPT, id, input: `${id}: ${ASKED}` }));
		stage.app([NOTE], prompts);
		const answer = called('{"title":"장보기"}');
		const chat = Object.fromEntries(
			prompts.map(({ id, input }) => [input, id === 'bad' ? [failure] : [answer, DONE]] as const),
		);
		const run = `run${index}`;
		const { exitCode } = await stage.chat(chat, run);
		const rows = stage.rows(run);
		const got = `${score(rows, 'bad', 'meaningful')}; z ${score(rows, 'z', 'meaningful')} (exit ${exitCode})`;
		stage.fact(`answer ${index + 1}`, got, cause.test(got) && /z true/.test(got));
	}
}

const GEMMA3 = `{{ bos_token }}{% for message in messages %}{{ '<start_of_turn>' + (message.role if message.role != 'assistant' else 'model') + '\\n' + message.content + '<end_of_turn>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<start_of_turn>model\\n' }}{% endif %}`;

/** One answer of a model, read in a dialect from a server that continues prompts. */
async function completed(stage: Stage, text: string, dialect: string, out: string): Promise<readonly Row[]> {
	stage.app([NOTE, TIMER], [PROMPT]);
	stage.write('gemma3.jinja', GEMMA3);
	const template =
		dialect === 'gemma4' ? join(import.meta.dirname, '../../../models/mini/template.jinja') : 'gemma3.jinja';
	const raw = ['--api', 'completion', '--template', template, '--dialect', dialect];
	await stage.served({ pages: MODELS, text }, out, ...raw);
	return stage.rows(out);
}

function mcpServer(tool: object, answer: object): string {
	const answers = { tools: [tool], answer };
	return `import { createInterface } from 'node:readline';
const { tools, answer } = ${JSON.stringify(answers)};
const results = {
	initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } },
	'tools/list': { tools },
	'tools/call': answer,
};
for await (const line of createInterface({ input: process.stdin })) {
	const { id, method } = JSON.parse(line);
	if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
}
`;
}
