import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import { openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import { evaluatePlan } from '../../src/eval/evaluate/evaluate-plan.ts';
import { type PlannedSample, planRun } from '../../src/eval/plan.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { RunSettings } from '../../src/eval/settings.ts';
import type { LogHeader } from '../../src/log/record.ts';
import type { ScriptedGeneration } from '../../src/model/completer.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import { appDouble } from '../../src/testing/doubles/app-double.ts';
import { scriptedModel } from '../../src/testing/doubles/scripted-model.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { gemma4Templates } from '../../src/testing/gguf/gemma4-template.ts';
import { logHeaderFixture } from '../../src/testing/log-line-fixture.ts';
import { runSettingsFixture } from '../../src/testing/run-settings-fixture.ts';
import { type PrefixSample, prefixSuite } from '../../suites/prefix/index.ts';
import { replayRunner } from './index.ts';

const ask = (id: string, input: string): PrefixSample => ({
	id,
	input,
	expected: [{ tool: 'search_catalog', arguments: { category: 'sleep' }, acceptable: {} }],
});
const prompts = [ask('p01', '수면 습관 추천해 줘'), ask('p02', '잠이 안 와')];
const suite = await builtSuite(prefixSuite({ corpus: prompts }));

const CALL = ['<|tool_call>', 'call:search_catalog{', 'category:<|"|>sleep<|"|>}', '<tool_call|>'];
/** A raw quote: a repair that only the lenient reading makes. */
const LOOSE_CALL = ['<|tool_call>', 'call:search_catalog{', 'category:"sleep"}', '<tool_call|>'];
const script: readonly ScriptedGeneration[] = [
	{ pieces: ['수면 카탈로그를 ', '볼게요', ...CALL], tokens: [5, 6, 7, 8, 9, 10] },
	{ pieces: ['이런 습관은 ', '어떠세요?'] },
	{ pieces: ['카탈로그를 열어 볼게요', ...LOOSE_CALL] },
	{ pieces: ['이건 ', '어때요?'] },
];

const template = { source: gemma4Templates.plain, bosToken: '<bos>', eosToken: '<eos>' };

const planOf = (chosen: RunSettings): readonly PlannedSample[] =>
	planRun([suite], chosen, { grammar: false }).flatMap(({ samples }) => samples);

const run = (model: LoadedModel, changes: Partial<RunSettings> = {}): Promise<SampleResult[]> => {
	const chosen = runSettingsFixture(changes);
	return Array.fromAsync(
		evaluatePlan({
			plan: planOf(chosen),
			openConversation: (options) => openConversation(model, chosen.dialect, options),
			app: appDouble(),
			settings: chosen,
		}),
	);
};

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-replay-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a log as a run leaves it, and loads it for replay. */
async function replayOf(
	samples: readonly SampleResult[],
	header: Partial<LogHeader> = { template },
	realTime = false,
): Promise<LoadedModel> {
	const records = [{ ...logHeaderFixture(), ...header }, ...samples.map((sample) => ({ type: 'sample', ...sample }))];
	writeFileSync(join(folder, 'log.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
	return replayRunner.load({ model: folder, realTime });
}

/** A sample less what was measured of its whole turn. */
const comparable = ({ timings, ...sample }: SampleResult): unknown => ({ ...sample, generations: timings.generations });

describe('replayRunner', () => {
	it('gives the recorded samples again, with the times of the recording', async () => {
		const recorded = await run(scriptedModel(script));
		const replayed = await run(await replayOf(recorded));
		expect(replayed.map(comparable)).toEqual(recorded.map(comparable));
	});

	it('reports whose recording it plays', async () => {
		const model = await replayOf([], { template, engine: { runner: 'llama-cpp', version: '3', backend: 'cpu' } });
		expect(model.identity.name).toBe('model.gguf');
		expect(model.engine).toMatchObject({ runner: 'replay', version: 'llama-cpp 3', backend: 'cpu' });
		expect(model.engine.timingsNotComparable).toMatchObject({ code: 'replay.timings' });
	});

	it('plays a recording under the other policy: the prefix is not kept, the words are the same', async () => {
		const replayed = await run(await replayOf(await run(scriptedModel(script))), { policy: 'discard' });
		expect(replayed.map(({ transcript }) => transcript.messages?.map(({ role }) => role))).toEqual([
			['user', 'tool-call', 'model'],
			['user', 'tool-call', 'model'],
		]);
	});

	it('plays a recording under the strict reading: a call that needed a repair is none', async () => {
		const replayed = await run(await replayOf(await run(scriptedModel(script))), { reading: 'strict' });
		expect(replayed.map(({ scores }) => scores.called?.value)).toEqual([true, false]);
		expect(replayed[1]?.transcript.generations).toHaveLength(1);
	});

	it('plays a recording in another dialect, by the place of its samples', async () => {
		const replayed = await run(await replayOf(await run(scriptedModel(script))), { dialect: 'flutter-gemma' });
		expect(replayed[0]?.transcript.generations[0]?.pieces).toEqual(script[0]?.pieces);
		// What opens like a call and is not read in this dialect is no evidence that nothing was called.
		expect(replayed.map(({ scores }) => scores.called?.unscored)).toEqual(['unreadable', 'unreadable']);
	});

	it('is one failed sample where a conversation leaves its recording', async () => {
		const strict = await run(scriptedModel([script[2] ?? { pieces: [] }, script[3] ?? { pieces: [] }]), {
			reading: 'strict',
		});
		const replayed = await run(await replayOf(strict), { reading: 'lenient' });
		expect(replayed[0]?.transcript.error).toBe('LLM 응답 실패: EngineError (not-recorded)');
		expect(replayed[0]?.scores.called?.value).toBe(true);
		expect(replayed).toHaveLength(2);
	});

	it('refuses a prompt that was never recorded, with a hint', async () => {
		const [first] = await run(scriptedModel(script));
		const model = await replayOf(first === undefined ? [] : [first]);
		const error: unknown = await run(model).catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ cause: { failure: 'unavailable', hint: expect.stringContaining('recorded') } });
	});

	it('plays repeats of a prompt by their seeds, and in turn where the seed is another', async () => {
		const repeats = { epochs: 2, temperature: 1 };
		const texts = ['하나', '둘', '셋', '넷'];
		const recorded = await run(scriptedModel(texts.map((text) => ({ pieces: [text] }))), repeats);
		const said = (samples: readonly SampleResult[]): unknown =>
			samples.map(({ transcript }) => transcript.generations[0]?.pieces.join(''));
		expect(said(await run(await replayOf(recorded), repeats))).toEqual(texts);
		expect(said(await run(await replayOf(recorded), { ...repeats, seed: 99 }))).toEqual(texts);
		expect(said(await run(await replayOf([...recorded].reverse()), repeats))).toEqual(texts);
	});

	it('gives recorded events again where the log has no template', async () => {
		const recorded = await run(scriptedModel(script));
		const model = await replayOf(recorded, {});
		expect(model.kind).toBe('chat');
		const replayed = await run(model, { policy: 'discard' });
		expect(replayed.map(({ scores }) => scores)).toEqual(recorded.map(({ scores }) => scores));
		expect(replayed[0]?.transcript.generations.map(({ events }) => events)).toEqual(
			recorded[0]?.transcript.generations.map(({ events }) => events),
		);
	});

	it('does not wait out a recorded hour when it is aborted in real time', async () => {
		const [sample] = await run(scriptedModel(script));
		if (sample === undefined) throw new Error('a sample was recorded');
		const [first] = sample.timings.generations;
		const slow = {
			...sample,
			timings: { ...sample.timings, generations: [{ ...first, pieceAtMs: Array(6).fill(3.6e6) }] },
		};
		const model = await replayOf([slow as SampleResult], { template }, true);
		const over = new AbortController();
		const chosen = runSettingsFixture({ deadlineMs: 1e9 });
		const samples = evaluatePlan({
			plan: planOf(chosen),
			openConversation: (options) => openConversation(model, 'gemma4', options),
			app: appDouble(),
			settings: chosen,
			signal: over.signal,
		});
		const next = samples.next();
		setImmediate(() => over.abort());
		expect(await next).toEqual({ value: undefined, done: true });
	});

	it('has nothing more to say once it is disposed of', async () => {
		const model = await replayOf(await run(scriptedModel(script)));
		await model.dispose();
		const error: unknown = await run(model).catch((thrown: unknown) => thrown);
		expect((error as Error).cause).toBeInstanceOf(EngineError);
	});

	it('says what to name where there is no recording', async () => {
		await expect(replayRunner.load({ model: join(folder, 'none') })).rejects.toMatchObject({
			failure: 'model-missing',
		});
		await expect(replayRunner.load({ model: '' })).rejects.toMatchObject({ hint: expect.stringContaining('--model') });
	});
});
