import { describe, expect, it } from 'vitest';
import { EngineError, LogError } from '../../src/base/errors.ts';
import { canonicalJson } from '../../src/base/json.ts';
import { MAX_TURNS } from '../../src/chat/turn-loop.ts';
import { loggedSample, type SampleResult } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import type { ScriptedEvent, ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { type ToolSample, toolsSuite } from './index.ts';

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
