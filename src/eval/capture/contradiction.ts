import type { CapturedTurn } from './captured-turn.ts';

/**
 * What of a captured turn cannot be true at once, in words: chunks before a call that are not in the text which the call
 * tells as all that came before it. Some of them may be missing (the app held them back), and white space may differ.
 */
export function capturedContradiction({ spoken }: Pick<CapturedTurn, 'spoken'>): string | undefined {
	for (const events of Map.groupBy(spoken, ({ turn }) => turn).values()) {
		const at = events.findIndex(({ t }) => t === 'call');
		const call = events[at];
		if (call?.t !== 'call') continue;
		const chunks = events.slice(0, at).flatMap((event) => (event.t === 'chunk' ? [event.text] : []));
		if (!holdsInOrder(bare(call.prefix), chunks.map(bare))) {
			return `its chunks say '${clipped(chunks.join(''))}', the prefix of its call '${clipped(call.prefix)}'`;
		}
	}
	return undefined;
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
	let from = 0;
	for (const part of parts) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}

function bare(text: string): string {
	return text.normalize('NFC').replace(/\s+/gu, '');
}

function clipped(text: string): string {
	return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
