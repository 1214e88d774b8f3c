import { describe, expect, it } from 'vitest';
import type { CompletionEvent, CompletionRequest } from './completer.ts';
import type { ConversationOptions } from './conversation.ts';
import type { GenerationEvent, GenerationRecord } from './generation.ts';
import { timelyCompleter } from './timely-completer.ts';
import { timelyConversation } from './timely-conversation.ts';

const GRACE_MS = 5;
const never = new Promise<never>(() => undefined);
const said = { type: 'pieces', pieces: [{ text: 'a', atMs: 1 }] } as const;
const end: CompletionEvent = {
	type: 'end',
	finish: { unified: 'stop', raw: 'eos' },
	usage: {},
	source: 'wall-clock',
	totalMs: 2,
};

describe('timelyCompleter', () => {
	const silent = timelyCompleter(
		{
			async *complete() {
				yield said;
				await never;
			},
		},
		GRACE_MS,
	);

	it('passes on what comes in time', async () => {
		const completer = timelyCompleter({
			async *complete() {
				yield said;
				yield end;
			},
		});
		expect(await Array.fromAsync(completer.complete(request({ deadlineMs: 60_000 })))).toEqual([said, end]);
	});

	it('ends a completer that stays silent past its deadline', async () => {
		const events = await Array.fromAsync(silent.complete(request({ deadlineMs: 10 })));
		expect(events).toEqual([
			said,
			expect.objectContaining({ type: 'end', finish: { unified: 'deadline', raw: 'silent engine' } }),
		]);
	});

	it('ends a completer that does not mind an abort', async () => {
		const signal = AbortSignal.timeout(10);
		const events = await Array.fromAsync(silent.complete(request({ deadlineMs: 60_000, signal })));
		expect(events.at(-1)).toMatchObject({ finish: { unified: 'aborted' } });
	});

	it('throws what the completer throws', async () => {
		const failing = timelyCompleter({
			complete: () => {
				throw new Error('gone');
			},
		});
		await expect(Array.fromAsync(failing.complete(request({})))).rejects.toThrow('gone');
	});
});

describe('timelyConversation', () => {
	const text: GenerationEvent = { type: 'text', text: 'a', atMs: 1 };

	it('ends a generation that stays silent, records it once, and has no next one', async () => {
		const records: GenerationRecord[] = [];
		const conversation = timelyConversation(
			() => ({
				async *sendChatTurn() {
					yield text;
					await never;
				},
			}),
			{
				deadlineMs: 10,
				onGeneration: (record) => void records.push(record),
			} as Partial<ConversationOptions> as ConversationOptions,
			GRACE_MS,
		);
		const events = await Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'x' }));
		expect(events).toEqual([
			text,
			expect.objectContaining({ type: 'end', finish: { unified: 'deadline', raw: 'silent engine' } }),
		]);
		expect(records).toEqual([expect.objectContaining({ pieces: ['a'], events: [text] })]);
		const next = Array.fromAsync(conversation.sendChatTurn({ type: 'user', text: 'y' }));
		await expect(next).rejects.toThrow('has not ended its last generation');
	});
});

function request(given: Partial<CompletionRequest>): CompletionRequest {
	const sampling = { temperature: 0, seed: 1 };
	return { parts: [], sharedChars: 0, stop: [], maxTokens: 8, sampling, deadlineMs: 1000, ...given };
}
