import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';

/** What an engine that renders and reads by itself, such as LiteRT-LM in a browser, reported of one generation. */
interface ReportedGeneration {
	readonly events: readonly (
		| { readonly text: string }
		| { readonly thinking: string }
		| ToldCall
		| { readonly malformed: string }
	)[];
	readonly finish?: readonly [unified: string, raw: string];
	readonly usage?: object;
}
interface ToldCall {
	readonly call: string;
	readonly arguments: object;
}
/** By the user's words, one for each generation of the turn. */
type Reported = Readonly<Record<string, readonly ReportedGeneration[]>>;

interface Input {
	readonly type: string;
	readonly text?: string;
}
interface ConversationOptions {
	readonly onGeneration?: (record: object) => void;
}

/** A chat-only runner of the public interface that plays what a browser engine reported. */
export const chatPlayer: object = {
	name: 'golden-chat',
	modelSource: 'name',
	options: z.strictObject({ recording: z.string().describe('JSON file of what the engine reported') }),
	load({ model, recording }: { model: string; recording: string }): object {
		const reported: Reported = JSON.parse(readFileSync(recording, 'utf8'));
		return {
			kind: 'chat',
			identity: { name: model, miniature: false },
			engine: { runner: 'golden-chat', version: '1' },
			loadMs: 1,
			openConversation: (options: ConversationOptions) => conversation(reported, options),
			peakRssBytes: async () => undefined,
			dispose: async () => {},
		};
	},
};

function conversation(reported: Reported, { onGeneration }: ConversationOptions): object {
	let asked = '';
	let generation = 0;
	let calls = 0;
	return {
		async *sendChatTurn(input: Input) {
			generation = input.type === 'user' ? 0 : generation + 1;
			asked = input.text ?? asked;
			const { events, finish, usage = {} } = reported[asked]?.[generation] ?? { events: [] };
			const started = performance.now();
			const yielded: object[] = [];
			const pieces: string[] = [];
			const pieceAtMs: number[] = [];
			for (const event of events) {
				const atMs = performance.now() - started;
				if ('text' in event) {
					pieces.push(event.text);
					pieceAtMs.push(atMs);
				}
				yielded.push(eventOf(event, atMs, () => `call-${calls++}`));
				yield yielded.at(-1);
			}
			await setImmediate();
			const called = events.some((event) => 'call' in event);
			const [unified, raw] = finish ?? [called ? 'tool-call' : 'stop', 'eos'];
			const timings = { source: 'wall-clock', totalMs: performance.now() - started };
			const end = { type: 'end', finish: { unified, raw }, usage, timings };
			yielded.push(end);
			onGeneration?.({ pieces, pieceAtMs, events: yielded, finish: end.finish, usage, timings });
			yield end;
		},
	};
}

function eventOf(event: ReportedGeneration['events'][number], atMs: number, id: () => string): object {
	if ('text' in event) return { type: 'text', text: event.text, atMs };
	if ('thinking' in event) return { type: 'thinking', text: event.thinking, atMs };
	if ('malformed' in event) return { type: 'malformed', reason: 'bad-arguments', raw: event.malformed, atMs };
	const { call: name, arguments: given } = event;
	return { type: 'call', call: { id: id(), name, arguments: given, raw: `${name}${JSON.stringify(given)}` }, atMs };
}
