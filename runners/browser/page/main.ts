import { EventOutbox } from './event-outbox.ts';
import { Harness } from './harness.ts';
import type { PageEngine } from './page-engine.ts';

/** Puts the harness of an engine on the window. Called once, by the document. */
export async function start(name: string): Promise<void> {
	const outbox = new EventOutbox();
	addEventListener('error', (event) => outbox.send(-1, { type: 'page-error', message: String(event.message) }));
	addEventListener('unhandledrejection', (event) =>
		outbox.send(-1, { type: 'page-error', message: String(event.reason) }),
	);
	Object.assign(globalThis, { harness: new Harness(await createEngine(name), outbox) });
	outbox.send(-1, { type: 'page-ready' });
}

async function createEngine(name: string): Promise<PageEngine> {
	switch (name) {
		case 'wllama':
			return new (await import('./wllama-engine.ts')).WllamaEngine();
		case 'web-llm':
			return new (await import('./web-llm-engine.ts')).WebLlmEngine();
		case 'litert-lm':
			return new (await import('./litert-lm-engine.ts')).LiteRtLmEngine();
		default:
			throw new Error(`no such engine: ${name}`);
	}
}
