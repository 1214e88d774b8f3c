import type { PiecesMessage } from '../protocol.ts';
import type { TimedPiece } from './stop-scanner.ts';

/** A message costs the engine as much as a small model's token: pieces go out together. */
const SEND_EVERY_MS = 50;

/** Pieces on their way to the parent. */
export class PieceBatch {
	readonly #id: number;
	readonly #send: (message: PiecesMessage) => void;
	#tokens: number[] = [];
	#texts: string[] = [];
	#atMs: number[] = [];
	#sentAt = Number.NEGATIVE_INFINITY;
	#count = 0;

	constructor(id: number, send: (message: PiecesMessage) => void) {
		this.#id = id;
		this.#send = send;
	}

	/** Pieces so far. */
	get count(): number {
		return this.#count;
	}

	add(pieces: readonly TimedPiece[]): void {
		for (const piece of pieces) {
			this.#tokens.push(piece.token);
			this.#texts.push(piece.text);
			this.#atMs.push(piece.atMs);
			this.#count++;
		}
	}

	/** Appends text to the last piece, which must not have been sent. */
	completeLast(text: string): void {
		const last = this.#texts.length - 1;
		if (last >= 0) this.#texts[last] += text;
	}

	/** The first piece goes out at once, the others in company. */
	flushWhenDue(now: number): void {
		if (now - this.#sentAt < SEND_EVERY_MS) return;
		this.#sentAt = now;
		this.flush();
	}

	flush(): void {
		if (this.#tokens.length === 0) return;
		this.#send({ type: 'pieces', id: this.#id, tokens: this.#tokens, texts: this.#texts, atMs: this.#atMs });
		this.#tokens = [];
		this.#texts = [];
		this.#atMs = [];
	}
}
