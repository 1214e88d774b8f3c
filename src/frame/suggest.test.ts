import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../errors/gemmark-error.ts';
import type { JsonObject } from '../json/json-value.ts';
import { FormatError } from './format-error.ts';
import type { SuggestFrameInput } from './frame-candidate.ts';
import type { FramePattern } from './frame-pattern.ts';
import { GenerationTimeoutError, NoCallError, NotLoadedError, type StructuredModel } from './structured-model.ts';
import { explainSuggestion, type SuggestLogEntry, type SuggestOptions, suggestFrame } from './suggest.ts';

const patterns: readonly FramePattern[] = [
	{
		id: 'break-03',
		title: '퇴근 후 술',
		habitType: 'break',
		keywords: ['술'],
		levelL0Example: '술을 끊는다',
		levelL2Example: '술 생각이 나면 탄산수를 마신다',
		levelL3Example: '나는 맑은 정신으로 잠드는 사람이다',
	},
];
const wish: SuggestFrameInput = { rawText: '술 끊고 싶어', habitType: 'break' };
const three: JsonObject = {
	candidates: [
		{ level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' },
		{ level: 'L2', framed_text: '퇴근 후에 십 분 걷는다' },
		{ level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다' },
	],
};

/** Answers with what it is given, and remembers what it was asked. */
class ScriptedModel implements StructuredModel {
	readonly prompts: string[] = [];
	readonly #answer: () => JsonObject | Promise<JsonObject>;

	constructor(answer: () => JsonObject | Promise<JsonObject>) {
		this.#answer = answer;
	}

	async generateStructured(prompt: string): Promise<JsonObject> {
		this.prompts.push(prompt);
		return this.#answer();
	}
}

function failing(error: unknown): ScriptedModel {
	return new ScriptedModel(() => {
		throw error;
	});
}

function options(llm: StructuredModel, more: Partial<SuggestOptions> = {}): SuggestOptions {
	return { llm, framePatterns: patterns, ...more };
}

describe('seed 003 §A.10', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('seed 003 §A.10 정상: three valid candidates, all L2 or L3', async () => {
		const frames = await suggestFrame(wish, options(new ScriptedModel(() => three)));
		expect(frames.map(({ level }) => level)).toEqual(['L2', 'L2', 'L3']);
	});

	it('seed 003 §A.10 L0/L1 폐기: of one L1 and two L2, two stay', async () => {
		const json = {
			candidates: [
				{ level: 'L1', framed_text: '술을 마시지 않는다' },
				{ level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' },
				{ level: 'L2', framed_text: '퇴근 후에 십 분 걷는다' },
			],
		};
		expect(await suggestFrame(wish, options(new ScriptedModel(() => json)))).toHaveLength(2);
	});

	it('seed 003 §A.10 timeout: an answer after 15 s is too late for 10 s', async () => {
		const slow = new ScriptedModel(() => new Promise((resolve) => setTimeout(() => resolve(three), 15_000)));
		const outcome = explainSuggestion(wish, options(slow));
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

	it('seed 003 §A.10 malformed JSON: {"foo": "bar"} gives an empty list', async () => {
		const llm = new ScriptedModel(() => ({ foo: 'bar' }));
		expect(await suggestFrame(wish, options(llm))).toEqual([]);
		expect((await explainSuggestion(wish, options(llm))).failure).toBe('malformed');
	});

	it('seed 003 §A.10 빈 rawText: the model is not asked', async () => {
		const llm = new ScriptedModel(() => three);
		expect(await suggestFrame({ ...wish, rawText: ' ' }, options(llm))).toEqual([]);
		expect(llm.prompts).toEqual([]);
	});

	it('seed 003 §A.10 rawText > 200자: 201 give an empty list, 200 around white space do not', async () => {
		const llm = new ScriptedModel(() => three);
		expect(await suggestFrame({ ...wish, rawText: '술'.repeat(201) }, options(llm))).toEqual([]);
		expect(llm.prompts).toEqual([]);
		expect(await suggestFrame({ ...wish, rawText: ` ${'술'.repeat(200)}\n` }, options(llm))).toHaveLength(3);
	});

	it('seed 003 §A.10 framePatterns 비어있음: the model is asked without examples', async () => {
		const llm = new ScriptedModel(() => three);
		expect(await suggestFrame(wish, options(llm, { framePatterns: [] }))).toHaveLength(3);
		expect(llm.prompts[0]).not.toContain('<FEW_SHOT>');
	});

	it('seed 003 §A.10 LlmService throw StateError: a model that is not loaded gives an empty list', async () => {
		expect(await suggestFrame(wish, options(failing(new NotLoadedError())))).toEqual([]);
		expect((await explainSuggestion(wish, options(failing(new NotLoadedError())))).failure).toBe('not-loaded');
	});

	it.each([
		['nothing', undefined],
		['a string', 'boom'],
		['an error', new Error('boom')],
		['an engine error', new EngineError('crashed', 'the engine ended by SIGABRT')],
		['a hostile object', Object.create(null)],
	])('seed 003 §A.10 non-blocking: %s thrown by the model gives an empty list', async (_, thrown) => {
		expect((await explainSuggestion(wish, options(failing(thrown)))).failure).toBe('engine');
	});

	it('seed 003 §A.10 non-blocking: a model that throws before it returns, a bad template and a throwing log are survived', async () => {
		const synchronous: StructuredModel = {
			generateStructured: () => {
				throw new Error('at once');
			},
		};
		const log = (): void => {
			throw new Error('disk full');
		};
		expect(await suggestFrame(wish, options(synchronous, { log }))).toEqual([]);
		expect(await suggestFrame(wish, options(new ScriptedModel(() => three), { template: 'no sections', log }))).toEqual(
			[],
		);
	});
});

describe('seed 003 §A.6', () => {
	it('seed 003 §A.6 모든 후보가 L0/L1 또는 hard avoid: an empty list without a failure', async () => {
		const json = {
			candidates: [
				{ level: 'L0', framed_text: '술을 멀리한다' },
				{ level: 'L2', framed_text: '밤이 되면 술을 안 마신다' },
			],
		};
		const outcome = await explainSuggestion(wish, options(new ScriptedModel(() => json)));
		expect(outcome.candidates).toEqual([]);
		expect(outcome.rejected.map(({ reason }) => reason)).toEqual(['wrong-level', 'hard-avoid']);
		expect(outcome.failure).toBeUndefined();
	});

	it('seed 003 §A.6 validator 자체 throw: the candidate is skipped and logged, the others stay', async () => {
		const entries: SuggestLogEntry[] = [];
		const outcome = await explainSuggestion(
			wish,
			options(new ScriptedModel(() => three), {
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

describe('explainSuggestion', () => {
	it('names the failure behind each kind of error', async () => {
		const failureOf = async (error: unknown): Promise<string | undefined> =>
			(await explainSuggestion(wish, options(failing(error)))).failure;
		expect(await failureOf(new NoCallError())).toBe('no-call');
		expect(await failureOf(new FormatError('unclosed'))).toBe('malformed');
		expect(await failureOf(new GenerationTimeoutError('late'))).toBe('timeout');
		expect(await failureOf(new EngineError('generation-timeout', 'late'))).toBe('timeout');
	});

	it('logs latency and type, never what the user or the prompt said', async () => {
		const entries: SuggestLogEntry[] = [];
		const log = (entry: SuggestLogEntry): number => entries.push(entry);
		await suggestFrame(wish, options(failing(new Error('술 끊고 싶어')), { log }));
		await suggestFrame(wish, options(new ScriptedModel(() => ({ foo: 'bar' })), { log }));
		await suggestFrame(
			wish,
			options(new ScriptedModel(() => ({ candidates: [{ level: 'L99', framed_text: '술' }] })), { log }),
		);
		expect(entries.map(({ latencyMs, ...rest }) => [rest, latencyMs >= 0])).toEqual([
			[{ event: 'suggestion-failed', failure: 'engine', errorType: 'Error' }, true],
			[{ event: 'suggestion-failed', failure: 'malformed', errorType: 'FormatError' }, true],
			[{ event: 'candidate-skipped', reason: 'unknown-level' }, true],
		]);
		expect(JSON.stringify(entries)).not.toContain('술');
	});

	it("tells the model when its time is over, and hears the caller's signal", async () => {
		const signals: AbortSignal[] = [];
		const deaf: StructuredModel = {
			generateStructured: (_, __, { signal }) => {
				signals.push(signal);
				return new Promise(() => {});
			},
		};
		expect((await explainSuggestion(wish, options(deaf, { timeoutMs: 1 }))).failure).toBe('timeout');
		const controller = new AbortController();
		const outcome = explainSuggestion(wish, options(deaf, { signal: controller.signal }));
		controller.abort();
		expect((await outcome).failure).toBe('aborted');
		expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
		expect((await explainSuggestion(wish, options(deaf, { signal: controller.signal }))).failure).toBe('aborted');
		expect(signals).toHaveLength(2);
	});

	it('asks with the text in NFC', async () => {
		const llm = new ScriptedModel(() => three);
		await suggestFrame({ ...wish, rawText: wish.rawText.normalize('NFD') }, options(llm));
		expect(llm.prompts[0]).toContain('raw_text: "술 끊고 싶어"');
	});
});
