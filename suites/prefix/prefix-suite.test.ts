import { describe, expect, it } from 'vitest';
import { canonicalJson, LogError, type SampleResult } from '../../src/index.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import type { ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { prefixSuite } from './prefix-suite.ts';
import type { PrefixSample } from './sample.ts';

const sample: PrefixSample = {
	id: 'p01',
	input: '수면 습관 추천해 줘',
	expected: [{ tool: 'search_catalog', arguments: { category: 'sleep' }, acceptable: { limit: [3, 5] } }],
};
const suite = prefixSuite({ samples: [sample], corpus: { name: 'prefix', version: '1', sha256: '0', prompts: [] } });

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
			turnOrder: { value: true },
		});
		expect(transcript.facts).toEqual({ before: { habits: [] }, after: { habits: [] } });
		expect(transcript.messages?.map((message) => message.role)).toEqual(['user', 'model', 'tool-call', 'model']);
	});

	it.each<[string, ScriptedGeneration]>([
		['empty', [search]],
		['empty', [{ text: '\n\n ' }, search]],
		['echo', [{ text: '수면 습관 추천해 줘' }, search]],
		['filler', [{ text: '네, 알겠습니다!' }, search]],
		['not-korean', [{ text: 'Let me look that up for you.' }, search]],
		['markup', [{ text: '{"name": "search_catalog"}' }, search]],
		['no-tool-call', [{ text: '일찍 주무시는 것부터 시작해 보세요.' }]],
		['malformed-call', [{ text: '찾아볼게요, 잠시만요.' }, { malformed: 'call:search_catalog{' }]],
		['no-tool-call', [{ throws: new TypeError('no stream') }]],
	])('gives the reason %s', async (reason, generation) => {
		const { scores } = await evaluate(generation, answer);
		expect(scores.meaningful).toMatchObject({ value: false, reason });
	});

	it('leaves thinking, and what follows the call, out of the prefix', async () => {
		const { scores } = await evaluate(
			[{ thinking: '수면 카탈로그를 찾아야겠다' }, search, { text: '수면 카탈로그를 보여드렸어요' }],
			answer,
		);
		expect(scores.meaningful).toEqual({ value: false, reason: 'empty' });
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
		expect(Object.keys(scores)).toEqual(['meaningful', 'called', 'turnOrder']);
		expect(scores.called).toEqual({ value: false });
	});

	it('says so where a call was malformed', async () => {
		const { scores } = await evaluate([{ malformed: 'call:search_catalog{' }]);
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
		expect(suite.score(suite.fromLog(logged.sample), logged.transcript)).toEqual(result.scores);
	});

	it('brings every sample back from the log', () => {
		const refused: PrefixSample = { ...sample, confirm: 'no' };
		for (const one of [sample, refused]) {
			expect(suite.fromLog(JSON.parse(canonicalJson(suite.toLog(one))))).toEqual(one);
		}
		expect(() => suite.fromLog({ id: 'p01', input: '안녕' })).toThrow(LogError);
	});
});
