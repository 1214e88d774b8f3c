import { describe, expect, it } from 'vitest';
import { EngineError, LogError } from '../../src/base/errors.ts';
import { canonicalJson, type JsonObject } from '../../src/base/json.ts';
import { loggedSample, type SampleResult } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import { scoreSample } from '../../src/eval/scoring/score-sample.ts';
import { emitFrameCandidatesTool, type FramePattern } from '../../src/frame/candidates.ts';
import { frameSystemSection } from '../../src/frame/prompt.ts';
import type { ConversationOptions } from '../../src/model/conversation.ts';
import type { ScriptedEvent, ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { frameSuite, patternWarnings } from './index.ts';
import type { FrameSample } from './sample.ts';

const patterns: readonly FramePattern[] = [
	{
		id: 'fp-alcohol',
		title: '술',
		habitType: 'break',
		keywords: ['술'],
		levelL0Example: '술을 끊는다',
		levelL2Example: '술 생각이 나면 탄산수를 마신다',
		levelL3Example: '나는 맑은 정신으로 잠드는 사람이다',
	},
];
const wish: FrameSample = { id: 'f-alcohol', input: '술 끊고 싶어', habitType: 'break', anchorHint: '퇴근 후' };
const suite = await builtSuite<FrameSample>(
	frameSuite({ corpus: [wish, { id: 'f-walk', input: '매일 걷고 싶어', habitType: 'build' }], patterns }),
);

const l2 = { level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다', confidence: 0.9 };
const l3 = { level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다' };
const l0 = { level: 'L0', framed_text: '술을 마시는 대신 물을 마신다' };
const avoiding = { level: 'L2', framed_text: '저녁이 되면 술을 마시지 않는다' };
const emit = (...candidates: readonly JsonObject[]): ScriptedEvent => ({
	call: 'emit_frame_candidates',
	arguments: { candidates },
});
const evaluate = (
	script: ScriptedGeneration,
	variant = 'free',
	options: ConversationOptions[] = [],
): Promise<SampleResult> =>
	evaluateScripted(suite, wish, [script], { variant, onOpen: (opened) => options.push(opened) });

describe('frameSuite', () => {
	it('scores what the app would show', async () => {
		const { scores, transcript } = await evaluate([{ text: '제안할게요.' }, emit(l2, l0, l3)]);
		const rates = { clean: { value: true }, valid: { value: true } };
		expect(scores).toEqual({
			...rates,
			candidates: { value: 2 },
			cleanCandidates: { value: 2 },
			candidatesReturned: { value: 3 },
		});
		expect(transcript.facts).toEqual({ response: { candidates: [l2, l0, l3] } });
		expect(transcript.messages?.map((message) => message.role)).toEqual(['user', 'model', 'tool-call']);
	});

	it.each<[string, ScriptedGeneration]>([
		['no-call', [{ text: '탄산수를 마셔 보세요.' }]],
		['no-call', [{ call: 'another_tool' }]],
		['malformed', [{ malformed: '<|tool_call>call:emit_frame_candidates{', reason: 'unclosed' }]],
		['malformed', [{ call: 'emit_frame_candidates', arguments: { foo: 'bar' } }]],
		['malformed', [{ call: 'emit_frame_candidates', arguments: { candidates: '없음' } }]],
		['malformed', [emit(l2, { framed_text: '수준이 없다' })]],
		['empty', [emit()]],
		['wrong-level', [emit(l0, { ...l0, level: 'L99' }, avoiding)]],
		['hard-avoid', [emit(avoiding)]],
		['length', [emit({ ...l2, framed_text: '물'.repeat(121) })]],
	])('gives the reason %s', async (reason, script) => {
		const { scores } = await evaluate(script);
		expect(scores.valid).toEqual({ value: false, reason });
		expect(scores.candidates).toEqual({ value: 0 });
	});

	it.each([
		['a warning', '물을 마신다', true, 'no-condition'],
		['English', 'hello', false, 'not-korean'],
		['a placeholder of the template', '{framed_text}', false, 'placeholder'],
		['a foreign word', '喝水', false, 'not-korean'],
		['no word', '...', false, 'not-korean'],
	])('is clean with no L2 of %s', async (_, framed_text, valid, reason) => {
		const { scores } = await evaluate([emit({ ...l2, framed_text })]);
		expect(scores.clean).toEqual({ value: false, reason });
		expect(scores.valid).toMatchObject({ value: valid });
		expect(scores.cleanCandidates).toEqual({ value: 0 });
	});

	it('is never clean without being valid', async () => {
		const frames = [l2, l3, l0, avoiding, { ...l2, framed_text: '물을 마신다' }, { ...l3, framed_text: 'hello' }];
		for (let chosen = 0; chosen < 2 ** frames.length; chosen += 1) {
			const { scores } = await evaluate([emit(...frames.filter((_frame, bit) => chosen & (1 << bit)))]);
			expect(Number(scores.clean?.value)).toBeLessThanOrEqual(Number(scores.valid?.value));
			expect(Number(scores.cleanCandidates?.value)).toBeLessThanOrEqual(Number(scores.candidates?.value));
		}
	});

	it.each<[string, ScriptedGeneration]>([
		['engine-failed', [{ throws: new TypeError('no stream') }]],
		['cut-context-full', [{ throws: new EngineError('context-overflow', 'the prompt is too long') }]],
		['cut-deadline', [{ throws: new EngineError('generation-timeout', 'too slow') }]],
		['cut-deadline', [{ text: '제안' }, { finish: 'deadline' }]],
		[
			'cut-length',
			[{ malformed: '<|tool_call>call:emit_frame_candidates{', reason: 'unclosed' }, { finish: 'length' }],
		],
	])('leaves an answer that was not seen to its end unscored: %s', async (cause, script) => {
		const { scores } = await evaluate(script);
		expect(Object.keys(scores)).toEqual(['clean', 'valid', 'candidates', 'cleanCandidates', 'candidatesReturned']);
		for (const score of Object.values(scores)) expect(score).toMatchObject({ unscored: cause });
	});

	it('judges a complete call of a cut generation', async () => {
		const { scores } = await evaluate([emit(l2, l3), { text: '그리고' }, { finish: 'length' }]);
		expect(scores).toMatchObject({ valid: { value: true }, candidates: { value: 2 } });
	});

	it('asks in the seed’s words, with the shared beginning named, and constrains one variant only', async () => {
		const opened: ConversationOptions[] = [];
		await evaluate([emit(l2)], 'free', opened);
		await evaluate([emit(l2)], 'constrained', opened);
		expect(opened[0]).toMatchObject({ tools: [emitFrameCandidatesTool], sharedUserText: frameSystemSection() });
		expect(opened[0]?.constrainTo).toBeUndefined();
		expect(opened[1]?.constrainTo).toBe('emit_frame_candidates');
		expect(suite.variants).toEqual([{ name: 'free' }, { name: 'constrained', needsGrammar: true }]);
	});

	it('scores the same from the log', async () => {
		for (const script of [[emit(l2, avoiding)], [{ text: '음' }]]) {
			const result = await evaluate(script);
			const logged = JSON.parse(JSON.stringify(result)) as SampleResult;
			expect(scoreSample(suite, parseRow(suite, logged.sample), logged.transcript, { language: 'ko' })).toEqual(
				result.scores,
			);
		}
	});

	it('brings every sample back from the log', () => {
		for (const sample of suite.samples) {
			expect(parseRow(suite, JSON.parse(canonicalJson(loggedSample(sample))))).toEqual(sample);
		}
		expect(() => parseRow(suite, { id: 'f-walk', input: '걷기', habitType: 'both' })).toThrow(LogError);
	});
});

const samples = [
	{ id: 'a', input: '걷고 싶어', habitType: 'build' },
	{ id: 'b', input: '술 끊고 싶어', habitType: 'break' },
] as const;
const pattern = (habitType?: FramePattern['habitType']): FramePattern => ({
	id: 'p',
	title: '술',
	habitType,
	keywords: ['술'],
	levelL0Example: '술을 끊는다',
	levelL2Example: '술 생각이 나면 탄산수를 마신다',
	levelL3Example: '나는 맑은 정신으로 잠드는 사람이다',
});

describe('patternWarnings', () => {
	it.each<[string, readonly FramePattern[], readonly string[]]>([
		['warns of each habit type that has no pattern', [], ['break', 'build']],
		['knows which habit type a pattern is of', [pattern('break')], ['build']],
		['takes a pattern without a habit type for both', [pattern()], []],
	])('%s', (_, patterns, types) => {
		const warned = patternWarnings('frame', samples, patterns).map(({ params }) => params.type);
		expect(warned).toEqual(types);
	});

	it('requires no pattern of an unused habit type', () => {
		expect(patternWarnings('frame', samples.slice(1), [pattern('break')])).toEqual([]);
	});
});
