import { describe, expect, it } from 'vitest';
import { missingEvidence } from '../../src/eval/evidence/turn-evidence.ts';
import { splitGeneration } from '../../src/eval/sample.ts';
import type { UnscoredCause } from '../../src/eval/score.ts';
import { turnOf } from '../../src/eval/turn.ts';
import { FINISH_WORDS, type GenerationRecord } from '../../src/model/generation.ts';
import type { LoadedModel } from '../../src/model/runner.ts';
import {
	type Answer,
	events,
	type ScriptedServer,
	startScriptedServer,
} from '../../src/testing/doubles/scripted-server.ts';
import { createOpenAiRunner } from './index.ts';

let server: ScriptedServer | undefined;

async function load(answer: Answer): Promise<Extract<LoadedModel, { kind: 'chat' }>> {
	server = await startScriptedServer({ '/v1/chat/completions': answer });
	const model = await createOpenAiRunner({}, []).load({ model: 'gemma', baseUrl: server.url });
	if (model.kind !== 'chat') throw new Error('not a chat model');
	return model;
}

async function say(model: Extract<LoadedModel, { kind: 'chat' }>): Promise<GenerationRecord> {
	const records: GenerationRecord[] = [];
	const conversation = model.openConversation({
		system: '코치',
		tools: [{ name: 'search', description: '찾는다', parameters: { type: 'object' } }],
		sampling: { temperature: 0, seed: 1 },
		maxTokens: 16,
		deadlineMs: 5000,
		reading: 'lenient',
		onGeneration: (made) => records.push(made),
	});
	await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: '잠' }));
	const [record] = records;
	if (record === undefined) throw new Error('no record');
	return record;
}

async function causeOf(record: GenerationRecord): Promise<UnscoredCause | undefined> {
	const { generation } = await splitGeneration(record);
	return missingEvidence(turnOf({ generations: [generation], facts: {} }), 'first-call');
}

const said = (content: string, finish?: string): object => ({
	choices: [{ delta: { content }, finish_reason: finish ?? null }],
});
const FILTERED = { finish_reason: 'content_filter' };
const ended = (sent: object): object => ({
	choices: [{ delta: { content: '습관을 하나씩 골라 볼게요.' }, finish_reason: 'stop', ...sent }],
});
const called = (name: string | undefined, text = '{}', finish?: string): object => ({
	choices: [
		{ delta: { tool_calls: [{ index: 0, function: { name, arguments: text } }] }, finish_reason: finish ?? null },
	],
});
const counted = (tokens: number): object => ({
	choices: [],
	usage: { prompt_tokens: 9, completion_tokens: tokens },
});

describe('an answer ends', () => {
	it.each<[UnscoredCause | undefined, string, readonly unknown[]]>([
		[
			'cut-length',
			'with as many tokens as were allowed, though its server says stop',
			[said('습관을', 'stop'), counted(16)],
		],
		[undefined, 'with one token fewer', [said('습관을 하나씩 골라 볼게요.', 'stop'), counted(15)]],
		[undefined, 'at the limit, after a call that is whole', [called('search', '{}', 'tool_calls'), counted(16)]],
		['cut-length', 'twice, and the second time says stop', [said('습관을', 'length'), said('', 'stop'), counted(4)]],
		[
			'cut-length',
			"at vLLM's stop_reason, a word that was not requested",
			[ended({ stop_reason: '주차' }), counted(4)],
		],
		['cut-length', "at SGLang's matched_stop, such a word", [ended({ matched_stop: '주차' }), counted(4)]],
		[undefined, 'at an id, or at the end of the turn', [ended({ stop_reason: 106, matched_stop: '<end_of_turn>' })]],
		['cut-length', "at its provider's limit", [ended({ native_finish_reason: 'MAX_TOKENS' }), counted(4)]],
		[undefined, 'as an unknown word of its provider', [ended({ native_finish_reason: 'PAUSED' })]],
		['refused-by-server', 'by a filter of its provider', [ended({ ...FILTERED, native_finish_reason: 'SAFETY' })]],
		[undefined, "as its provider's own word for that", [ended({ native_finish_reason: 'STOP' })]],
		[undefined, "with Gemini's own word for that", [said('습관을 하나씩 골라 볼게요.', 'STOP'), counted(9)]],
		['cut-length', "with Gemini's own word for its limit", [said('습관을', 'MAX_TOKENS'), counted(16)]],
		['cut-length', "with Anthropic's", [said('습관을', 'max_tokens'), counted(16)]],
		['refused-by-server', 'twice, first by a filter', [said('물', 'content_filter'), said('', 'stop')]],
	])('%s: %s', async (cause, _title, streamed) => {
		expect(await causeOf(await say(await load(events([...streamed, '[DONE]']))))).toBe(cause);
	});

	it.each<[string, (write: (text: string) => void) => void]>([
		['an event of that name', (write) => write('event: error\ndata: {"message":"upstream gone","code":502}\n\n')],
		['one that is no JSON', (write) => write('event: error\ndata: upstream gone\n\n')],
		['an object of that name', (write) => write('data: {"object":"error","message":"upstream gone"}\n\n')],
	])('with %s as a failure, also after its end', async (_title, writeError) => {
		const model = await load((response, body, attempt) => {
			if (attempt < 1) return events([said('a'), '[DONE]'])(response, body, attempt);
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(`data: ${JSON.stringify(said('습관부터 골라', 'stop'))}\n\n`);
			writeError((text) => response.write(text));
			response.end(`data: ${JSON.stringify(said('', 'stop'))}\n\ndata: [DONE]\n\n`);
		});
		const failed = await say(model).catch((error: unknown) => error);
		expect(failed).toMatchObject({ failure: 'generation-failed', said: { code: 'server.failed' } });
	});
});

describe('a call', () => {
	it.each([
		[32, 'call'],
		[33, 'malformed'],
		[5000, 'malformed'],
	])('with arguments %d levels deep has a %s', async (levels, type) => {
		const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
		const { events: read } = await say(await load(events([called('search', deep, 'tool_calls'), '[DONE]'])));
		expect(read[0]).toHaveProperty('type', type);
	});

	it('without a name is a fault of the server, and no path B', async () => {
		const record = await say(await load(events([called(undefined), called('', '', 'tool_calls'), '[DONE]'])));
		expect(record).toMatchObject({ events: [{ type: 'end' }], finish: { raw: FINISH_WORDS.missingName } });
		expect(await causeOf(record)).toBe('swallowed-by-engine');
	});

	it('has its name once, where the server repeats it and where it comes in parts', async () => {
		const repeated = [called('search', '{"a"'), called('search', ':1'), called('search', '}', 'tool_calls')];
		const parts = [called('sea', ''), called('rch', '{"a":1}', 'tool_calls')];
		for (const streamed of [repeated, parts]) {
			const { events: read } = await say(await load(events([...streamed, '[DONE]'])));
			expect(read[0]).toMatchObject({ type: 'call', call: { name: 'search', arguments: { a: 1 } } });
		}
	});
});

describe('a server with a fingerprint', () => {
	it('leaves its fingerprint with each generation', async () => {
		const sent = { ...said('네.', 'stop'), system_fingerprint: 'fp_a' };
		const { generation } = await splitGeneration(await say(await load(events([sent, '[DONE]']))));
		expect(generation.systemFingerprint).toBe('fp_a');
	});
});
