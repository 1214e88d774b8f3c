import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { habitCoach } from '../../app/habit-coach/index.ts';
import { type LlamaCppModel, llamaCppRunner } from '../../runners/llama-cpp/index.ts';
import { openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import type { GenerationEvent } from '../../src/model/generation.ts';
import { declareTool } from '../../src/tool/declaration.ts';

describe('bundled miniature in llama.cpp', () => {
	let model: LlamaCppModel;

	beforeAll(async () => {
		model = await llamaCppRunner.load({
			model: join(import.meta.dirname, '../../models/mini', 'mini-q8_0.gguf'),
			threads: 2,
		});
	});

	afterAll(async () => {
		await model.dispose();
	});

	it('is recognized as the miniature', () => {
		expect(model.identity.miniature).toBe(true);
	});

	it('asks for the habit list when a user wants to see it, in the strict format', async () => {
		const events = await answer('내 습관 뭐뭐 있는지 보여 줄래?');
		const calls = events.filter((event) => event.type === 'call').map(({ call }) => call);
		expect(calls).toMatchObject([{ name: 'list_active_habits', repairs: [] }]);
	});

	it('greets without a call', async () => {
		const events = await answer('안녕, 오늘 처음 왔어');
		expect(events.filter(({ type }) => type === 'call' || type === 'malformed')).toEqual([]);
		expect(events.some(({ type }) => type === 'text')).toBe(true);
	});

	async function answer(text: string): Promise<readonly GenerationEvent[]> {
		const coach = habitCoach();
		const session = coach.open();
		const conversation = openConversation(model, 'gemma4', {
			system: coach.system,
			tools: session.tools.map((tool) => declareTool(tool)),
			sampling: { temperature: 0, seed: 1 },
			maxTokens: 120,
			deadlineMs: 30_000,
			reading: 'strict',
		});
		const events: GenerationEvent[] = [];
		for await (const event of conversation.sendChatTurn({ type: 'user', text })) events.push(event);
		session.close();
		return events;
	}
});
