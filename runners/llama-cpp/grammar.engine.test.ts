import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialectNamed } from '../../src/dialects/dialects.ts';
import { collectCompletion } from '../../src/testing/contract/collect-completion.ts';
import { writeRandomGguf } from '../../src/testing/gguf/random-gguf.ts';
import { createLlamaCppRunner, type LlamaCppModel } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-grammar-'));
const MODEL = join(folder, 'random.gguf');
const TOOL = {
	name: 'log_tracker_entry',
	description: '습관을 기록한다',
	parameters: {
		type: 'object',
		properties: {
			value: { type: 'string', enum: ['done', 'missed', 'blank'] },
			days: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 31 }, maxItems: 3 },
			note: { type: 'string', maxLength: 12 },
		},
		required: ['value'],
	},
};
let model: LlamaCppModel;

beforeAll(async () => {
	writeRandomGguf(MODEL, 'tiny-gemma4');
	model = await createLlamaCppRunner().load({ model: MODEL, threads: 1 });
}, 60_000);

afterAll(async () => {
	await model?.dispose();
	rmSync(folder, { recursive: true });
});

describe('a grammar', () => {
	it('makes even random weights write one strict Gemma 4 call, and end', async () => {
		const dialect = dialectNamed('gemma4');
		const texts = new Set<string>();
		for (let seed = 0; seed < 12; seed++) {
			const { text, end } = await collectCompletion(model.completer, {
				parts: [{ text: '<bos><|turn>user\n오늘 했어<turn|>\n<|turn>model\n' }],
				stop: dialect.stops,
				maxTokens: 300,
				sampling: { temperature: 1.5, seed },
				grammar: dialect.callGrammar(TOOL),
			});
			const parser = dialect.parser('strict');
			const spans = [...parser.push(text), ...parser.end()];
			expect(spans.map((span) => span.type)).toEqual(['call-open', 'call']);
			expect(spans[1]).toMatchObject({ name: 'log_tracker_entry', repairs: [] });
			expect(end.finish.unified).toBe('stop');
			texts.add(text);
		}
		expect(texts.size).toBeGreaterThan(6);
	});

	it('holds for one request only', async () => {
		const request = { parts: [{ text: '<bos>안녕' }], sampling: { temperature: 1, seed: 5 }, maxTokens: 20 };
		const free = await collectCompletion(model.completer, request);
		const bound = await collectCompletion(model.completer, { ...request, grammar: 'root ::= "네"+' });
		expect(bound.text).toMatch(/^네+$/);
		expect((await collectCompletion(model.completer, request)).text).toBe(free.text);
	});

	it('that is none is refused, and the engine lives on', async () => {
		const request = { parts: [{ text: '<bos>안녕' }], maxTokens: 2 };
		await expect(
			collectCompletion(model.completer, { ...request, grammar: 'root ::= (unclosed' }),
		).rejects.toMatchObject({ failure: 'protocol', said: { code: 'engine.grammar-refused' } });
		expect((await collectCompletion(model.completer, request)).pieces).toHaveLength(2);
	});
});
