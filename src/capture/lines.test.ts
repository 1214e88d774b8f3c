import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { english, englishOf, message } from '../base/message.ts';
import { CORPUS_MARKER, type CorpusEvent, corpusLines } from '../chat/corpus-log.ts';
import { readCorpusLines } from './lines.ts';

const chunk: CorpusEvent = { t: 'chunk', turn: 0, text: '수면 카탈로그를 ', atMs: 812.25 };

describe('readCorpusLines', () => {
	it('reads the output of logcat with other lines', () => {
		const [first] = corpusLines(chunk, 0, 3_000);
		const [last] = corpusLines({ t: 'end', atMs: 900 }, 1, 3_000);
		const captured = [
			'--------- beginning of main',
			`11-21 10:00:00.123  4242  4243 I flutter : ${first}`,
			'11-21 10:00:00.124  4242  4243 D Choreographer: Skipped 31 frames!',
			`11-21 10:00:00.125  4242  4243 I flutter : ${last}`,
		].join('\r\n');
		expect(readCorpusLines(captured)).toEqual({
			events: [
				{ n: 0, event: chunk, process: '4242' },
				{ n: 1, event: { t: 'end', atMs: 900 }, process: '4242' },
			],
			damaged: [],
		});
	});

	it('reads the export of Android Studio (.logcat)', () => {
		const lines = corpusLines({ ...chunk, text: '가'.repeat(200) }, 0, 200);
		const logcatMessages = ['Skipped 31 frames!', ...lines].map((message, index) => ({
			header: {
				logLevel: 'INFO',
				pid: 4242,
				tid: 4243,
				applicationId: 'app',
				processName: 'app',
				tag: 'flutter',
				timestamp: { seconds: 1_700_000_000 + index, nanos: 1 },
			},
			message,
		}));
		const captured = `\uFEFF${JSON.stringify({ metadata: { filter: 'tag:flutter' }, logcatMessages }, undefined, 2)}`;
		expect(readCorpusLines(captured)).toEqual({
			events: [{ n: 0, event: { ...chunk, text: '가'.repeat(200) }, process: '4242' }],
			damaged: [],
		});
		expect(readCorpusLines(captured.slice(0, -9))).toMatchObject({ events: [] });
	});

	it('is garbled if the users’ words are, not if the model’s text is', () => {
		const lines = (said: string, text: string): string =>
			[...corpusLines({ t: 'user', text: said, atMs: 0 }, 0, 3_000), ...corpusLines({ ...chunk, text }, 1, 3_000)].join(
				'\n',
			);
		const garbled = '?섎㈃ ?듦? 異붿쿇??以?';
		expect(readCorpusLines(lines(garbled, '네'))).toMatchObject({ garbled: true });
		expect(readCorpusLines(lines('수면 습관', '\ufffd\ufffd\ufffd\ufffd')).garbled).toBeUndefined();
		// The decoder took a quotation mark for the second byte of a character.
		expect(readCorpusLines(lines(garbled, '네').replace('以?"', '以?'))).toMatchObject({ garbled: true });
	});

	it('reads JSONL of the same events, and skips other JSON', () => {
		const lines = corpusLines({ ...chunk, text: '가'.repeat(200) }, 0, 200).map((line) =>
			line.replace(CORPUS_MARKER, ''),
		);
		const captured = ['\uFEFF{"v": 1, "n": 7, "t": "end", "atMs": 3}', '{"level":"info"}', '{"v":1,"n":', ...lines];
		expect(readCorpusLines(captured.join('\n'))).toEqual({
			events: [
				{ n: 7, event: { t: 'end', atMs: 3 } },
				{ n: 0, event: { ...chunk, text: '가'.repeat(200) } },
			],
			damaged: [expect.objectContaining({ line: expect.any(Number) })],
		});
	});

	it('counts the lines that iOS hides', () => {
		const [line = ''] = corpusLines(chunk, 0, 3_000);
		const head = '2026-11-28 16:00:00.100 Runner[4242:9000] (Flutter) ';
		expect(readCorpusLines(`${head}flutter: ${line}\n${head}<private>\n${head}<private>\r\n`)).toMatchObject({
			events: [{ n: 0 }],
			damaged: [],
			hidden: 2,
		});
		expect(readCorpusLines(line)).not.toHaveProperty('hidden');
	});

	it('names an event that a logger wrapped, and reads the lines after it', () => {
		const [long = '', last = ''] = [{ ...chunk, text: '우유와 두부를 사요. '.repeat(20) }, chunk].flatMap((event, n) =>
			corpusLines(event, n, 3_000),
		);
		const head = 'I/flutter ( 4242): ';
		const words = long.split(' ');
		const wrapped = [words.slice(0, 20), words.slice(20, 40), words.slice(40)].map((part) => part.join(' '));
		const captured = [...wrapped, last].map((line) => head + line).join('\n');
		expect(readCorpusLines(captured)).toEqual({
			events: [expect.objectContaining({ n: 1 })],
			damaged: [{ line: 1, problem: message('capture.wrapped') }],
		});
		const cut = readCorpusLines([wrapped[0], 'Skipped 31 frames!', last].join('\n'));
		expect(cut.damaged).toEqual([{ line: 1, problem: message('log.not-json') }]);
	});

	it('reads the output of a coloured console', () => {
		const [line = ''] = corpusLines({ ...chunk, text: '\u001b[1m굵게' }, 0, 3_000);
		expect(readCorpusLines(`\u001b[32mI/flutter: ${line}\u001b[0m`)).toEqual({
			events: [{ n: 0, event: { ...chunk, text: '\u001b[1m굵게' } }],
			damaged: [],
		});
	});

	it('joins the interleaved parts of two events', () => {
		const one: CorpusEvent = { ...chunk, text: '가'.repeat(200) };
		const two: CorpusEvent = { ...chunk, text: '나'.repeat(200) };
		const [a, b] = [corpusLines(one, 0, 200), corpusLines(two, 1, 200)];
		const mixed = a.flatMap((line, index) => [line, b[index] ?? '']).join('\n');
		expect(readCorpusLines(mixed)).toEqual({
			events: [
				{ n: 0, event: one },
				{ n: 1, event: two },
			],
			damaged: [],
		});
	});

	it('reports line and field of damaged records', () => {
		const line = (record: object): string => CORPUS_MARKER + JSON.stringify(record);
		const captured = [
			line({ v: 1, n: 0, t: 'chunk', turn: 'first', text: 'a', atMs: 1 }),
			'other',
			`${CORPUS_MARKER}{"v":1,`,
			line({ v: 1, n: 3, part: 1, of: 2, json: '{' }),
		].join('\n');
		expect(readCorpusLines(captured).damaged).toEqual([
			{ line: 1, problem: expect.objectContaining({ code: 'log.field' }) },
			{ line: 3, problem: message('log.not-json') },
			{ line: 4, problem: message('capture.parts-missing', { there: 1, of: 2 }) },
		]);
	});

	it.each<[string, unknown, RegExp]>([
		['a word', 'missing-closer', /^repairs: /u],
		['null', null, /^repairs: /u],
		['an unknown kind', ['missing-closer', 'guessed'], /^repairs\[1\]: must be one of/u],
		['lists', [[[]]], /^repairs\[0\]: /u],
		['more than there are', new Array(100_000).fill('missing-closer'), /^repairs: must have at most/u],
	])('counts a call as damaged whose repairs are %s', (_title, repairs, problem) => {
		const call = { v: 1, n: 0, t: 'call', turn: 0, prefix: '', name: 'f', args: {}, repairs, atMs: 1 };
		const { events, damaged } = readCorpusLines(`first\n${JSON.stringify(call)}`);
		expect(events).toEqual([]);
		expect(damaged.map(({ line }) => line)).toEqual([2]);
		expect(english(damaged[0]?.problem ?? '')).toMatch(problem);
	});

	it('reads the finish words of engines, and reports unknown ones', () => {
		const read = (end: object): unknown => {
			const { events, damaged } = readCorpusLines(JSON.stringify({ v: 1, n: 0, t: 'end', ...end, atMs: 1 }));
			return englishOf(damaged[0]?.problem) ?? events[0]?.event;
		};
		expect(read({ finish: 'MAX_TOKENS', earlier: ['tool_calls', null, 'EOS'] })).toMatchObject({
			finish: 'length',
			earlier: ['tool-call', null, 'stop'],
		});
		expect(read({ finish: null, earlier: null })).toMatchObject({ t: 'end', finish: undefined, earlier: undefined });
		expect(read({ finish: 'DONE' })).toBe("finish: 'DONE' is not a known finish");
		expect(read({ earlier: ['stop', 'DONE'] })).toBe("earlier[1]: 'DONE' is not a known finish");
		expect(read({ finish: 7 })).toMatch(/^finish: /u);
		expect(read({ earlier: 'length' })).toMatch(/^earlier: /u);
	});

	it('counts an event with a missing part as damaged, and reads on', () => {
		const long = corpusLines({ ...chunk, text: '가'.repeat(400) }, 0, 200);
		for (let lost = 0; lost < long.length; lost++) {
			const captured = [...long.filter((_, index) => index !== lost), ...corpusLines(chunk, 1, 3_000)].join('\n');
			expect(readCorpusLines(captured)).toEqual({
				events: [{ n: 1, event: chunk }],
				damaged: [expect.objectContaining({ line: expect.any(Number), problem: expect.anything() })],
			});
		}
	});

	it.each([
		['a line cut short', '[gemmark-corpus] {"v":1,"n":0,"t":"chu'],
		['another version', '[gemmark-corpus] {"v":2,"n":0,"t":"end","atMs":1}'],
		['an unknown event', '[gemmark-corpus] {"v":1,"n":0,"t":"boom","atMs":1}'],
		['no object', '[gemmark-corpus] []'],
		['a negative clock', '[gemmark-corpus] {"v":1,"n":0,"t":"end","atMs":-1}'],
		['a wrong type', '[gemmark-corpus] {"v":1,"n":0,"t":"user","text":7,"atMs":1}'],
		['too many parts', '[gemmark-corpus] {"v":1,"n":0,"part":1,"of":99999,"json":"x"}'],
	])('counts %s as damaged', (_, line) => {
		expect(readCorpusLines(`x\n${line}\ny`)).toEqual({
			events: [],
			damaged: [expect.objectContaining({ line: expect.any(Number), problem: expect.anything() })],
		});
	});

	it('distinguishes another version from damage', () => {
		const [line] = readCorpusLines('[gemmark-corpus] {"v":2,"n":0,"t":"end","atMs":1}').damaged;
		expect(line?.problem).toEqual(message('capture.version', { version: 2 }));
	});

	it('reads any event back from lines of any length', () => {
		const text = fc.string({ unit: 'binary', maxLength: 80 });
		const atMs = fc.nat().map((ms) => ms / 100);
		const turn = fc.nat(3);
		const args = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())) as fc.Arbitrary<JsonObject>;
		const event: fc.Arbitrary<CorpusEvent> = fc.oneof(
			fc.record({ t: fc.constant('user' as const), prompt: text, text, atMs }),
			fc.record({ t: fc.constant('chunk' as const), turn, text, atMs }),
			fc.record({ t: fc.constant('call' as const), turn, prefix: text, name: text, args, atMs }),
			fc.record({ t: fc.constant('end' as const), error: text, atMs }),
		);
		fc.assert(
			fc.property(fc.array(event, { maxLength: 5 }), fc.integer({ min: 0, max: 300 }), (events, maxBytes) => {
				const captured = events.flatMap((each, n) => corpusLines(each, n, maxBytes)).join('\n');
				const read = readCorpusLines(captured);
				expect(read.damaged).toEqual([]);
				expect(JSON.stringify(read.events.map((each) => each.event))).toBe(JSON.stringify(events));
			}),
		);
	});
});

describe('process of a line', () => {
	const processAfter = (head: string): string | undefined =>
		readCorpusLines(`${head}${CORPUS_MARKER}{"v":1,"n":0,"t":"end","atMs":1}`).events[0]?.process;

	it.each([
		['threadtime', '11-22 09:00:00.010 12345 12354 I flutter : '],
		['threadtime of a user and a year', '2026-11-22 09:00:00.010 +0900 u0_a123 12345 12354 I flutter : '],
		['brief', 'I/flutter (12345): '],
		['time', '11-22 09:00:00.010 I/flutter(12345): '],
		['process', 'I(12345) '],
		['thread', 'I(12345:12354) '],
		['Apple’s unified log', '2026-11-22 09:00:00.123456+0900 Runner[12345:40213] [flutter] '],
		['Apple’s syslog', 'Nov 22 09:00:00 iPhone Runner(Flutter)[12345] <Notice>: '],
	])('is read in the form %s', (_, head) => {
		expect(processAfter(head)).toBe('12345');
	});

	it.each(['', 'flutter: ', 'I/flutter: ', '[09:00] ', '09:00:01 [12] ', '\ufeff', '{"v":1,"n":'])(
		'is unknown in %j',
		(head) => {
			expect(processAfter(head)).toBeUndefined();
		},
	);
});
