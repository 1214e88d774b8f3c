import { expect, it } from 'vitest';
import type { LoggedGeneration } from '../../eval/sample.ts';
import { runOf, sampleOf } from '../compare/compared-run-fixture.ts';
import type { SummarizedRun } from '../notices.ts';
import { paritiesOf } from './parity.ts';

const CALL = { id: 'call-0', name: 'add_habit', arguments: { title: '물' } };
const MODELS_FORM = '<|tool_call>call:add_habit{title:<|"|>물<|"|>}<tool_call|>';
const ENGINES_FORM = '{"type":"function","function":{"name":"add_habit","arguments":{"title":"물"}}}';

/** A text in pieces, then a call as the model wrote it, or as an engine that reads calls itself has it. */
function answered(pieces: readonly string[], raw: string): Partial<LoggedGeneration> {
	return {
		pieces: [...pieces, raw],
		events: [
			{ type: 'text', text: pieces.join('') },
			{ type: 'call', call: { ...CALL, raw } },
		],
		finish: { unified: 'tool-call', raw: '' },
	};
}

function engineRun(name: string, runner: string, raw: string, texts: readonly (readonly string[])[]): SummarizedRun {
	const samples = texts.map((pieces, place) => {
		const sample = sampleOf(`p${place}`, true);
		const generations = sample.transcript.generations.map((one) => ({
			...one,
			promptSha256: undefined,
			...answered(pieces, raw),
		}));
		return { ...sample, transcript: { ...sample.transcript, generations } };
	});
	return runOf(samples, { model: { name, sha256: name, miniature: true }, engine: { runner, backend: 'cpu' } });
}

const texts = [
	['좋', '아요.'],
	['물을 ', '추가', '해요.'],
];
const gguf = engineRun('mini-f16.gguf', 'llama-cpp', MODELS_FORM, texts);

it('the same weights in two formats answer the same where texts and calls are, however an engine writes a call', () => {
	const litert = engineRun('mini-f16.litertlm', 'litert-lm', ENGINES_FORM, [
		['좋아', '요.'],
		['물을 ', '추가', '해요.'],
	]);
	const [parity, ...others] = paritiesOf([gguf, litert], ['F16', 'F16']);
	expect(others).toEqual([]);
	expect(parity).toMatchObject({ same: 'yes', compared: 2, equal: 2, tokens: [] });
	expect(parity?.samples.map(({ sampleId, calls, words, token }) => [sampleId, calls, words, token])).toEqual([
		['p0', true, true, undefined],
		['p1', true, true, undefined],
	]);
});

it('names the first token that differs, prompt by prompt, and whether the calls do', () => {
	const other = engineRun('mini-f16.litertlm', 'litert-lm', ENGINES_FORM, [
		['좋', '아요.'],
		['물을 ', '넣', '어요.'],
	]);
	const [parity] = paritiesOf([gguf, other], ['F16', 'F16']);
	expect(parity?.samples).toMatchObject([
		{ calls: true, words: true },
		{ sampleId: 'p1', calls: true, words: false, token: 1 },
	]);
});

it('compares no other weights of the same format', () => {
	const other = engineRun('mini-q8.litertlm', 'litert-lm', ENGINES_FORM, texts);
	const renamed = {
		...gguf,
		header: {
			...gguf.header,
			model: { ...gguf.header.model, sha256: 'b' },
			engine: { runner: 'wllama', backend: 'cpu' },
		},
	};
	expect(paritiesOf([gguf, other, renamed], ['', '', ''])).toEqual([]);
});
