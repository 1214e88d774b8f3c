import { EventOutbox, harnessOf, type PageEngine } from './harness.ts';

/** Puts the harness of an engine on the window. Called once, by the document. */
export async function start(name: string): Promise<void> {
	const outbox = new EventOutbox();
	const report = (error: unknown): void => outbox.send(-1, { type: 'page-error', text: String(error) });
	addEventListener('error', (event) => report(event.message));
	addEventListener('unhandledrejection', (event) => report(event.reason));
	Object.assign(globalThis, { harness: harnessOf(await createEngine(name), outbox) });
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
