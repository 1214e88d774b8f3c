import { describe, expect, it } from 'vitest';
import { readCorpusLines } from '../capture/lines.ts';
import type { Finish } from '../model/generation.ts';
import { setUpSession } from '../testing/doubles/session-double.ts';
import { keepSecret } from '../text/secrets.ts';
import { type CorpusEvent, corpusLines, JsonLineLogger } from './corpus-log.ts';

const chunk: CorpusEvent = { t: 'chunk', turn: 0, text: '수면 카탈로그를 ', atMs: 812.25 };

describe('corpusLines', () => {
	it('writes one line per event', () => {
		expect(corpusLines(chunk, 7, 3_000)).toEqual([
			'[gemmark-corpus] {"v":1,"n":7,"t":"chunk","turn":0,"text":"수면 카탈로그를 ","atMs":812.25}',
		]);
	});

	it('splits a long event into numbered parts of limited length', () => {
		const long: CorpusEvent = { t: 'user', text: '잠이 안 와요 "\n😴'.repeat(500), atMs: 0 };
		const lines = corpusLines(long, 3, 400);
		expect(lines.length).toBeGreaterThan(20);
		for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(400);
		expect(lines[0]).toMatch(/^\[gemmark-corpus\] \{"v":1,"n":3,"part":1,"of":\d+,"json":"/);
	});

	it('has no character that ends a line anywhere', () => {
		const enders = ['\n', '\r', '\u0085', '\u2028', '\u2029', '\u000b', '\u000c'];
		for (const line of corpusLines({ t: 'user', text: enders.join(''), atMs: 0 }, 0, 3_000)) {
			expect(enders.filter((ender) => line.includes(ender))).toEqual([]);
		}
	});
});

// Seed 001 §5: the provider injects `DebugCorpusLogger.maybeCreate()`, "production에서는 null".
it.each([
	[{}, false],
	[{ CORPUS_LOG: '0' }, false],
	[{ CORPUS_LOG: '1' }, true],
	[{ CORPUS_LOG: 'true' }, true],
	[{ CORPUS_LOG: '1', NODE_ENV: 'production' }, false],
])('JsonLineLogger.maybeCreate() in the environment %j: %j', async (env, creates) => {
	const lines: string[] = [];
	const logger = JsonLineLogger.maybeCreate({ write: (line) => void lines.push(line) }, env);
	expect(logger !== null).toBe(creates);
	await setUpSession([[{ text: '네' }]], { logger }).session.userTurn('안녕');
	expect(lines.length > 0).toBe(creates);
});

describe('JsonLineLogger', () => {
	it('writes a session that reads back: prompt, text, turn, name, arguments, clock', async () => {
		const lines: string[] = [];
		let clock = 1_000;
		const logger = new JsonLineLogger({ write: (line) => void lines.push(line), now: () => (clock += 5) });
		const { session } = setUpSession(
			[[{ text: '찾아볼게요' }, { call: 'search_catalog', arguments: { category: 'sleep' } }], [{ text: '끝' }]],
			{ logger, policy: 'discard' },
		);
		logger.prompt = 'p01';
		await session.userTurn('수면 습관 추천');
		expect(readCorpusLines(lines.join('\n'))).toEqual({
			events: [
				{ n: 0, event: { t: 'user', prompt: 'p01', text: '수면 습관 추천', atMs: 0 } },
				{ n: 1, event: { t: 'chunk', turn: 0, text: '찾아볼게요', atMs: 5 } },
				{
					n: 2,
					event: {
						t: 'call',
						turn: 0,
						prefix: '찾아볼게요',
						name: 'search_catalog',
						args: { category: 'sleep' },
						repairs: [],
						atMs: 10,
					},
				},
				{ n: 3, event: { t: 'chunk', turn: 1, text: '끝', atMs: 15 } },
				{ n: 4, event: { t: 'end', finish: 'stop', earlier: ['stop'], atMs: 20 } },
			],
			damaged: [],
		});
	});

	it.each<readonly [Finish['unified'], string]>([
		['length', 'length'],
		['stop', 'stop'],
		['deadline', 'deadline'],
		['aborted', 'aborted'],
		['unknown', 'unknown'],
	])('logs the finish %s of the last generation as %s', async (finish, logged) => {
		const lines: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void lines.push(line), now: () => 0 });
		const { session } = setUpSession([[{ text: '찾아' }, { finish }]], { logger });
		await session.userTurn('수면 습관 추천');
		const end = readCorpusLines(lines.join('\n')).events.at(-1)?.event;
		expect(end).toMatchObject({ t: 'end', finish: logged });
	});

	it('logs a malformed call next to a valid one without text', async () => {
		const lines: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void lines.push(line), now: () => 0 });
		const calls = [{ text: '찾아' }, { call: 'search_catalog' }, { malformed: '<|tool_call>' }];
		const { session } = setUpSession([calls, [{ text: '끝' }]], { logger });
		await session.userTurn('수면 습관 추천');
		const logged = readCorpusLines(lines.join('\n')).events.flatMap(({ event }) => (event.t === 'call' ? [event] : []));
		expect(logged.map(({ name, prefix }) => [name, prefix])).toEqual([
			['search_catalog', '찾아'],
			['', ''],
		]);
	});

	it('marks every user turn of the bundled miniature', () => {
		for (const miniature of [true, false]) {
			const lines: string[] = [];
			const logger = new JsonLineLogger({ write: (line) => void lines.push(line), now: () => 0, miniature });
			logger.onUserTurn('하나');
			logger.onUserTurn('둘');
			const { events } = readCorpusLines(lines.join('\n'));
			expect(events.map(({ event }) => 'miniature' in event)).toEqual([miniature, miniature]);
		}
	});

	it('keeps the id of a prompt for one user turn only', async () => {
		const lines: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void lines.push(line) });
		logger.prompt = 'p01';
		logger.onUserTurn('하나');
		logger.onUserTurn('둘');
		expect(lines[0]).toContain('"prompt":"p01"');
		expect(lines[1]).not.toContain('prompt');
	});

	it('stays below logcat’s limit by default', () => {
		const lines: string[] = [];
		new JsonLineLogger({ write: (line) => void lines.push(line) }).onTextChunk(0, '가'.repeat(5_000));
		expect(lines.length).toBeGreaterThan(1);
		for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(3_000);
	});

	it('masks a secret that is split by chunks or parts', () => {
		const secret = 'sk-cut-abcabc-0123456789';
		keepSecret(secret);
		const texts = ['your key ', ...secret, ' and ', 'sk-cut-', 'abc', 'ab', secret, '.', 'sk-'];
		for (const maxLineBytes of [60, 3_000]) {
			const lines: string[] = [];
			const logger = new JsonLineLogger({ write: (line) => void lines.push(line), maxLineBytes, now: () => 0 });
			logger.onUserTurn(`my key is ${secret}`);
			for (const text of texts) logger.onTextChunk(0, text);
			logger.onFunctionCall(0, texts.join(''), 'send', { key: secret });
			logger.onTurnEnd(`refused: ${secret}`);
			const { events, damaged } = readCorpusLines(lines.join('\n'));
			expect([damaged, events.map(({ n }) => n)]).toEqual([[], events.map((_, index) => index)]);
			const chunks = events.flatMap(({ event }) => (event.t === 'chunk' ? [event.text] : []));
			const mask = '*'.repeat(secret.length);
			expect(chunks.map(({ length }) => length)).toEqual(texts.map(({ length }) => length));
			expect(chunks.join('')).toBe(`your key ${mask} and sk-cut-abcab${mask}.sk-`);
			expect(events.slice(-2).map(({ event }) => event)).toMatchObject([
				{ t: 'call', prefix: `your key ${mask} and sk-cut-abcab${mask}.sk-`, args: { key: mask } },
				{ t: 'end', error: `refused: ${mask}` },
			]);
			expect(events[0]?.event).toMatchObject({ text: `my key is ${mask}` });
		}
	});

	it('delays a chunk only while it may be part of a secret', () => {
		keepSecret('sk-kept-back-1');
		const lines: string[] = [];
		const logger = new JsonLineLogger({ write: (line) => void lines.push(line), now: () => 0 });
		const written = ['plain', ' sk-', 'kept', '-위', '.'].map((text) => {
			logger.onTextChunk(0, text);
			return lines.length;
		});
		expect(written).toEqual([1, 1, 1, 4, 5]);
	});

	it('logs an error of the turn', () => {
		const lines: string[] = [];
		new JsonLineLogger({ write: (line) => void lines.push(line), now: () => 0 }).onTurnEnd('LLM 응답 실패: Error');
		expect(lines).toEqual(['[gemmark-corpus] {"v":1,"n":0,"t":"end","error":"LLM 응답 실패: Error","atMs":0}']);
	});

	it('swallows errors of the output', () => {
		const logger = new JsonLineLogger({
			write: () => {
				throw new Error('EPIPE');
			},
		});
		expect(() => logger.onTextChunk(0, 'x')).not.toThrow();
	});
});
