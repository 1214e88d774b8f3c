import type { LogSample } from '../../src/index.ts';
import type { Locale } from '../locale/locale.ts';
import { plainSteps } from '../page/conversation/plain-steps.ts';
import { html, type Markup } from '../page/markup.ts';

const STEP_CHARS = 1000;

/** Conversations shown side by side; collects the samples that the page has to embed, each once. */
export class PairedTranscripts {
	readonly samples: LogSample[] = [];
	readonly #places: Map<LogSample, number> = new Map();
	readonly #locale: Locale;

	constructor(locale: Locale) {
		this.#locale = locale;
	}

	pair(...runs: readonly (readonly [name: string, sample: LogSample])[]): Markup {
		return html`<div class="pair">${runs.map(
			([name, sample]) =>
				html`<div class="side"><p class="sidename">${name}</p><div class="body" data-sample="${this.#place(sample)}">${plainSteps(sample, STEP_CHARS, this.#locale)}</div></div>`,
		)}</div>`;
	}

	#place(sample: LogSample): number {
		const known = this.#places.get(sample);
		if (known !== undefined) return known;
		this.#places.set(sample, this.samples.length);
		return this.samples.push(sample) - 1;
	}
}
