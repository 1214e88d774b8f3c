import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import type { Suite } from '../eval/suite.ts';
import type { Log } from '../log/record.ts';
import type { ToolDeclaration } from '../model/conversation.ts';
import { suiteDouble } from '../testing/doubles/suite-double.ts';
import { seededRandom } from '../testing/seeded-random.ts';
import { callFixture, transcriptFixture } from '../testing/transcript-fixture.ts';
import { sameText } from '../text/same-text.ts';
import { compactText } from '../text/text.ts';
import { readChats } from './import.ts';
import { type TrainingFormat, trainingRows } from './rows.ts';
import type { SplitSample } from './split.ts';

const lines = (...path: readonly string[]): readonly never[] =>
	readFileSync(join(packageRoot(), ...path), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as never);
const rows = lines('examples', 'tuning', 'corpus.jsonl');
const tools = (
	JSON.parse(readFileSync(join(packageRoot(), 'examples/tuning/tools.json'), 'utf8')) as readonly {
		function: ToolDeclaration;
	}[]
).map((tool) => tool.function);
const system = 'You are a model that can do function calling with the following functions';
const suiteOf = (samples: readonly object[]): Suite =>
	({ ...suiteDouble([], async () => ({ messages: [], facts: {} })), name: 'tools', samples }) as never;

/** A run that got these rows wrong, and says nothing. */
function logOf(wrong: readonly string[], transcript = transcriptFixture([[]])): Log {
	const suites = [{ name: 'tools', scores: { correct: { kind: 'rate', main: true, calls: 'all' } } }];
	const samples = wrong.map((sampleId) => ({
		suite: 'tools',
		sampleId,
		scores: { correct: { value: false } },
		transcript,
	}));
	return {
		header: { suites, settings: { dialect: 'functiongemma' }, engine: { runner: 'x' } },
		samples,
		failures: [],
	} as never;
}
/** 1,000 by hand: GEMMARK_ROUNDS=1000. */
const ROUNDS = Number(process.env.GEMMARK_ROUNDS ?? 40);
const MISSED = ['alarm-4', 'message-1', 'music-1', 'both-1', 'chain-1', 'none-1', 'none-3'];

describe('rows for a tuning', () => {
	it('of a chat that was imported have its prompt, tools and history', async () => {
		const [row] = lines('lab', 'tuning', 'training-trl.jsonl') as readonly { readonly messages: readonly object[] }[];
		const [head, ...rest] = row?.messages ?? [];
		const history = [
			{ role: 'user', content: 'Hello.' },
			{ role: 'assistant', content: 'What can I do?' },
		];
		const chat = { ...row, messages: [head, ...history, ...rest] };
		const file = join(mkdtempSync(join(tmpdir(), 'chats-')), 'chats.jsonl');
		writeFileSync(file, `${JSON.stringify(chat)}\n`);
		const samples: object[] = [];
		for await (const item of readChats([file], { train: true, onTrain: () => undefined }))
			if ('sample' in item) samples.push({ ...item.sample, split: 'dev' });
		const suite = suiteOf(samples.slice(1));
		const made = await trainingRows(logOf(['row-1-2']), suite, { format: 'trl', all: false, system: '', tools: [] });
		expect(made.rows).toEqual([chat]);
	});

	it.each<TrainingFormat>(['trl', 'mobile-actions'])('are those of the reference: %s', async (format) => {
		const made = await trainingRows(logOf(MISSED), suiteOf(rows), { format, all: false, system, tools });
		expect(made.rows).toEqual(lines('lab', 'tuning', `training-${format}.jsonl`));
		expect([made.asked, [...made.leftOut]]).toEqual([
			7,
			[
				['any-value', 1],
				['no-reply', 1],
			],
		]);
	});

	it('are of the whole app, where the run also asked with fewer tools', async () => {
		const log = logOf(MISSED);
		const suites = log.header.suites.map((suite) => ({ ...suite, settings: { toolCounts: '4' } }));
		const few = log.samples.map((sample, at) => ({ ...sample, variant: at < 2 ? 'all' : 'tools-4' }));
		const asked = { format: 'trl', all: false, system, tools } as const;
		const suite = { ...suiteOf(rows), settings: { toolCounts: '4' } };
		const { asked: n } = await trainingRows({ ...log, header: { ...log.header, suites }, samples: few }, suite, asked);
		expect(n).toBe(2);
	});

	it('go on in a chain where the run had the response of the right call', async () => {
		const call = { id: '1', name: 'get_weather', arguments: { city: 'Porto' }, raw: '', repairs: [] };
		const chain = {
			id: 'chain-2',
			split: 'dev',
			input: 'x',
			order: 'given',
			expected: [
				{ tool: 'get_weather', arguments: { city: 'Porto' } },
				{ tool: 'send_message', arguments: { to: 'Dana', text: 'rain' } },
			],
		};
		const messages = [{ role: 'tool-call' as const, call, result: { type: 'ok' as const, data: { rain: true } } }];
		const log = logOf(
			['chain-2'],
			transcriptFixture([[callFixture('get_weather', { city: 'Porto' })], []], { messages }),
		);
		const made = await trainingRows(log, suiteOf([chain]), { format: 'trl', all: false, system, tools });
		expect(made.rows).toHaveLength(2);
		expect(made.rows[1]?.messages).toMatchObject([
			{ role: 'system' },
			{ role: 'user' },
			{ role: 'assistant' },
			{ role: 'tool', name: 'get_weather', content: '{"rain":true}' },
			{ role: 'assistant', tool_calls: [{ function: { name: 'send_message' } }] },
		]);
	});

	it('have no input of a test row, nor one that says the same, in random corpora', async () => {
		const random = seededRandom(7);
		const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
		const said = (): string =>
			`${pick(['알람', '타이머', '물 세 잔', '물 3잔', 'Timer', 'timer'])}${pick(['', '을', '를'])}${pick([' ', ''])}${pick(['맞춰 줘', '맞춰 주세요.', '맞춰줘!', 'for 5 minutes', 'for 5 minutes, please'])}`;
		for (let round = 0; round < ROUNDS; round += 1) {
			const taken = new Map<string, string>();
			const corpus = Array.from({ length: 12 }, (_, at) => {
				const input = said();
				const split = taken.get(compactText(input)) ?? pick(['dev', 'test']);
				taken.set(compactText(input), split);
				return {
					id: `r${at}`,
					input,
					split,
					expected: [{ tool: 'set_timer', arguments: { minutes: 1 } }],
				} as unknown as SplitSample;
			});
			const made = await trainingRows(logOf([]), suiteOf(corpus), { format: 'trl', all: true, system, tools });
			const left = made.rows.map(({ messages }) => (messages as readonly { content: string }[])[1]?.content ?? '');
			const test = corpus.filter(({ split }) => split === 'test');
			expect(left.filter((input) => test.some((row) => sameText(row.input, input)))).toEqual([]);
		}
	});
});
