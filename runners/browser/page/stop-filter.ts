/** Finds a stop text in a stream of pieces, also across pieces. Text that may become one is delayed. */
export class StopFilter {
	readonly #stops: readonly string[];
	#pending: string[] = [];
	#found: string | undefined;

	constructor(stops: readonly string[]) {
		this.#stops = stops.filter((stop) => stop !== '');
	}

	/** The stop text that was found. */
	get found(): string | undefined {
		return this.#found;
	}

	/** Pieces that are certainly output. The last one is cut before a stop text; none follow it. */
	push(piece: string): readonly string[] {
		if (this.#found !== undefined) return [];
		this.#pending.push(piece);
		const text = this.#pending.join('');
		const first = this.#first(text);
		if (first !== undefined) {
			this.#found = first.stop;
			return this.#release(first.at, true);
		}
		return this.#release(text.length - this.#beginning(text), false);
	}

	/** Ends the stream: delayed pieces are output. */
	end(): readonly string[] {
		const rest = this.#found === undefined ? this.#pending : [];
		this.#pending = [];
		return rest;
	}

	#first(text: string): { readonly at: number; readonly stop: string } | undefined {
		return this.#stops
			.map((stop) => ({ at: text.indexOf(stop), stop }))
			.filter(({ at }) => at !== -1)
			.sort((one, two) => one.at - two.at || two.stop.length - one.stop.length)[0];
	}

	/** Length of the longest end of the text that begins a stop text. */
	#beginning(text: string): number {
		let longest = 0;
		for (const stop of this.#stops) {
			for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
				if (text.endsWith(stop.slice(0, length))) longest = length;
			}
		}
		return longest;
	}

	/** The pieces within the first `length` characters; `cut` also gives the part of the piece that goes beyond. */
	#release(length: number, cut: boolean): readonly string[] {
		const released: string[] = [];
		let left = length;
		while (this.#pending[0] !== undefined && this.#pending[0].length <= left && (left > 0 || !cut)) {
			left -= this.#pending[0].length;
			released.push(this.#pending.shift() ?? '');
		}
		if (cut && left > 0) released.push((this.#pending[0] ?? '').slice(0, left));
		return released;
	}
}
