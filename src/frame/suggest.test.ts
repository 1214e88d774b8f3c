import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../base/errors.ts';
import {
	failingModel,
	framePatterns,
	frameWish,
	ScriptedStructuredModel,
	suggestOptions,
	threeFrames,
} from '../testing/doubles/scripted-structured-model.ts';
import type { FramePattern } from './candidates.ts';
import {
	explainSuggestion,
	NotLoadedError,
	type StructuredModel,
	type SuggestLogEntry,
	suggestFrame,
	suggestSession,
} from './suggest.ts';

describe('suggestFrame, cases', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('정상: three valid candidates, all L2 or L3', async () => {
		const frames = await suggestFrame(frameWish, suggestOptions(new ScriptedStructuredModel(() => threeFrames)));
		expect(frames.map(({ level }) => level)).toEqual(['L2', 'L2', 'L3']);
	});

	it('L0/L1 폐기: of one L1 and two L2, two stay', async () => {
		const json = {
			candidates: [
				{ level: 'L1', framed_text: '술을 마시지 않는다' },
				{ level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' },
				{ level: 'L2', framed_text: '퇴근 후에 십 분 걷는다' },
			],
		};
		expect(await suggestFrame(frameWish, suggestOptions(new ScriptedStructuredModel(() => json)))).toHaveLength(2);
	});

	it('timeout: an answer after 15 s is too late for 10 s', async () => {
		const slow = new ScriptedStructuredModel(
			() => new Promise((resolve) => setTimeout(() => resolve(threeFrames), 15_000)),
		);
		const outcome = explainSuggestion(frameWish, suggestOptions(slow));
		await vi.advanceTimersByTimeAsync(9_999);
		let settled = false;
		void outcome.then(() => {
			settled = true;
		});
		await vi.advanceTimersByTimeAsync(0);
		expect(settled).toBe(false);
		await vi.advanceTimersByTimeAsync(1);
		expect(await outcome).toEqual({ candidates: [], judged: [], rejected: [], failure: 'timeout' });
	});

	it('malformed JSON: {"foo": "bar"} gives an empty list', async () => {
		const llm = new ScriptedStructuredModel(() => ({ foo: 'bar' }));
		expect(await suggestFrame(frameWish, suggestOptions(llm))).toEqual([]);
		expect((await explainSuggestion(frameWish, suggestOptions(llm))).failure).toBe('malformed');
	});

	it('빈 rawText: the model is not asked', async () => {
		const llm = new ScriptedStructuredModel(() => threeFrames);
		expect(await suggestFrame({ ...frameWish, rawText: ' ' }, suggestOptions(llm))).toEqual([]);
		expect(llm.prompts).toEqual([]);
	});

	it('rawText > 200자: 201 give an empty list, 200 around white space do not', async () => {
		const llm = new ScriptedStructuredModel(() => threeFrames);
		expect(await suggestFrame({ ...frameWish, rawText: '술'.repeat(201) }, suggestOptions(llm))).toEqual([]);
		expect(llm.prompts).toEqual([]);
		expect(await suggestFrame({ ...frameWish, rawText: ` ${'술'.repeat(200)}\n` }, suggestOptions(llm))).toHaveLength(
			3,
		);
	});

	it('framePatterns 비어있음: the model is asked without examples, and the log warns of worse frames', async () => {
		const llm = new ScriptedStructuredModel(() => threeFrames);
		const events: string[] = [];
		const log = ({ event }: SuggestLogEntry): number => events.push(event);
		expect(await suggestFrame(frameWish, suggestOptions(llm, { framePatterns: [], log }))).toHaveLength(3);
		expect(llm.prompts[0]).not.toContain('<FEW_SHOT>');
		expect(await suggestFrame(frameWish, suggestOptions(llm, { log }))).toHaveLength(3);
		expect(events).toEqual(['no-patterns']);
	});

	it('LlmService throw StateError: a model that is not loaded gives an empty list', async () => {
		expect(await suggestFrame(frameWish, suggestOptions(failingModel(new NotLoadedError())))).toEqual([]);
		expect((await explainSuggestion(frameWish, suggestOptions(failingModel(new NotLoadedError())))).failure).toBe(
			'not-loaded',
		);
	});

	it.each([
		['nothing', undefined],
		['a string', 'boom'],
		['an error', new Error('boom')],
		['an engine error', new EngineError('crashed', 'the engine ended by SIGABRT')],
		['a hostile object', Object.create(null)],
	])('non-blocking: %s thrown by the model gives an empty list', async (_, thrown) => {
		expect((await explainSuggestion(frameWish, suggestOptions(failingModel(thrown)))).failure).toBe('engine');
	});

	it('non-blocking: a model that throws before it returns, a bad template and a throwing log are survived', async () => {
		const synchronous: StructuredModel = {
			generateStructured: () => {
				throw new Error('at once');
			},
		};
		const log = (): void => {
			throw new Error('disk full');
		};
		expect(await suggestFrame(frameWish, suggestOptions(synchronous, { log }))).toEqual([]);
		expect(
			await suggestFrame(
				frameWish,
				suggestOptions(new ScriptedStructuredModel(() => threeFrames), { template: 'no sections', log }),
			),
		).toEqual([]);
	});
});

describe('suggestFrame, limits', () => {
	// Seed 003 §A.3: "timeout | Duration | 1~30s".
	it.each([
		[999, 0],
		[1000, 3],
		[30_000, 3],
		[30_001, 0],
		[Number.NaN, 0],
		[Number.POSITIVE_INFINITY, 0],
	])('a timeout of %d ms gives %d frames', async (timeoutMs, frames) => {
		const entries: SuggestLogEntry[] = [];
		const llm = new ScriptedStructuredModel(() => threeFrames);
		const log = (entry: SuggestLogEntry): number => entries.push(entry);
		expect(await suggestFrame(frameWish, suggestOptions(llm, { timeoutMs, log }))).toHaveLength(frames);
		expect(llm.prompts).toHaveLength(frames === 0 ? 0 : 1);
		expect(entries).toMatchObject(frames === 0 ? [{ failure: 'input', errorType: 'RangeError' }] : []);
	});

	// Seed 003 §A.8: "throttle 5회/세션".
	it('a session suggests five times, and no more', async () => {
		const entries: SuggestLogEntry[] = [];
		const llm = new ScriptedStructuredModel(() => threeFrames);
		const suggest = suggestSession(suggestOptions(llm, { log: (entry) => void entries.push(entry) }));
		expect(await suggest({ ...frameWish, rawText: ' ' })).toEqual([]);
		const taps = await Promise.all(Array.from({ length: 7 }, () => suggest(frameWish)));
		expect(taps.map((frames) => frames.length)).toEqual([3, 3, 3, 3, 3, 0, 0]);
		expect(llm.prompts).toHaveLength(5);
		expect(entries).toMatchObject([{ failure: 'throttled' }, { failure: 'throttled' }]);
		expect(await suggestSession(suggestOptions(llm))(frameWish)).toHaveLength(3);
	});
});

describe('suggestFrame, errors', () => {
	it('모든 후보가 L0/L1 또는 hard avoid: an empty list without a failure', async () => {
		const json = {
			candidates: [
				{ level: 'L0', framed_text: '술을 멀리한다' },
				{ level: 'L2', framed_text: '밤이 되면 술을 안 마신다' },
			],
		};
		const outcome = await explainSuggestion(frameWish, suggestOptions(new ScriptedStructuredModel(() => json)));
		expect(outcome.candidates).toEqual([]);
		expect(outcome.rejected.map(({ reason }) => reason)).toEqual(['wrong-level', 'hard-avoid']);
		expect(outcome.failure).toBeUndefined();
	});

	it('validator 자체 throw: the candidate is skipped and logged, the others stay', async () => {
		const entries: SuggestLogEntry[] = [];
		const outcome = await explainSuggestion(
			frameWish,
			suggestOptions(new ScriptedStructuredModel(() => threeFrames), {
				validator: ({ level }) => {
					if (level === 'L3') throw new TypeError('술 끊고 싶어');
					return { status: 'ok' };
				},
				log: (entry) => entries.push(entry),
			}),
		);
		expect(outcome.candidates).toHaveLength(2);
		expect(outcome.rejected.map(({ reason }) => reason)).toEqual(['validator']);
		expect(entries).toMatchObject([{ event: 'validator-threw', errorType: 'TypeError' }]);
	});
});

describe('suggestFrame, edges', () => {
	it.each([
		['코드', 'while (true) { drink(); }'],
		['이모지', '🍺➡️🚫'],
		['영어', 'I want to drink less beer'],
	])('rawText 가 %s 만: it stands in the prompt as it is', async (_, rawText) => {
		const llm = new ScriptedStructuredModel(() => threeFrames);
		expect(await suggestFrame({ ...frameWish, rawText }, suggestOptions(llm))).toHaveLength(3);
		expect(llm.prompts[0]).toContain(`raw_text: "${rawText}"`);
	});

	it('habitType break with a text near build: the examples are of break', async () => {
		const build: FramePattern = {
			...framePatterns[0],
			id: 'build-01',
			title: '아침 달리기',
			habitType: 'build',
			keywords: ['달리기'],
		} as FramePattern;
		const llm = new ScriptedStructuredModel(() => threeFrames);
		await suggestFrame(
			{ ...frameWish, rawText: '달리기' },
			suggestOptions(llm, { framePatterns: [...framePatterns, build] }),
		);
		expect(llm.prompts[0]).toContain('habit_type: break');
		expect(llm.prompts[0]).toContain('퇴근 후 술');
		expect(llm.prompts[0]).not.toContain('아침 달리기');
	});

	it('다른 응답: the same question is asked anew, nothing is remembered', async () => {
		const answers = [threeFrames, { candidates: [] }];
		const llm = new ScriptedStructuredModel(() => answers.shift() ?? {});
		expect(await suggestFrame(frameWish, suggestOptions(llm))).toHaveLength(3);
		expect(await suggestFrame(frameWish, suggestOptions(llm))).toEqual([]);
		expect(new Set(llm.prompts).size).toBe(1);
	});
});
