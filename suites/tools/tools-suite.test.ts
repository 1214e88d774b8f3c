import { describe, expect, it } from 'vitest';
import { canonicalJson, LogError, type SampleResult } from '../../src/index.ts';
import type { ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import type { ToolSample } from './sample.ts';
import { toolsSuite } from './tools-suite.ts';

const corpus = { name: 'tools', version: '1', sha256: '0', prompts: [] };
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
const suite = toolsSuite({ samples: [search, add, chat], corpus });

const answer: ScriptedGeneration = [{ text: '여기 있어요.' }];
const evaluate = (sample: ToolSample, ...script: readonly ScriptedGeneration[]): Promise<SampleResult> =>
	evaluateScripted(suite, sample, script);

describe('toolsSuite', () => {
	it('scores the right call, the untouched state and the order of turns', async () => {
		const result = await evaluate(
			search,
			[{ call: 'search_catalog', arguments: { category: 'sleep', keyword: '잠' } }],
			answer,
		);
		expect(result.scores).toEqual({ correct: { value: true }, endState: { value: true }, turnOrder: { value: true } });
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

	it('does not take a failed turn for silence', async () => {
		const result = await evaluate(chat, [{ throws: new TypeError('no stream') }]);
		expect(result.scores.correct).toMatchObject({ value: false, reason: 'turn_failed' });
	});

	it('says that a call was needed where none was made', async () => {
		expect((await evaluate(add, answer)).scores.correct).toMatchObject({ reason: 'relevance_error:decoder_failed' });
	});

	it('scores the same from the log', async () => {
		const result = await evaluate(add, [{ call: 'add_habit', arguments: habit }], answer);
		const logged = JSON.parse(JSON.stringify(result)) as SampleResult;
		expect(suite.score(suite.fromLog(logged.sample), logged.transcript)).toEqual(result.scores);
	});

	it('brings every sample back from the log', () => {
		for (const sample of suite.samples) {
			const row = JSON.parse(canonicalJson(suite.toLog(sample)));
			expect(suite.fromLog(row)).toEqual(sample);
		}
		expect(() => suite.fromLog({ id: 't-search' })).toThrow(LogError);
	});
});
