import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/base/read-file.ts';
import { ended } from '../../golden/lab.ts';
import { ANSWER_ROWS, type AnswerRow, type CapturedTurn } from './rows.ts';

/** What each surface says about a run. */
export interface SaidRow {
	readonly row: AnswerRow;
	readonly exitCode: number;
	readonly terminal: string;
	/** Of decision.md, without its evidence. */
	readonly decision: string;
	/** After labels, and of the gate. */
	readonly after?: { readonly exitCode: number; readonly terminal: string };
}

/** Captures each row as an app's log, and reports it with the gemmark of a checkout, in a folder of its own in `out`. */
export async function* saidRows(checkout: string, filter: RegExp, out: string): AsyncGenerator<SaidRow> {
	for (const row of ANSWER_ROWS.filter(({ name }) => filter.test(name))) {
		const folder = join(out, row.name);
		rmSync(folder, { recursive: true, force: true });
		mkdirSync(folder, { recursive: true });
		yield await saidOf(row, folder, checkout);
	}
}

async function saidOf(row: AnswerRow, folder: string, checkout: string): Promise<SaidRow> {
	const gemmark = (...args: readonly string[]) => ended([join(checkout, 'cli/main.ts'), ...args], folder);
	const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
	write('app.jsonl', `${capturedLines(row).join('\n')}\n`);
	if (row.gate !== undefined) write('gate.json', JSON.stringify(row.gate));
	if (row.language !== undefined) {
		write('tools.json', JSON.stringify(TOOLS));
		write(
			'prompts.jsonl',
			`${askedBy(row)
				.map((prompt) => JSON.stringify(prompt))
				.join('\n')}\n`,
		);
		const app = {
			name: 'coach',
			language: row.language,
			system: 'You are a coach.',
			tools: 'tools.json',
		};
		write(
			'gemmark.config.json',
			JSON.stringify({ app, suites: [{ kind: 'prefix', corpus: 'prompts.jsonl', decision: DECISION }] }),
		);
	}
	const run = await gemmark('ingest', 'app.jsonl', '--out', 'run', '--temperature', '0', '--language', 'en');
	const after = await afterRun(row, folder, gemmark);
	return {
		row,
		exitCode: run.exitCode,
		terminal: run.stdout.trim() || run.stderr.trim(),
		decision: leadOf(folder),
		after,
	};
}

type Gemmark = (...args: readonly string[]) => ReturnType<typeof ended>;

async function afterRun({ labels, gate }: AnswerRow, folder: string, gemmark: Gemmark): Promise<SaidRow['after']> {
	if (labels === undefined) return undefined;
	await gemmark('label', 'run', '--who', 'sora', '--export', 'labels.csv');
	let place = 0;
	const filled = readFileSync(join(folder, 'labels.csv'), 'utf8').replace(/(,[0-9a-f]{16},),/gu, (_, head: string) => {
		const label = labels[place] ?? '';
		place += 1;
		return `${head}${label},`;
	});
	writeFileSync(join(folder, 'labels.csv'), filled);
	const labelled = await gemmark('label', 'run', '--who', 'sora', '--import', 'labels.csv');
	if (gate === undefined) return { exitCode: labelled.exitCode, terminal: (labelled.stdout || labelled.stderr).trim() };
	const gated = await gemmark('gate', 'run', '--gate', 'gate.json');
	return { exitCode: gated.exitCode, terminal: `${labelled.stdout.trim()}\n${(gated.stdout || gated.stderr).trim()}` };
}

/** The first lines of decision.md, up to its table. */
function leadOf(folder: string): string {
	try {
		const lines = readFileSync(join(folder, 'run/decision.md'), 'utf8').split('\n').filter(Boolean);
		const table = lines.findIndex((line) => line.startsWith('|'));
		return lines.slice(0, table === -1 ? 12 : Math.min(table, 12)).join('\n');
	} catch {
		return '(no decision.md)';
	}
}

interface Asked {
	readonly id: string;
	readonly input: string;
	readonly expected?: unknown;
}

const KOREAN: readonly Asked[] = readFileSync(join(packageRoot(), 'corpus/prefix.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line));
const DECISION = {
	hits: 5,
	of: 15,
	paths: {
		A: { title: { en: 'keep what the model says before a call', ko: '호출 앞의 말을 남깁니다' } },
		B: { title: { en: 'drop what the model says before a call', ko: '호출 앞의 말을 버립니다' } },
	},
};
const TOOLS = [
	{
		type: 'function',
		function: {
			name: 'search_catalog',
			description: 'Finds habits',
			parameters: { type: 'object', properties: { category: { type: 'string' } }, required: ['category'] },
		},
	},
];
const EXPECTED = [{ tool: 'search_catalog', arguments: { category: 'sleep' } }];
const TOPICS = [
	'sleep',
	'running',
	'stress',
	'coffee',
	'breathing',
	'reading',
	'walking',
	'water',
	'food',
	'diary',
	'sun',
	'phone',
	'wine',
	'music',
	'gardening',
];

function askedBy({ language }: AnswerRow): readonly Asked[] {
	if (language === 'en')
		return TOPICS.map((topic, place) => ({
			id: `p${place + 1}`,
			input: `Find habits for ${topic}`,
			expected: EXPECTED,
		}));
	return KOREAN;
}

function capturedLines(row: AnswerRow): readonly string[] {
	const asked = askedBy(row);
	const events = asked.flatMap((prompt, place) => eventsOf(prompt, row.turns[place] ?? { said: '' }));
	return events.map((event, n) => JSON.stringify({ v: 1, n, ...event }));
}

function eventsOf({ id, input, expected }: Asked, { said, call = 'right' }: CapturedTurn): readonly object[] {
	const [first] = (Array.isArray(expected) ? expected : []) as readonly {
		readonly tool: string;
		readonly arguments: object;
	}[];
	const right = { name: first?.tool ?? 'search_catalog', args: first?.arguments ?? { category: 'sleep' } };
	const wrong = right.name === 'get_streak' ? 'list_active_habits' : 'get_streak';
	const chosen = call === 'wrong-tool' ? { name: wrong, args: {} } : right;
	const words = said === '' ? [] : [{ t: 'chunk', turn: 0, text: said, atMs: 200 }];
	const called = [
		{ t: 'call', turn: 0, prefix: said, ...chosen, repairs: [], atMs: 400 },
		{ t: 'chunk', turn: 1, text: '다 됐어요.', atMs: 900 },
		{ t: 'end', finish: 'stop', earlier: ['tool-call'], atMs: 1000 },
	];
	const end = [{ t: 'end', finish: 'stop', atMs: 1000 }];
	return [{ t: 'user', prompt: id, text: input, atMs: 0 }, ...words, ...(call === 'none' ? end : called)];
}
