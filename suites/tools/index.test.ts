import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EngineError, LogError } from '../../src/base/errors.ts';
import { canonicalJson } from '../../src/base/json.ts';
import { MAX_TURNS } from '../../src/chat/turn-loop.ts';
import { loggedSample, type SampleResult } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import type { ConversationOptions } from '../../src/model/conversation.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import type { ScriptedEvent, ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { type ToolSample, toolsKind, toolsSuite } from './index.ts';

const habit = { protocol_id: 'sleep-01', frame_level: 'L2', framed_text: '양치를 하고 나서 불을 끈다' };
const search: ToolSample = {
	id: 't-search',
	input: '수면 습관 좀 찾아줘',
	expected: [{ tool: 'search_catalog', arguments: { category: 'sleep' }, acceptable: { keyword: ['*'] } }],
	endState: 'unchanged',
};
const add: ToolSample = {
	id: 't-add',
	input: '그 습관을 추가해 줘',
	expected: [{ tool: 'add_habit', arguments: habit }],
	endState: { habits: [{ protocol_id: 'sleep-01' }] },
};
const chat: ToolSample = { id: 't-chat', kind: 'irrelevant', input: '고마워!', expected: [], endState: 'unchanged' };
const suite = await builtSuite<ToolSample>(toolsSuite({ corpus: [search, add, chat] }));

const answer: ScriptedGeneration = [{ text: '여기 있어요.' }];
const searchCall: ScriptedEvent = { call: 'search_catalog', arguments: { category: 'sleep' } };
const evaluate = (sample: ToolSample, ...script: readonly ScriptedGeneration[]): Promise<SampleResult> =>
	evaluateScripted(suite, sample, script);

describe('toolsSuite', () => {
	it('scores the right call, the untouched state and the order of turns', async () => {
		const result = await evaluate(
			search,
			[{ call: 'search_catalog', arguments: { category: 'sleep', keyword: '잠' } }],
			answer,
		);
		expect(result.scores).toEqual({ correct: { value: true }, endState: { value: true }, callSuccess: { value: 100 } });
	});

	it('names a wrong argument and a state that was changed', async () => {
		const result = await evaluate(search, [{ call: 'add_habit', arguments: habit }], answer);
		expect(result.scores.correct).toMatchObject({ value: false, reason: 'wrong_func_name' });
		expect(result.scores.endState).toMatchObject({ value: false, reason: 'wrong_state' });
	});

	it('lets the user confirm, and refuse where the sample says so', async () => {
		const call: ScriptedGeneration = [{ call: 'add_habit', arguments: habit }];
		expect((await evaluate(add, call, answer)).scores.endState).toEqual({ value: true });
		const refused: ToolSample = { ...add, confirm: 'no', endState: 'unchanged' };
		const result = await evaluate(refused, call, answer);
		expect(result.scores).toMatchObject({ correct: { value: true }, endState: { value: true } });
		expect(result.scores.respectsDecline).toEqual({ value: true });
		expect(result.transcript.messages).toContainEqual(expect.objectContaining({ result: { type: 'cancelled' } }));
	});

	it('counts one call too many as wrong', async () => {
		const call = { call: 'search_catalog', arguments: { category: 'sleep' } };
		const result = await evaluate(search, [call, call], answer);
		expect(result.scores.correct).toMatchObject({ value: false, reason: 'wrong_count' });
	});

	it('wants silence where no call is right', async () => {
		expect((await evaluate(chat, answer)).scores.correct).toEqual({ value: true });
		const called = await evaluate(chat, [{ call: 'search_catalog' }], answer);
		expect(called.scores.correct).toMatchObject({ value: false, reason: 'irrelevance_error:decoder_success' });
		const tried = await evaluate(chat, [{ malformed: 'call:search' }]);
		expect(tried.scores.correct).toEqual({ value: false, reason: 'malformed_call' });
	});

	it('judges a turn in which the model never comes to an end', async () => {
		const { scores, transcript } = await evaluate(chat, ...Array.from({ length: MAX_TURNS }, () => [searchCall]));
		expect(transcript.error).toBeDefined();
		expect(scores.correct).toMatchObject({ value: false });
	});

	it.each<[string, readonly ScriptedGeneration[]]>([
		['engine-failed', [[{ throws: new TypeError('no stream') }]]],
		['cut-length', [[{ text: '천만에' }, { finish: 'length' }]]],
		['cut-deadline', [[{ throws: new EngineError('generation-timeout', 'too slow') }]]],
		['cut-context-full', [[{ throws: new EngineError('context-overflow', 'too long') }]]],
		['cut-length', [[searchCall], [{ text: '여기' }, { finish: 'length' }]]],
		['engine-failed', [[searchCall], [{ throws: new TypeError('no stream') }]]],
	])('takes a turn that was not seen to its end for neither right nor wrong: %s', async (cause, script) => {
		for (const sample of [search, add, chat]) {
			const { scores } = await evaluate(sample, ...script);
			expect(scores.correct).toMatchObject({ unscored: cause });
			expect(scores.endState).toMatchObject({ unscored: cause });
		}
	});

	it('says that a call was needed where none was made', async () => {
		expect((await evaluate(add, answer)).scores.correct).toMatchObject({ reason: 'relevance_error:decoder_failed' });
	});

	it('counts a default of the tool for an argument that the call leaves away, in the run and from its log', async () => {
		const wanted = (limit: number): ToolSample => ({
			...search,
			expected: [{ tool: 'search_catalog', arguments: { category: 'sleep', limit } }],
		});
		const result = await evaluate(wanted(10), [searchCall], answer);
		expect(result.transcript.defaults).toEqual({ search_catalog: { limit: 10 } });
		const { transcript } = JSON.parse(JSON.stringify(result)) as SampleResult;
		for (const scores of [result.scores, scoreSample(suite, wanted(10), transcript, { language: 'ko' })]) {
			expect(scores.correct).toEqual({ value: true });
		}
		const { defaults: _, ...before } = transcript;
		expect(scoreSample(suite, wanted(10), before, { language: 'ko' }).correct?.reason).toBe('missing_required');
		expect((await evaluate(wanted(5), [searchCall], answer)).scores.correct?.reason).toBe('value_error:others');
	});

	it('scores the same from the log', async () => {
		const result = await evaluate(add, [{ call: 'add_habit', arguments: habit }], answer);
		const logged = JSON.parse(JSON.stringify(result)) as SampleResult;
		expect(scoreSample(suite, parseRow(suite, logged.sample), logged.transcript, { language: 'ko' })).toEqual(
			result.scores,
		);
	});

	it('brings every sample back from the log', () => {
		for (const sample of suite.samples) {
			const row = JSON.parse(canonicalJson(loggedSample(sample)));
			expect(parseRow(suite, row)).toEqual(sample);
		}
		expect(() => parseRow(suite, { id: 't-search' })).toThrow(LogError);
	});

	it('groups its samples by whether a call is right, and by kind', async () => {
		expect((await evaluate(search, answer)).groups).toEqual({ call: 'needed' });
		expect((await evaluate(chat, answer)).groups).toEqual({ call: 'none', kind: 'irrelevant' });
	});
});

describe('toolCounts', () => {
	const names = 'add_habit bed cup dog egg fig gym hat ink jam kit search_catalog'.split(' ');
	const app = {
		...appDouble(),
		open: () => {
			const session = appDouble().open();
			const [tool] = session.tools;
			const tools = names.flatMap((name) =>
				tool === undefined ? [] : [session.tools.find((own) => own.name === name) ?? { ...tool, name }],
			);
			return { ...session, tools };
		},
	};
	const both: ToolSample = { ...search, id: 'both', expected: [...search.expected, ...add.expected] };
	const rows = [search, add, chat, both];
	const asked = async (sample: ToolSample, variant: string, ...script: readonly ScriptedGeneration[]) => {
		const counted = await builtSuite<ToolSample>(toolsSuite({ corpus: rows, toolCounts: [2, 5, 8] }));
		const opened: (readonly string[])[] = [];
		const onOpen = ({ tools }: ConversationOptions): void => void opened.push(tools.map(({ name }) => name));
		const result = await evaluateScripted(counted, sample, [...script, answer], { variant, app, onOpen });
		expect(result.transcript.tools).toEqual(opened[0]);
		return { tools: opened[0] ?? [], result };
	};

	it('declares the expected tools and others in the order of SHA-256 of id and name, listed as the app lists them', async () => {
		const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
		for (const { id, expected, ...rest } of rows) {
			const wanted = names.filter((name) => expected.some(({ tool }) => tool === name));
			const others = names
				.filter((name) => !wanted.includes(name))
				.toSorted((one, other) => (hash(`${id} ${one}`) < hash(`${id} ${other}`) ? -1 : 1));
			for (const count of [2, 5, 8]) {
				const set = [...wanted, ...others].slice(0, count);
				const { tools } = await asked({ id, expected, ...rest }, `tools-${count}`);
				expect(tools).toEqual(names.filter((name) => set.includes(name)));
			}
			expect((await asked({ id, expected, ...rest }, 'all')).tools).toEqual(names);
		}
	});

	it('has a set of its own for each row, and in it every smaller one', async () => {
		const sets = await Promise.all(
			rows.map(async (row) => {
				const [few, more] = await Promise.all(['tools-5', 'tools-8'].map((variant) => asked(row, variant)));
				expect(more?.tools).toEqual(expect.arrayContaining([...(few?.tools ?? [])]));
				return few?.tools.join();
			}),
		);
		expect(new Set(sets).size).toBe(rows.length);
	});

	it('leaves what is not declared unknown to the app', async () => {
		const { result } = await asked(search, 'tools-2', [{ call: 'add_habit', arguments: habit }]);
		const declared = result.transcript.tools?.includes('add_habit');
		expect(declared).toBe(false);
		expect(result.transcript.messages?.[1]).toMatchObject({ result: { type: 'error' } });
	});

	it('comes after the whole app, which is what a captured app runs, and is part of the run’s identity', async () => {
		const counted = await builtSuite(toolsSuite({ corpus: rows, toolCounts: [2, 5] }));
		expect(counted.variants.map(({ name }) => name)).toEqual(['all', 'tools-2', 'tools-5']);
		expect(counted).toMatchObject({ settings: { toolCounts: '2, 5' }, oneTurn: true, reflects: true });
		expect(suite).toMatchObject({ variants: [{ name: 'free' }], settings: undefined, oneTurn: true, reflects: true });
	});

	it.each([[[4, 2]], [[2, 2]], [[0]], [[1.5]], [[]], [['4']], [4]])('of a config increase: not %j', (toolCounts) => {
		expect(toolsKind.options.safeParse({ corpus: 'a.jsonl', toolCounts }).success).toBe(false);
		expect(toolsKind.options.safeParse({ corpus: 'a.jsonl', toolCounts: [2, 4] }).success).toBe(true);
	});
});
