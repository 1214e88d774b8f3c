import { describe, expect, it } from 'vitest';
import { EngineError } from '../base/errors.ts';
import {
	failingModel,
	frameWish,
	ScriptedStructuredModel,
	suggestOptions,
	threeFrames,
} from '../testing/doubles/scripted-structured-model.ts';
import { FormatError } from './candidates.ts';
import {
	explainSuggestion,
	GenerationTimeoutError,
	NoCallError,
	type StructuredModel,
	type SuggestLogEntry,
	suggestFrame,
} from './suggest.ts';

describe('explainSuggestion', () => {
	it('names the failure behind each kind of error', async () => {
		const failureOf = async (error: unknown): Promise<string | undefined> =>
			(await explainSuggestion(frameWish, suggestOptions(failingModel(error)))).failure;
		expect(await failureOf(new NoCallError())).toBe('no-call');
		expect(await failureOf(new FormatError('unclosed'))).toBe('malformed');
		expect(await failureOf(new GenerationTimeoutError('late'))).toBe('timeout');
		expect(await failureOf(new EngineError('generation-timeout', 'late'))).toBe('timeout');
	});

	it('logs latency and type, never what the user or the prompt said', async () => {
		const entries: SuggestLogEntry[] = [];
		const log = (entry: SuggestLogEntry): number => entries.push(entry);
		await suggestFrame(frameWish, suggestOptions(failingModel(new Error('술 끊고 싶어')), { log }));
		await suggestFrame(frameWish, suggestOptions(new ScriptedStructuredModel(() => ({ foo: 'bar' })), { log }));
		await suggestFrame(
			frameWish,
			suggestOptions(new ScriptedStructuredModel(() => ({ candidates: [{ level: 'L99', framed_text: '술' }] })), {
				log,
			}),
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
		expect((await explainSuggestion(frameWish, suggestOptions(deaf, { timeoutMs: 1 }))).failure).toBe('timeout');
		const controller = new AbortController();
		const outcome = explainSuggestion(frameWish, suggestOptions(deaf, { signal: controller.signal }));
		controller.abort();
		expect((await outcome).failure).toBe('aborted');
		expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
		expect((await explainSuggestion(frameWish, suggestOptions(deaf, { signal: controller.signal }))).failure).toBe(
			'aborted',
		);
		expect(signals).toHaveLength(2);
	});

	it('asks with the text in NFC', async () => {
		const llm = new ScriptedStructuredModel(() => threeFrames);
		await suggestFrame({ ...frameWish, rawText: frameWish.rawText.normalize('NFD') }, suggestOptions(llm));
		expect(llm.prompts[0]).toContain('raw_text: "술 끊고 싶어"');
	});
});
