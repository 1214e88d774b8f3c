import { EVENT_BINDING, type PageEvent, type PageEventBody, type PagePiece } from '../page-protocol.ts';

const BATCH_MS = 30;

/** Sends events through the one binding, in order; pieces wait for each other up to 30 ms. */
export class EventOutbox {
	#seq = 0;
	#run = -1;
	#pieces: PagePiece[] = [];
	#timer: ReturnType<typeof setTimeout> | undefined;
	#sent: Promise<unknown> = Promise.resolve();

	send(run: number, body: PageEventBody): void {
		this.#flushPieces();
		this.#post({ run, seq: this.#seq++, t: performance.now(), ...body });
	}

	piece(run: number, piece: PagePiece): void {
		if (run !== this.#run) this.#flushPieces();
		this.#run = run;
		this.#pieces.push(piece);
		this.#timer ??= setTimeout(() => this.#flushPieces(), BATCH_MS);
	}

	/** Resolves when everything has been received. */
	async flush(): Promise<void> {
		this.#flushPieces();
		await this.#sent;
	}

	#flushPieces(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#pieces.length === 0) return;
		const pieces = this.#pieces;
		this.#pieces = [];
		this.#post({ run: this.#run, seq: this.#seq++, t: performance.now(), type: 'delta', pieces });
	}

	#post(event: PageEvent): void {
		const binding = (globalThis as unknown as Record<string, unknown>)[EVENT_BINDING] as (
			event: PageEvent,
		) => Promise<unknown>;
		this.#sent = Promise.allSettled([this.#sent, binding(event)]);
	}
}
