import { createHash } from 'node:crypto';

/** One recorded or scripted generation of a raw engine. Absent: the engine does not report it. */
export interface Played {
	readonly pieces: readonly string[];
	readonly tokens?: readonly number[];
	/** Unified word and the engine's own word (default: `stop`). */
	readonly finish?: readonly [unified: string, raw: string];
	readonly promptTokens?: number;
	readonly outputTokens?: number;
}

/** A script's answer: the words, split into pieces as an engine would send them, or the failure that the engine ends with. */
export type Scripted =
	| string
	| (Omit<Played, 'pieces'> & { readonly text: string })
	| { readonly fails: string; readonly message: string };

/** Generations by {@link promptKey}, and scripts by a text that only the prompts of one sample contain. */
export interface Recording {
	readonly generations?: Readonly<Record<string, Played>>;
	readonly script?: Readonly<Record<string, readonly Scripted[]>>;
	/** What `confirm()` answers, in order; the last answer stays. Absent: the model has no `confirm`. */
	readonly confirms?: readonly ('yes' | 'unknown' | 'other')[];
}

/** Identifies a request by all that an engine's answer depends on; the seed counts with a temperature alone. */
export function promptKey(prompt: string, sampling: { temperature: number; seed: number }, grammar?: string): string {
	const seed = sampling.temperature === 0 ? '' : `${sampling.temperature} ${sampling.seed}`;
	return createHash('sha256')
		.update(`${prompt}\0${grammar ?? ''}\0${seed}`)
		.digest('hex')
		.slice(0, 16);
}

/** Words, control tokens and brackets apart; joined, the text again. */
export function piecesOf(text: string): readonly string[] {
	return text.match(/<[^<>\s]*>|\s*[^\s<>{}:]+|[\s<>{}:]/gu) ?? [];
}

/** The scripted answers of a prompt, one after another and then from the first again. */
export class Script {
	readonly #answers: readonly (readonly [string, readonly Scripted[]])[];
	readonly #asked = new Map<string, number>();

	constructor(script: Readonly<Record<string, readonly Scripted[]>> = {}) {
		this.#answers = Object.entries(script);
	}

	next(prompt: string): Scripted | undefined {
		const found = this.#answers.find(([part]) => prompt.includes(part));
		if (found === undefined) return undefined;
		const [part, answers] = found;
		const asked = this.#asked.get(part) ?? 0;
		this.#asked.set(part, asked + 1);
		return answers[asked % answers.length];
	}
}
