import { describe, expect, it } from 'vitest';
import type { DialogSample } from '../../src/benchmarks/dialog-sample.ts';
import { ownCorpusFile } from '../../src/corpus/corpus-files.ts';
import { loggedSample, type SampleResult } from '../../src/eval/sample.ts';
import { parseRow } from '../../src/eval/scoring/rescore.ts';
import type { ConversationOptions } from '../../src/model/conversation.ts';
import type { ScriptedGeneration } from '../../src/testing/doubles/scripted-conversation.ts';
import { builtSuite } from '../../src/testing/doubles/suite-context-double.ts';
import { evaluateScripted } from '../../src/testing/scripted-evaluation.ts';
import { dialogsSuite } from './index.ts';

const tools = [
	{ name: 'set_alarm', description: '알람', parameters: { type: 'object', properties: { time: { type: 'string' } } } },
];
const call: DialogSample = {
	id: 'call',
	turn: 'call',
	input: '여섯 시 반',
	history: [
		{ role: 'user', content: '알람 맞춰 줘' },
		{ role: 'assistant', content: '몇 시요?' },
	],
	tools,
	expected: [{ tool: 'set_alarm', arguments: { time: '06:30' } }],
};
const slot: DialogSample = {
	id: 'slot',
	turn: 'slot',
	input: '알람 맞춰 줘',
	tools,
	expected: [],
	answer: [['몇 시', '언제']],
};
const completion: DialogSample = {
	id: 'completion',
	turn: 'completion',
	input: '생활비 얼마 남았어?',
	tools,
	expected: [],
	called: [{ tool: 'set_alarm', arguments: { time: '06:30' }, response: { won: 253000 } }],
	answer: [['253000']],
};
const relevance: DialogSample = { id: 'relevance', turn: 'relevance', input: '고마워', tools, expected: [] };
const possible: DialogSample = {
	id: 'possible',
	turn: 'call',
	input: '6:30',
	tools,
	expected: [],
	possible: [{ tool: 'set_alarm', arguments: { time: ['06:30', '6:30'] } }],
};
const any: DialogSample = { id: 'any', turn: 'call', input: '뭐든', tools, expected: [], possible: 'any' };
const corpus = [call, slot, completion, relevance, possible, any];
const suite = await builtSuite<DialogSample>(dialogsSuite({ corpus }));

const alarm = (time: string): ScriptedGeneration => [{ call: 'set_alarm', arguments: { time } }];
const evaluate = (sample: DialogSample, generation: ScriptedGeneration): Promise<SampleResult> =>
	evaluateScripted(suite, sample, [generation]);

describe('dialogsSuite', () => {
	it.each<[DialogSample, ScriptedGeneration]>([
		[call, alarm('06:30')],
		[slot, [{ text: '몇 시에 맞출까요?' }]],
		[completion, [{ text: '253,000원 남았어요.' }]],
		[relevance, [{ text: '천만에요.' }]],
		[possible, alarm('6:30')],
		[any, alarm('')],
	])('takes the right turn for right, by its kind too: $id', async (sample, generation) => {
		const { scores } = await evaluate(sample, generation);
		expect(scores.correct).toEqual({ value: true });
		expect(scores[sample.turn]).toEqual({ value: true });
		expect(Object.keys(scores)).toHaveLength(sample === call ? 3 : sample.turn === 'call' ? 2 : 3);
	});

	it.each<[DialogSample, ScriptedGeneration, string]>([
		[call, alarm('07:30'), 'value_error:string'],
		[call, [{ text: '네' }], 'relevance_error:decoder_failed'],
		[call, [{ malformed: 'call:set' }], 'malformed_call'],
		[call, [...alarm('06:30'), { malformed: 'call:set' }], 'malformed_call'],
		[slot, alarm('09:00'), 'slot_guessed'],
		[slot, [{ text: '알람을 맞췄어요.' }], 'slot_not_asked'],
		[completion, alarm('06:30'), 'called_again'],
		[completion, [{ text: '얼마 안 남았어요.' }], 'result_not_told'],
		[relevance, alarm('06:30'), 'irrelevance_error:decoder_success'],
		[relevance, [{ malformed: 'call:set' }], 'malformed_call'],
		[possible, alarm('6:30\n'), 'value_error:string'],
		[any, [{ text: '네' }], 'relevance_error:decoder_failed'],
	])('says what is wrong with a turn: $0.id, $2', async (sample, generation, reason) => {
		expect((await evaluate(sample, generation)).scores.correct).toMatchObject({ value: false, reason });
	});

	it('says nothing of a turn that was cut', async () => {
		const { scores } = await evaluate(relevance, [{ text: '천만' }, { finish: 'length' }]);
		expect(scores.correct).toMatchObject({ unscored: 'cut-length' });
	});

	it('opens each dialog with its own tools and history, and ends it with the calls that are answered now', async () => {
		const opened: ConversationOptions[] = [];
		for (const sample of [call, completion]) {
			await evaluateScripted(suite, sample, [[{ text: '네' }]], { onOpen: (options) => opened.push(options) });
		}
		expect(opened[0]?.history).toEqual(call.history);
		expect(opened[0]?.tools.map(({ name }) => name)).toEqual(['set_alarm']);
		expect(opened[1]?.history).toMatchObject([
			{ role: 'user', content: completion.input },
			{ role: 'assistant', tool_calls: [{ function: { name: 'set_alarm' } }] },
		]);
	});

	it('groups by the arguments of the call and by the tools that were shown', async () => {
		expect((await evaluate(call, alarm('06:30'))).groups).toEqual({ arguments: '1', tools: '1' });
		expect((await evaluate(slot, [{ text: '언제요?' }])).groups).toEqual({ tools: '1' });
	});

	it('brings every dialog of the corpus back from the log', async () => {
		const files = { corpus: ownCorpusFile('dialogs'), tools: ownCorpusFile('dialog-tools') };
		const own = await builtSuite<DialogSample>(dialogsSuite(files));
		expect(own.samples).toHaveLength(86);
		for (const one of own.samples) expect(parseRow(own, loggedSample(one))).toEqual(one);
		const without = dialogsSuite({ corpus: files.corpus });
		await expect(builtSuite(without)).rejects.toThrow('names a tool that the file of tools does not have');
	});
});
