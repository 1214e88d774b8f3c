import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replayRunner } from '../../runners/replay/index.ts';
import { ConfigError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import { evaluatePlan } from '../../src/eval/evaluate/evaluate-plan.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { LogHeader } from '../../src/log/record.ts';
import type { Conversation, ConversationOptions } from '../../src/model/conversation.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import { scriptedModel } from '../../src/testing/doubles/scripted-model.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { gemma4Templates } from '../../src/testing/gguf/gemma4-template.ts';
import { logHeaderFixture } from '../../src/testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../src/testing/run-settings-fixture.ts';
import { frameSuite } from './index.ts';
import type { FrameSample } from './sample.ts';

const wish: FrameSample = { id: 'f-walk', input: '매일 걷고 싶어', habitType: 'build' };
const call = {
	id: 'call-0',
	name: 'emit_frame_candidates',
	arguments: { candidates: [{ level: 'L3', framed_text: '나는 매일 걷는 사람이다' }] },
	raw: 'call',
	repairs: [],
};

/** Double: an engine on a clock of its own, of which every generation is recorded. */
type Engine = (deadlineMs: number, signal: AbortSignal | undefined) => Promise<Ending>;
interface Ending {
	readonly finish: 'deadline' | 'aborted' | 'tool-call' | 'stop';
	readonly totalMs: number;
	readonly callAtMs?: number;
}

const engines: Readonly<Record<string, Engine>> = {
	'heeds its deadline': async (deadlineMs) => ({ finish: 'deadline', totalMs: deadlineMs }),
	'heeds an abort alone': (_, signal) =>
		new Promise((resolve) => {
			signal?.addEventListener('abort', () => resolve({ finish: 'aborted', totalMs: 2000 }));
		}),
	'heeds neither, and calls late': async () => ({ finish: 'tool-call', totalMs: 9000, callAtMs: 8900 }),
	'heeds neither, and never calls': async () => ({ finish: 'stop', totalMs: 9000 }),
};

describe('a suggestion that is later than the app waits', () => {
	it.each(Object.entries(engines))(
		'is a timeout of the app where an engine %s, and in its replay',
		async (_, engine) => {
			const result = await suggestion(1000, (options) => conversationOf(engine, options));
			const late = { value: false, reason: 'timeout' };
			const isRight = engine === engines['heeds neither, and calls late'];
			expect(result.scores.clean?.detail).toEqual(isRight ? message('score.timeout-right') : undefined);
			expect(result.scores).toMatchObject({ clean: late, valid: late, candidates: { value: 0 } });
			expect(result.transcript.generations).toHaveLength(1);
			expect(result.transcript.facts).toEqual({
				failure: 'timeout',
				timeoutMs: 1000,
				suggestion: [{ event: 'suggestion-failed', failure: 'timeout', errorType: 'GenerationTimeoutError' }],
			});
			const replayed = await replayedSuggestion(result, 1000);
			expect(replayed.scores).toEqual(result.scores);
			expect(replayed.transcript.facts).toEqual(result.transcript.facts);
		},
	);

	it('is a timeout in the replay of a raw engine too, which stops at the piece that came late', async () => {
		const pieces = Array.from({ length: 120 }, (_, index) => `물 ${index} `);
		const result = await suggestion(1000, (options) =>
			openConversation(scriptedModel([{ pieces }]), 'gemma4', options),
		);
		expect(result.scores.valid).toEqual({ value: false, reason: 'timeout' });
		const template = { source: gemma4Templates.plain, bosToken: '<bos>', eosToken: '<eos>' };
		const replayed = await replayedSuggestion(result, 1000, { template });
		expect(replayed.transcript.generations[0]?.finish.unified).toBe('deadline');
		expect(replayed.scores).toEqual(result.scores);
		expect(replayed.transcript.facts).toEqual(result.transcript.facts);
	});

	it('is none where its whole call was there in time, however long the engine went on', async () => {
		const engine: Engine = async () => ({ finish: 'deadline', totalMs: 1000, callAtMs: 900 });
		const result = await suggestion(1000, (options) => conversationOf(engine, options));
		expect(result.scores.valid).toEqual({ value: true });
		expect((await replayedSuggestion(result, 1000)).scores.valid).toEqual({ value: true });
	});

	it('is unscored where the run itself has waited less', async () => {
		const engine = engines['heeds its deadline'] as Engine;
		const result = await suggestion(10_000, (options) => conversationOf(engine, options), 400);
		expect(result.scores.valid).toMatchObject({ unscored: 'cut-deadline' });
		expect(result.transcript.facts.timeoutMs).toBeUndefined();
		expect((await replayedSuggestion(result, 10_000)).scores.valid).toMatchObject({ unscored: 'cut-deadline' });
	});

	it('was in time where a replay waits longer, if there was an answer', async () => {
		const late = engines['heeds neither, and calls late'] as Engine;
		const result = await suggestion(1000, (options) => conversationOf(late, options));
		expect((await replayedSuggestion(result, 30_000)).scores.valid).toEqual({ value: true });
	});
});

describe('the timeout of a frame suite', () => {
	it('is part of what a run is', async () => {
		const suite = await builtSuite(frameSuite({ corpus: [wish], patterns: [] }));
		expect(suite.settings).toEqual({ timeoutMs: 10_000 });
	});

	it.each([0, 999, 30_001, Number.NaN, Number.POSITIVE_INFINITY])(
		'is refused where no app has it: %s ms',
		(timeoutMs) => {
			expect(() => frameSuite({ corpus: [wish], patterns: [], timeoutMs })).toThrow(ConfigError);
		},
	);
});

async function suggestion(
	timeoutMs: number,
	open: (options: ConversationOptions) => Conversation,
	deadlineMs = 60_000,
): Promise<SampleResult> {
	const suite = await builtSuite(frameSuite({ corpus: [wish], patterns: [], timeoutMs }));
	const results = evaluatePlan({
		plan: [{ suite, sample: wish, variant: 'free', epoch: 0, seed: 1 }],
		openConversation: open,
		app: appDouble(),
		settings: runSettingsFixture({ deadlineMs, maxTokens: 512 }),
	});
	for await (const result of results) return result;
	throw new Error('the evaluation gave no result');
}

async function replayedSuggestion(
	recorded: SampleResult,
	timeoutMs: number,
	header: Partial<LogHeader> = {},
): Promise<SampleResult> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-timeout-'));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const records = [
		{ ...logHeaderFixture(), ...header },
		{ type: 'sample', ...recorded },
	];
	writeFileSync(join(folder, 'log.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
	const model = await replayRunner.load({ model: folder });
	return suggestion(timeoutMs, (options) =>
		openConversation(model, header.template === undefined ? 'engine' : 'gemma4', options),
	);
}

function conversationOf(engine: Engine, { deadlineMs, onGeneration }: ConversationOptions): Conversation {
	return {
		async *sendChatTurn(_, { signal } = {}) {
			const { finish: unified, totalMs, callAtMs } = await engine(deadlineMs, signal);
			const called = callAtMs === undefined ? [] : [{ type: 'call', call, atMs: callAtMs } as const];
			const finish = { unified, raw: unified };
			const timings = { source: 'wall-clock', totalMs } as const;
			const end = { type: 'end', finish, usage: {}, timings } as const;
			const events = [...called, end];
			onGeneration?.({ pieces: [], pieceAtMs: [], events, finish, usage: {}, timings });
			yield* events;
		},
	};
}
