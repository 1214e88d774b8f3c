import type { ChatMessage, FrameCandidate, GenerationRecord } from '../../src/index.ts';

/** The suggestion as a conversation that people can read: the wish, what the model wrote, what the app would show. */
export function suggestionMessages(
	wish: string,
	generations: readonly GenerationRecord[],
	shown: readonly FrameCandidate[],
): readonly ChatMessage[] {
	const messages: ChatMessage[] = [{ role: 'user', text: wish }];
	let text = '';
	const speak = (): void => {
		if (text.trim() !== '') messages.push({ role: 'model', text: text.trim() });
		text = '';
	};
	for (const event of generations.flatMap((generation) => generation.events)) {
		if (event.type === 'text') text += event.text;
		if (event.type === 'call') {
			speak();
			const frames = shown.map(({ level, framedText }) => ({ level, framed_text: framedText }));
			messages.push({ role: 'tool-call', call: event.call, result: { type: 'ok', data: { shown: frames } } });
		}
		if (event.type === 'malformed') {
			speak();
			messages.push({ role: 'malformed-call', reason: event.reason, raw: event.raw });
		}
	}
	speak();
	return messages;
}
