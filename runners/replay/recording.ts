import { sha256 } from '../../src/base/json.ts';
import type { LoggedGeneration } from '../../src/eval/sample.ts';
import type { Log, LogSample } from '../../src/log/record.ts';

/** One recorded generation with its clocks. */
export interface RecordedGeneration {
	readonly generation: LoggedGeneration;
	readonly timings: LogSample['timings']['generations'][number];
}

/** What identifies a recorded generation. */
interface Wanted {
	/** Prompt of the conversation's first generation. */
	readonly firstPrompt: string;
	/** The whole prompt. */
	readonly prompt: string;
	/** 0-based number of the generation in its conversation. */
	readonly index: number;
	/** What the model wrote so far in this conversation. */
	readonly written: readonly string[];
	readonly seed: number;
	readonly constrained: boolean;
}

/** The generations of a log, found by their prompt. */
export class Recording {
	readonly #samples: readonly LogSample[];
	readonly #byPrompt = new Map<string, Place[]>();
	/** How often a prompt was asked: recorded repeats are given in their order. */
	readonly #asked = new Map<string, number>();

	constructor(log: Log) {
		this.#samples = log.samples;
		for (const sample of log.samples) {
			for (const [index, { promptSha256 }] of sample.transcript.generations.entries()) {
				if (promptSha256 === undefined) continue;
				const places = this.#byPrompt.get(promptSha256) ?? [];
				places.push({ sample, index });
				this.#byPrompt.set(promptSha256, places);
			}
		}
	}

	/** Whether constrained decoding was recorded. */
	get constrained(): boolean {
		return this.#samples.some(isConstrained);
	}

	/**
	 * The stream of the same prompt: of the same seed where there is one, else the recorded repeats in turn. A prompt
	 * that another dialect or system text has changed is found by its place: the sample of the same seed whose words it
	 * holds and whose earlier generations said the same.
	 */
	async find(wanted: Wanted): Promise<RecordedGeneration | undefined> {
		const hash = await sha256(wanted.prompt);
		const same = this.#placesOf(hash, wanted);
		const [first] = same.filter(({ sample }) => sample.seed === wanted.seed);
		if (first !== undefined) return recordedAt(first);
		if (same.length > 0) return recordedAt(same[this.#turnOf(hash) % same.length]);
		const firstHash = wanted.index === 0 ? hash : await sha256(wanted.firstPrompt);
		// The conversation is a recorded one until here, and has left it: what is recorded answered something else.
		if (this.#placesOf(firstHash, { ...wanted, index: 0 }).length > 0) return undefined;
		return recordedAt(this.#placeInRun(wanted));
	}

	/** The recorded conversation of a user turn, for engines that render by themselves. */
	conversation(text: string, seed: number, constrained: boolean): LogSample | undefined {
		const said = text.normalize('NFC');
		const same = this.#samples.filter(
			(sample) => isConstrained(sample) === constrained && inputOf(sample)?.normalize('NFC') === said,
		);
		if (same.length > 0) return same.find((sample) => sample.seed === seed) ?? same[this.#turnOf(said) % same.length];
		// A suite may put the sample's words into a longer prompt.
		return this.#samples.find((sample) => {
			const input = inputOf(sample)?.normalize('NFC');
			return (
				sample.seed === seed && isConstrained(sample) === constrained && input !== undefined && said.includes(input)
			);
		});
	}

	#placesOf(hash: string, { index, constrained }: Wanted): readonly Place[] {
		const places = this.#byPrompt.get(hash) ?? [];
		return places.filter((place) => place.index === index && isConstrained(place.sample) === constrained);
	}

	#placeInRun({ firstPrompt, index, written, seed, constrained }: Wanted): Place | undefined {
		const prompt = firstPrompt.normalize('NFC');
		const sample = this.#samples.find((candidate) => {
			const input = inputOf(candidate);
			if (candidate.seed !== seed || isConstrained(candidate) !== constrained || input === undefined) return false;
			const said = candidate.transcript.generations.slice(0, index).map(({ pieces }) => pieces.join(''));
			return prompt.includes(input.normalize('NFC')) && written.every((text, at) => text === said[at]);
		});
		return sample && { sample, index };
	}

	#turnOf(key: string): number {
		const turn = this.#asked.get(key) ?? 0;
		this.#asked.set(key, turn + 1);
		return turn;
	}
}

interface Place {
	readonly sample: LogSample;
	readonly index: number;
}

export function recordedAt(place: Place | undefined): RecordedGeneration | undefined {
	const generation = place?.sample.transcript.generations[place.index];
	const timings = place?.sample.timings.generations[place.index];
	return generation === undefined || timings === undefined ? undefined : { generation, timings };
}

function isConstrained({ variant }: LogSample): boolean {
	return variant === 'constrained';
}

function inputOf({ sample }: LogSample): string | undefined {
	return typeof sample.input === 'string' ? sample.input : undefined;
}
