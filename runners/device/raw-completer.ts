import type { Completer, CompletionEvent, CompletionRequest } from '../../src/index.ts';
import { askApp } from './link/ask-app.ts';
import type { DeviceLink } from './link/device-link.ts';
import { told } from './told/generation-told.ts';
import { usageTold } from './told/usage-told.ts';

/** Continues rendered prompts on the device, one at a time. */
export class DeviceCompleter implements Completer {
	readonly #link: DeviceLink;

	constructor(link: DeviceLink) {
		this.#link = link;
	}

	async *complete(request: CompletionRequest): AsyncGenerator<CompletionEvent, void, undefined> {
		const { parts, signal, deadlineMs, maxTokens, sharedChars, stop, sampling, grammar, ignoreEnd } = request;
		const prompt = parts.map(({ text, tokens }) => ({ text, tokens: tokens && [...tokens] }));
		const asked = { sharedChars, stop: [...stop], maxTokens, sampling, grammar, ignoreEnd, deadlineMs };
		let written = '';
		for await (const part of askApp(
			this.#link,
			{ level: 'raw', prompt, ...asked },
			{ deadlineMs, maxTokens, signal },
		)) {
			if (part.type === 'chunk') {
				const { text, atMs, token } = part;
				written += text;
				yield { type: 'pieces', pieces: [token === undefined ? { text, atMs } : { text, atMs, token }] };
			} else if (part.type === 'over') {
				yield { type: 'end', finish: part.finish, usage: {}, source: 'wall-clock', totalMs: part.totalMs };
			} else if (part.type === 'end') {
				const { prefillMs, atMs } = part;
				const usage = usageTold(part.usage, written, { link: this.#link, maxTokens });
				const finish = told(part.finish === 'tool-call' ? { ...part, finish: 'stop' } : part);
				yield {
					...{ type: 'end', finish, usage, source: 'engine', totalMs: atMs },
					...(prefillMs === undefined ? {} : { prefillMs: Math.min(prefillMs, atMs) }),
				};
			}
			// A raw engine knows no calls: what an app says of them is in the text too.
		}
	}
}
