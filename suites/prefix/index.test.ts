import { describe, expect, it } from 'vitest';
import { EngineError, LogError } from '../../src/base/errors.ts';
import { canonicalJson } from '../../src/base/json.ts';
import { loggedSample, type SampleResult } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import type { ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { type PrefixSample, prefixSuite } from './index.ts';

const sample: PrefixSample = {
	id: 'p01',
	input: '수면 습관 추천해 줘',
	expected: [{ tool: 'search_catalog', arguments: { category: 'sleep' }, acceptable: { limit: [3, 5] } }],
};
const suite = await builtSuite<PrefixSample>(prefixSuite({ corpus: [sample] }));

const search = { call: 'search_catalog', arguments: { category: 'sleep' } };
const answer: ScriptedGeneration = [{ text: '이런 습관은 어떠세요?' }];
const evaluate = (...script: readonly ScriptedGeneration[]): Promise<SampleResult> =>
	evaluateScripted(suite, sample, script);

describe('prefixSuite', () => {
	it('scores what the model says before its call', async () => {
		const { scores, transcript } = await evaluate([{ text: '수면 카탈로그를 보여드릴게요 ' }, search], answer);
		expect(scores).toEqual({
			meaningful: { value: true },
			called: { value: true },
			firstTool: { value: true },
			arguments: { value: true },
			strictFormat: { value: true },
		});
		expect(transcript.facts).toEqual({ before: { habits: [] }, after: { habits: [] } });
		expect(transcript.messages?.map((message) => message.role)).toEqual(['user', 'model', 'tool-call', 'model']);
	});

	it.each<[string, ScriptedGeneration]>([
		['empty', [search]],
		['empty', [{ text: '\n\n ' }, search]],
		['echo', [{ text: '수면 습관 추천해 줘' }, search]],
		['filler', [{ text: '네, 알겠습니다!' }, search]],
		['bare-announcement', [{ text: '네, 확인해 드릴게요.' }, search]],
		['not-korean', [{ text: 'Let me look that up for you.' }, search]],
		['markup', [{ text: '<div class="card"></div>' }, search]],
		['no-tool-call', [{ text: '일찍 주무시는 것부터 시작해 보세요.' }]],
		['malformed-call', [{ text: '찾아볼게요, 잠시만요.' }, { malformed: '<|tool_call>call:search_catalog{' }]],
	])('gives the reason %s', async (reason, generation) => {
		const { scores } = await evaluate(generation, answer);
		expect(scores.meaningful).toMatchObject({ value: false, reason });
	});

	it('keeps bare announcements if asked to, and records it', async () => {
		const kept = await builtSuite<PrefixSample>(prefixSuite({ corpus: [sample], bareAnnouncements: 'keep' }));
		const { scores } = await evaluateScripted(kept, sample, [[{ text: '네, 확인해 드릴게요.' }, search], answer]);
		expect(scores.meaningful).toEqual({ value: true });
		expect([kept.settings, suite.settings]).toEqual([{ bareAnnouncements: 'keep' }, undefined]);
	});

	it('scores no call after one that leaked into the text, nor an untagged call', async () => {
		const leaked = { text: '수면 습관부터 볼게요.\nAction: list_habits\nAction Input: {}\n' };
		const { scores } = await evaluate([leaked, search], answer);
		expect(scores).toMatchObject({ meaningful: { unscored: 'unreadable' }, strictFormat: { unscored: 'unreadable' } });
		const named = await evaluate([{ text: '볼게요.\n→ search_catalog {category: sleep}' }]);
		expect(named.transcript.tools).toEqual(['search_catalog', 'add_habit']);
		expect(named.scores.meaningful).toEqual({ unscored: 'unreadable' });
	});

	it.each<[string, ScriptedGeneration]>([
		['engine-failed', [{ throws: new TypeError('no stream') }]],
		['cut-length', [{ text: '수면 카탈로그를 보여드' }, { finish: 'length' }]],
		['cut-length', [{ text: '찾아볼게요.' }, { malformed: '<|tool_call>call:search_catalog{' }, { finish: 'length' }]],
		['cut-deadline', [{ text: '수면 카탈로그를' }, { finish: 'deadline' }]],
		['cut-deadline', [{ throws: new EngineError('generation-timeout', 'too slow') }]],
		['cut-context-full', [{ throws: new EngineError('context-overflow', 'the prompt is too long') }]],
		['not-recorded', [{ throws: new EngineError('not-recorded', 'no such prompt') }]],
	])('leaves a turn that ended before its first call unscored: %s', async (cause, generation) => {
		const { scores } = await evaluate(generation, answer);
		for (const name of ['meaningful', 'called', 'firstTool', 'arguments', 'strictFormat']) {
			expect(scores[name]).toMatchObject({ unscored: cause });
		}
	});

	it.each<[string, readonly ScriptedGeneration[]]>([
		['cut-length', [[{ text: '수면 카탈로그를 볼게요' }, search, { text: '그리고' }, { finish: 'length' }], answer]],
		[
			'cut-deadline',
			[
				[{ text: '수면 카탈로그를 볼게요' }, search],
				[{ text: '음' }, { finish: 'deadline' }],
			],
		],
		['engine-failed', [[{ text: '수면 카탈로그를 볼게요' }, search], [{ throws: new TypeError('no stream') }]]],
		[
			'cut-context-full',
			[[{ text: '수면 카탈로그를 볼게요' }, search], [{ throws: new EngineError('context-overflow', 'too long') }]],
		],
	])('keeps the scores of a first call before a cut: %s', async (cause, script) => {
		const { scores } = await evaluate(...script);
		for (const name of ['meaningful', 'called', 'firstTool', 'arguments'])
			expect(scores[name]).toEqual({ value: true });
		expect(scores.strictFormat).toMatchObject({ unscored: cause });
	});

	it('leaves thinking, and what follows the call, out of the prefix', async () => {
		const { scores } = await evaluate(
			[{ thinking: '수면 카탈로그를 찾아야겠다' }, search, { text: '수면 카탈로그를 보여드렸어요' }],
			answer,
		);
		expect(scores.meaningful).toEqual({ value: false, reason: 'empty-after-thought' });
	});

	it('judges the first call only, and arguments of the right tool only', async () => {
		const wrongTool = await evaluate([{ call: 'add_habit', arguments: {} }], answer);
		expect(wrongTool.scores).toMatchObject({ firstTool: { value: false, reason: 'wrong_func_name' } });
		expect(wrongTool.scores).not.toHaveProperty('arguments');
		const wrongArguments = await evaluate([{ call: 'search_catalog', arguments: { category: 'movement' } }], answer);
		expect(wrongArguments.scores).toMatchObject({
			firstTool: { value: true },
			arguments: { value: false, reason: 'value_error:string' },
		});
		const later = await evaluate([search], [{ call: 'add_habit', arguments: {} }], answer);
		expect(later.scores).toMatchObject({ firstTool: { value: true }, arguments: { value: true } });
	});

	it('has no scores of a call that was not made', async () => {
		const { scores } = await evaluate(answer);
		expect(Object.keys(scores)).toEqual(['meaningful', 'called']);
		expect(scores.called).toEqual({ value: false });
	});

	it('says so where a call was malformed', async () => {
		const { scores } = await evaluate([{ malformed: '<|tool_call>call:search_catalog{' }]);
		expect(scores.strictFormat).toEqual({ value: false, reason: 'malformed' });
	});

	it('scores the same under both policies', async () => {
		const script: readonly ScriptedGeneration[] = [[{ text: '수면 카탈로그를 볼게요' }, search], answer];
		const pushed = await evaluateScripted(suite, sample, script, { settings: { policy: 'push' } });
		const discarded = await evaluateScripted(suite, sample, script, { settings: { policy: 'discard' } });
		expect(discarded.scores).toEqual(pushed.scores);
		expect(discarded.transcript.messages?.map((message) => message.role)).toEqual(['user', 'tool-call', 'model']);
	});

	it('opens a fresh state of the app for each sample and closes it, also when the turn fails', async () => {
		const app = appDouble();
		const opened: ReturnType<typeof app.open>[] = [];
		const watched = {
			...app,
			open() {
				const session = app.open();
				opened.push(session);
				return session;
			},
		};
		const result = await evaluateScripted(suite, sample, [[{ throws: new TypeError('no stream') }]], { app: watched });
		await evaluateScripted(suite, sample, [answer], { app: watched });
		expect(result.transcript.error).toBe('LLM 응답 실패: TypeError');
		expect(opened.map((session) => session.closed)).toEqual([true, true]);
	});

	it('scores the same from the log', async () => {
		const result = await evaluate([{ text: '수면 카탈로그를 볼게요' }, search], answer);
		const logged = JSON.parse(JSON.stringify(result)) as SampleResult;
		expect(scoreSample(suite, parseRow(suite, logged.sample), logged.transcript, { language: 'ko' })).toEqual(
			result.scores,
		);
	});

	it('brings every sample back from the log', () => {
		const refused: PrefixSample = { ...sample, confirm: 'no' };
		for (const one of [sample, refused]) {
			expect(parseRow(suite, JSON.parse(canonicalJson(loggedSample(one))))).toEqual(one);
		}
		expect(() => parseRow(suite, { id: 'p01' })).toThrow(LogError);
	});
});
