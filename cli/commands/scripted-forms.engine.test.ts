import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { type ScriptLine, writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const SAY = '연속 기록을 확인해 드릴게요. ';
const [OPEN, CLOSE] = ['<|tool_call>', '<tool_call|>'];
const STREAK = 'call:get_streak{habit_id:<|"|>h1<|"|>}';
const H1 = [['get_streak', { habit_id: 'h1' }]] as const;

/** One way to write a turn that real Gemmas of the small sizes were seen to have, and what must come of it. */
interface Form {
	readonly id: string;
	readonly say: readonly string[];
	/** What the app is called with; absent: nothing. */
	readonly calls?: readonly (readonly [name: string, args: object])[];
	/** Repairs of the first call, in order; none: the format is strict. */
	readonly repairs?: readonly string[];
	/** Why there is no meaningful prefix; absent: there is one. */
	readonly reason?: string;
	readonly malformed?: string;
}

const FORMS: readonly Form[] = [
	{ id: 'plain', say: [SAY, OPEN, STREAK, CLOSE], calls: H1 },
	{
		id: 'thinks-first',
		say: ['<|channel>', 'thought\n', '며칠째인지 물었다.\n', '<channel|>', SAY, OPEN, STREAK, CLOSE],
		calls: H1,
	},
	{
		id: 'thinks-only',
		say: ['<|channel>', 'thought\n', '며칠째인지 봐야 한다.\n', '<channel|>', OPEN, STREAK, CLOSE],
		calls: H1,
		reason: 'empty-after-thought',
	},
	{
		id: 'two-in-a-block',
		say: [SAY, OPEN, STREAK, 'call:list_habits{}', CLOSE],
		calls: [...H1, ['list_habits', {}]],
		repairs: ['missing-closer'],
	},
	{
		id: 'in-closed-thought',
		say: ['<|channel>', 'thought\n', '보자. ', OPEN, STREAK, CLOSE, '됐다.', '<channel|>'],
		calls: H1,
		repairs: ['in-thinking'],
		reason: 'empty-after-thought',
	},
	{
		id: 'tool-code-fence',
		say: [SAY, '\n```tool_code\n', 'get_streak(habit_id="h1")', '\n```'],
		calls: H1,
		repairs: ['tool-code'],
	},
	{
		id: 'tool-code-assigned',
		say: [SAY, '\ntool_code = ', 'get_streak(habit_id="h1")'],
		calls: H1,
		repairs: ['tool-code'],
	},
	{
		id: 'python-brackets',
		say: [SAY, OPEN, 'call:get_streak(habit_id="h1")', CLOSE],
		calls: H1,
		repairs: ['python-arguments'],
	},
	{ id: 'bare-call', say: [SAY, `\n${STREAK}`], calls: H1, repairs: ['missing-opener', 'missing-closer'] },
	{ id: 'colon-call', say: [SAY, OPEN, ':', STREAK, CLOSE], calls: H1, repairs: ['malformed-opener'] },
	{
		id: 'equals-sign',
		say: [SAY, OPEN, 'call:get_streak{habit_id=<|"|>h1<|"|>}', CLOSE],
		calls: H1,
		repairs: ['equals-sign'],
	},
	{ id: 'no-quotes', say: [SAY, OPEN, 'call:get_streak{habit_id:h1}', CLOSE], calls: H1, repairs: ['unquoted-string'] },
	{
		id: 'single-quotes',
		say: [SAY, OPEN, "call:get_streak{habit_id:'h1'}", CLOSE],
		calls: H1,
		repairs: ['raw-quotes'],
	},
	{
		id: 'open-quote',
		say: [SAY, OPEN, 'call:get_streak{habit_id:<|"|>h1}', CLOSE],
		calls: H1,
		repairs: ['unbalanced-quote'],
	},
	{
		id: 'begin-arg',
		say: [SAY, OPEN, 'call:get_streak:\nBEGIN_ARG\nh1\nEND_ARG', CLOSE],
		malformed: 'positional-arguments',
		reason: 'malformed-call',
	},
	{
		id: 'key-with-space',
		say: [SAY, OPEN, 'call:get_streak{habit id:<|"|>h1<|"|>}', CLOSE],
		calls: [['get_streak', { 'habit id': 'h1' }]],
		repairs: ['irregular-key'],
	},
	{
		id: 'dot-at-the-end',
		say: [SAY, OPEN, 'call:get_streak{habit_id:108.}', CLOSE],
		calls: [['get_streak', { habit_id: 108 }]],
		repairs: ['loose-number'],
	},
	{
		id: 'empty-value',
		say: [SAY, OPEN, 'call:get_streak{habit_id:}', CLOSE],
		calls: [['get_streak', { habit_id: '' }]],
		repairs: ['empty-value'],
	},
	{ id: 'second-closer', say: [SAY, OPEN, STREAK, CLOSE, '\n<tool_call|>'], calls: H1 },
	{ id: 'answer-channel', say: ['<|channel>', 'response\n', SAY, '<channel|>', OPEN, STREAK, CLOSE], calls: H1 },
	{
		id: 'half-a-call',
		say: [SAY, OPEN, 'call:get_streak{habit_id:<|"|>h1'],
		malformed: 'unclosed',
		reason: 'malformed-call',
	},
];

const TOOLS = [
	{
		type: 'function',
		function: {
			name: 'get_streak',
			description: '연속 일수를 본다',
			parameters: { type: 'object', properties: { habit_id: { type: 'string', description: '습관' } } },
		},
	},
	{
		type: 'function',
		function: { name: 'list_habits', description: '습관을 모두 본다', parameters: { type: 'object', properties: {} } },
	},
];

describe('a scripted model that writes each reported form', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-forms-'));
	let log: Log;
	beforeAll(async () => {
		const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
		mkdirSync(join(folder, '.git'));
		write('tools.json', TOOLS);
		write('answers.json', { get_streak: [{ answer: { days: 12 } }], list_habits: [{ answer: { habits: ['h1'] } }] });
		write(
			'forms.json',
			FORMS.map(({ id }) => ({
				id,
				input: `${keywordOf(id)} 며칠째예요?`,
				expected: [{ tool: 'get_streak', arguments: {} }],
			})),
		);
		write('gemmark.config.json', {
			app: { name: 'streaks', language: 'ko', system: '습관 앱이다.', tools: 'tools.json', answers: 'answers.json' },
			suites: [{ kind: 'prefix', name: 'forms', corpus: 'forms.json', decision: { hits: 1, of: FORMS.length } }],
		});
		writeScriptedGguf(join(folder, 'scripted.gguf'), { lines: [...FORMS.map(lineOf), AFTER_TOOL] });
		const args = ['run', ...ONE_ENGINE, '--model', 'scripted.gguf', '--thinking', 'on', '--out', 'run'];
		const run = await cli(args, folder);
		expect(run.status, run.stderr).toBe(0);
		log = await readLogFile(join(folder, 'run', 'log.jsonl'));
	}, 300_000);
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it.each(FORMS.map((form) => [form.id, form] as const))('has the right score for the right reason: %s', (id, form) => {
		const sample = log.samples.find(({ sampleId }) => sampleId === id);
		const events = sample?.transcript.generations[0]?.events ?? [];
		const calls = events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
		expect({
			calls: calls.map(({ name, arguments: args }) => [name, args]),
			repairs: calls[0]?.repairs ?? [],
			malformed: events.flatMap((event) => (event.type === 'malformed' ? [event.reason] : [])),
			reason: sample?.scores.meaningful?.reason,
			strict: sample?.scores.strictFormat?.value,
		}).toEqual({
			calls: form.calls ?? [],
			repairs: form.repairs ?? [],
			malformed: form.malformed === undefined ? [] : [form.malformed],
			reason: form.reason,
			strict: form.calls !== undefined && form.repairs === undefined,
		});
	});

	it('continues the thought that the template opens after a tool’s answer', () => {
		const answered = log.samples.flatMap(({ transcript }) => transcript.generations.slice(1));
		expect(answered.length).toBe(FORMS.filter(({ calls }) => calls !== undefined).length);
		for (const { promptTail, events } of answered) {
			expect(promptTail).toMatch(/<tool_response\|><\|channel>thought\n$/u);
			expect(events.map((event) => [event.type, 'text' in event && event.text])).toEqual([
				['thinking', '열흘이 넘었다.\n'],
				['text', '12일째예요.'],
			]);
		}
	});
});

/** Follows every answer of a tool, and outweighs the user's request. */
const AFTER_TOOL: ScriptLine = {
	keyword: '<tool_response|>',
	weight: 5,
	say: ['열흘이 넘었다.\n', '<channel|>', '12일째예요.', '<turn|>'],
};

function keywordOf(id: string): string {
	return `(${id})`;
}

function lineOf({ id, say }: Form): ScriptLine {
	return { keyword: keywordOf(id), say: [...say, say.includes(CLOSE) ? '<|tool_response>' : '<turn|>'] };
}
