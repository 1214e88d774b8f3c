import type { JsonObject } from '../../base/json.ts';
import type { CorpusLogger } from '../../chat/corpus-log.ts';

export type RecordedCorpusEvent =
	| { readonly type: 'user'; readonly text: string }
	| { readonly type: 'chunk'; readonly turn: number; readonly text: string }
	| {
			readonly type: 'call';
			readonly turn: number;
			readonly prefix: string;
			readonly name: string;
			readonly args: JsonObject;
	  }
	| { readonly type: 'end'; readonly error?: string };

/** Double of a {@link CorpusLogger} that keeps its input. */
export class RecordingCorpusLogger implements CorpusLogger {
	readonly events: RecordedCorpusEvent[] = [];

	onUserTurn(text: string): void {
		this.events.push({ type: 'user', text });
	}

	onTextChunk(turn: number, text: string): void {
		this.events.push({ type: 'chunk', turn, text });
	}

	onFunctionCall(turn: number, prefix: string, name: string, args: JsonObject): void {
		this.events.push({ type: 'call', turn, prefix, name, args });
	}

	onTurnEnd(error?: string): void {
		this.events.push({ type: 'end', error });
	}
}
