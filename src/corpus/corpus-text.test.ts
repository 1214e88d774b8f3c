import { describe, expect, it } from 'vitest';
import { parseHabitFixture } from '../../app/habit-coach/initial-habits.ts';
import { parseCatalog } from '../../app/habit-coach/protocol.ts';
import { frameSample, parseFramePatterns } from '../../suites/frame/sample.ts';
import { prefixSample } from '../../suites/prefix/index.ts';
import { toolSample } from '../../suites/tools/index.ts';
import { ConfigError } from '../base/errors.ts';
import { rowsOf } from './corpus-text.ts';

const parsePrefixes = rowsOf(prefixSample);
const parseTools = rowsOf(toolSample);

const prompt = (id: string, more: object = {}): string =>
	JSON.stringify({ id, input: '안녕', style: 'short', expected: [{ tool: 'get_streak', arguments: {} }], ...more });

function errorOf(parse: () => unknown): ConfigError {
	try {
		parse();
	} catch (thrown) {
		if (thrown instanceof ConfigError) return thrown;
		throw thrown;
	}
	throw new Error('nothing was thrown');
}

describe('a corpus of JSON lines', () => {
	it('may have a byte order mark, Windows line ends, blank lines and decomposed Hangul', () => {
		const rows = parsePrefixes(`\uFEFF${prompt('a-1')}\r\n\r\n${prompt('a-2').normalize('NFD')}\r\n`, 'p.jsonl');
		expect(rows.map(({ id, input }) => [id, input])).toEqual([
			['a-1', '안녕'],
			['a-2', '안녕'],
		]);
	});

	it.each([
		['no JSON', `${prompt('a-1')}\n{"id":`, 'p.jsonl:2: not JSON'],
		['bottomless nesting', '['.repeat(20_000) + ']'.repeat(20_000), 'p.jsonl:1: nested deeper than 100 levels'],
		['a missing field', prompt('a-1', { input: undefined }), 'p.jsonl:1: input: '],
		['an unknown field', prompt('a-1', { expcted: [] }), 'expcted'],
		['a call without a tool', prompt('a-1', { expected: [{ arguments: {} }] }), 'p.jsonl:1: expected[0].tool: '],
		['an id in capitals', prompt('A 1'), 'p.jsonl:1: id: '],
		['an id twice', `${prompt('a-1')}\n\n${prompt('a-1')}`, "p.jsonl:3: id: 'a-1' is already used"],
		['text with space at its end', prompt('a-1', { input: '안녕 ' }), 'p.jsonl:1: input: '],
		['a list', '[]', 'p.jsonl:1: '],
		['nothing', '\n', 'p.jsonl: no samples'],
	])('names file, line and field of %s, and what to do', (_title, text, message) => {
		const error = errorOf(() => parsePrefixes(text, 'p.jsonl'));
		expect(error.message).toContain(message);
		expect(error.message).not.toContain('\n');
		expect(error.hint).toBeTruthy();
	});

	it.each([[undefined], [[]]])('has no prompt that no call answers: %j', (expected) => {
		const text = prompt('a-1', { expected });
		expect(errorOf(() => parsePrefixes(text, 'p.jsonl')).message).toContain('p.jsonl:1: expected: ');
	});

	it('keeps what is optional absent', () => {
		const [row] = parsePrefixes(prompt('a-1'), 'p.jsonl');
		expect(Object.keys(row ?? {}).sort()).toEqual(['expected', 'id', 'input', 'style']);
		expect(Object.keys(row?.expected[0] ?? {}).sort()).toEqual(['arguments', 'tool']);
	});
});

describe('the rows of the tools suite', () => {
	const row = { id: 't-1', input: '안녕', kind: 'irrelevant', expected: [], confirm: 'no', end_state: 'unchanged' };

	it('reads end states', () => {
		expect(parseTools(JSON.stringify(row), 't.jsonl')[0]).toEqual({
			id: 't-1',
			input: '안녕',
			kind: 'irrelevant',
			expected: [],
			confirm: 'no',
			endState: 'unchanged',
		});
	});

	it.each([
		['a call where none is right', { expected: [{ tool: 'f', arguments: {} }] }, 'expected'],
		['an end state that is none', { end_state: 'same' }, 'endState'],
		['another answer to the confirmation', { confirm: 'maybe' }, 'confirm'],
	])('refuses %s', (_title, change, field) => {
		expect(errorOf(() => parseTools(JSON.stringify({ ...row, ...change }), 't.jsonl')).message).toContain(
			`t.jsonl:1: ${field}: `,
		);
	});
});

describe('the rows of the frame suite', () => {
	it('refuses a text of 201 characters', () => {
		const row = { id: 'f-1', raw_text: '가'.repeat(201), habit_type: 'build' };
		expect(errorOf(() => rowsOf(frameSample)(JSON.stringify(row), 'f.jsonl')).message).toContain('f.jsonl:1: input: ');
	});
});

describe('parseFramePatterns', () => {
	it('takes a pattern without a habit type for both', () => {
		const examples = { level_l0_example: '가', level_l2_example: '나', level_l3_example: '다' };
		const row = { id: 'p-1', title: '제목', keywords: ['술'], habit_type: null, ...examples };
		expect(parseFramePatterns(JSON.stringify([row]), 'p.json')).toEqual([
			{
				id: 'p-1',
				title: '제목',
				keywords: ['술'],
				levelL0Example: '가',
				levelL2Example: '나',
				levelL3Example: '다',
			},
		]);
	});
});

describe('parseCatalog', () => {
	const row = { id: 'a', title: '제목', category: 'sleep', summary: '요약', body: '본문' };

	it.each([
		['an unknown category', [{ ...row, category: 'sports' }], 'c.json: [0].category: '],
		['a summary of 61 characters', [{ ...row, summary: '가'.repeat(61) }], 'c.json: [0].summary: '],
		['an id twice', [row, row], "c.json: row 2: id: 'a' is already used"],
		['no protocol', [], 'c.json: '],
	])('refuses %s', (_title, rows, message) => {
		expect(errorOf(() => parseCatalog(JSON.stringify(rows), 'c.json')).message).toContain(message);
	});
});

describe('parseHabitFixture', () => {
	const habit = {
		id: 'h1',
		protocol_id: 'a',
		status: 'active',
		frame_level: 'L2',
		framed_text: '가면 간다',
		started_on: '2026-06-01',
	};
	const entry = { habit_id: 'h1', date: '2026-06-14', value: 'done' };
	const seed = { today: '2026-06-15', habits: [habit], entries: [entry] };

	it.each([
		['a day that does not exist', { today: '2026-02-30' }, 'today: '],
		['an entry of no habit', { entries: [{ ...entry, habit_id: 'h2' }] }, "entries.0.habit_id: unknown habit 'h2'"],
		['an entry after today', { entries: [{ ...entry, date: '2026-06-16' }] }, 'entries.0.date: 2026-06-16 is after'],
		['two entries of one day', { entries: [entry, entry] }, 'entries.1.date: h1 already has an entry for 2026-06-14'],
		['two habits of one id', { habits: [habit, habit] }, "id: 'h1' is already used"],
	])('refuses %s', (_title, change, message) => {
		expect(errorOf(() => parseHabitFixture(JSON.stringify({ ...seed, ...change }), 'h.json')).message).toContain(
			message,
		);
	});
});
