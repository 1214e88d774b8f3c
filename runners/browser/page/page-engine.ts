import type { EngineFailure, LoadProgress } from '../../../src/index.ts';
import type { PageGenerated, PageLoaded, PageLoadRequest, PagePiece, PageRequest } from '../page-protocol.ts';

/** What a generation tells while it runs. */
export interface GenerationSink {
	/** One token's text; '' for a token that only begins a character. */
	piece(text: string, as?: PagePiece['as']): void;
	/** The engine works, without anything to show yet. */
	alive(): void;
}

/** What is left to say at the end; the harness adds the time. */
export type Generated = Omit<PageGenerated, 'totalMs'>;

/** An engine as the harness drives it: one model, one generation at a time. */
export interface PageEngine {
	load(request: PageLoadRequest, onProgress: (progress: LoadProgress) => void): Promise<PageLoaded>;
	/** Ends soon after `signal`, with finish `aborted`. */
	generate(request: PageRequest, sink: GenerationSink, signal: AbortSignal): Promise<Generated>;
	dispose(): Promise<void>;
}

/** A failure whose kind is known. */
export class PageFailure extends Error {
	readonly failure: EngineFailure;

	constructor(failure: EngineFailure, message: string) {
		super(message);
		this.name = 'PageFailure';
		this.failure = failure;
	}
}
