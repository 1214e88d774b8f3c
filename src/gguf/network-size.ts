/** What of a network decides the memory that it takes beside its weights: elements of each token. */
export interface NetworkSize {
	readonly width: number;
	readonly vocabulary: number;
	/** Of the widest layer. */
	readonly feedForward: number;
	/** What each layer adds of its own to a token, of all layers together: the per-layer embeddings of Gemma 3n and later. */
	readonly perLayerInputs: number;
	/** Of the queries; absent where layers differ, or where the file tells more than its tensors have rows for. */
	readonly heads?: number | undefined;
	/** What each layer keeps of a token; layers that share the keys and values of others keep none. */
	readonly kept: readonly { readonly keys: number; readonly values: number }[];
}

/** Tells the size of a transformer by the names and dimensions of its tensors, as llama.cpp's conversions name them. */
export class NetworkTensors {
	readonly #embedding = new Map<string, readonly number[]>();
	readonly #keys = new Map<number, number>();
	readonly #values = new Map<number, number>();
	#feedForward = 0;
	#queries = 0;

	add(name: string, dimensions: readonly number[]): void {
		const [, rows = 0] = dimensions;
		if (EMBEDDINGS.has(name)) this.#embedding.set(name, dimensions);
		const [, layer, part] = LAYER_PART.exec(name) ?? [];
		if (part === 'attn_k') this.#keys.set(Number(layer), rows);
		if (part === 'attn_v') this.#values.set(Number(layer), rows);
		if (part === 'attn_q') this.#queries = Math.max(this.#queries, rows);
		if (part === 'ffn_up') this.#feedForward = Math.max(this.#feedForward, rows);
	}

	/** Undefined where the tensors are not those of a transformer that keeps keys and values. */
	size(told: {
		readonly layers: number | undefined;
		readonly sharedLayers: number | undefined;
		readonly heads: number | undefined;
	}): NetworkSize | undefined {
		const [width, vocabulary] = this.#embedding.get(TOKENS) ?? [];
		if (width === undefined || vocabulary === undefined || told.layers === undefined) return undefined;
		const own = told.layers - (told.sharedLayers ?? 0);
		const kept = [...this.#keys]
			.filter(([layer]) => layer < own)
			// A layer without values of its own keeps its keys as such.
			.map(([layer, keys]) => ({ keys, values: this.#values.get(layer) ?? keys }));
		if (kept.length === 0) return undefined;
		const perLayerInputs = this.#embedding.get(PER_LAYER)?.[0] ?? 0;
		const heads = (told.heads ?? 0) > this.#queries ? undefined : told.heads;
		return { width, vocabulary, feedForward: this.#feedForward, perLayerInputs, heads, kept };
	}
}

const TOKENS = 'token_embd.weight';
const PER_LAYER = 'per_layer_token_embd.weight';
const EMBEDDINGS: ReadonlySet<string> = new Set([TOKENS, PER_LAYER]);
const LAYER_PART = /^blk\.(\d+)\.(attn_q|attn_k|attn_v|ffn_up)\.weight$/u;
