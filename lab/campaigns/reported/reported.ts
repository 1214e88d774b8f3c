import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerAnswer } from '../../golden/play/server.ts';
import { playFields } from './fields.ts';
import {
	ASKED,
	type Case,
	called,
	DONE,
	events,
	GEMMA3,
	MODELS,
	NOTE,
	PROMPT,
	type Row,
	Stage,
	said,
	TIMER,
} from './stage.ts';

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
		const play = PLAYS[file.slice(0, 2)] ?? playFields;
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
		yield { name: file.replace('.json', ''), sources: [data.source ?? data.kind].flat(), facts };
	}
}

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
		// The model calls nothing, so there is no path (exit code 3); a declaration that is refused ends with 2.
		const { exitCode, stderr } = await stage.chat({ [ASKED]: [said('봅니다.')] }, 'run');
		stage.fact('exit code', `${exitCode} ${exitCode === 3 ? '' : stderr.trim().split('\n').at(-1)}`, exitCode === 3);
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
		const log = stage.read('run/log.jsonl');
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
