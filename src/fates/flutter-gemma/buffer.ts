import { FLUTTER_GEMMA_BUFFER } from '../../dialects/flutter-gemma.ts';
import type { FateCall } from '../engine-answer.ts';
import type { FlutterGemmaFormat } from './format.ts';
import { parsedObject } from './json.ts';

/** What a token brings about: words shown at once, words that were held back first, or calls. */
export type BufferOutcome =
	| { readonly type: 'token' | 'held-back'; readonly text: string }
	| { readonly type: 'calls'; readonly raw: string; readonly calls: readonly FateCall[] };

/** flutter_gemma's search for calls in streamed text: it begins only where one token, trimmed, begins like one. */
export class FlutterGemmaBuffer {
	readonly #format: FlutterGemmaFormat;
	#held = '';

	constructor(format: FlutterGemmaFormat) {
		this.#format = format;
	}

	push(token: string): BufferOutcome | undefined {
		if (this.#held === '') {
			if (token.trim() === this.#format.hidden) return undefined;
			if (!this.#format.begins(token)) return { type: 'token', text: token };
			this.#held = token;
			return undefined;
		}
		this.#held += token;
		if (this.#format.isComplete(this.#held)) return this.#release();
		return this.#held.length > FLUTTER_GEMMA_BUFFER ? this.#release() : undefined;
	}

	end(): BufferOutcome | undefined {
		return this.#held === '' ? undefined : this.#release();
	}

	#release(): BufferOutcome {
		const raw = this.#held;
		this.#held = '';
		if (!this.#format.isComplete(raw)) return { type: 'held-back', text: raw };
		const message = parsedObject(raw)?.message;
		// JSON with a `message` is shown as that message.
		if (typeof message === 'string') return { type: 'held-back', text: message };
		const calls = this.#format.calls(raw);
		return calls.length > 0 ? { type: 'calls', raw, calls } : { type: 'held-back', text: raw };
	}
}
