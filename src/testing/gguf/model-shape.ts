/** Sizes of a Gemma's network. */
export interface ModelShape {
	readonly architecture: 'gemma3' | 'gemma4';
	readonly layers: number;
	readonly width: number;
	readonly feedForward: number;
	/** Of layers that share keys and values; absent: as the others. */
	readonly sharedFeedForward?: number;
	readonly heads: number;
	readonly keyValueHeads: number;
	readonly headSize: number;
	/** Of sliding-window layers; absent: as the others. */
	readonly slidingHeadSize?: number;
	readonly slidingWindow: number;
	/** Interval of layers that see the whole context. */
	readonly period: number;
	/** Width of gemma4's per-layer embeddings; 0 without. */
	readonly perLayerWidth: number;
	/** Last layers that use the keys and values of earlier ones. */
	readonly sharedLayers: number;
	readonly contextLength: number;
}

export type ShapeName = 'tiny-gemma3' | 'tiny-gemma4' | 'gemma3-270m' | 'gemma3-1b' | 'gemma4-e2b';

const gemma3 = { architecture: 'gemma3', period: 6, perLayerWidth: 0, sharedLayers: 0, slidingWindow: 512 } as const;

/** Real sizes by model name, and two tiny ones. */
export const MODEL_SHAPES: Readonly<Record<ShapeName, ModelShape>> = {
	'tiny-gemma3': {
		...gemma3,
		layers: 2,
		width: 64,
		feedForward: 128,
		heads: 2,
		keyValueHeads: 1,
		headSize: 32,
		contextLength: 4096,
	},
	'tiny-gemma4': {
		architecture: 'gemma4',
		layers: 10,
		width: 64,
		feedForward: 128,
		heads: 2,
		keyValueHeads: 1,
		headSize: 64,
		slidingHeadSize: 32,
		slidingWindow: 512,
		period: 5,
		perLayerWidth: 32,
		sharedLayers: 5,
		contextLength: 4096,
	},
	'gemma3-270m': {
		...gemma3,
		layers: 18,
		width: 640,
		feedForward: 2048,
		heads: 4,
		keyValueHeads: 1,
		headSize: 256,
		contextLength: 32_768,
	},
	'gemma3-1b': {
		...gemma3,
		layers: 26,
		width: 1152,
		feedForward: 6912,
		heads: 4,
		keyValueHeads: 1,
		headSize: 256,
		contextLength: 32_768,
	},
	'gemma4-e2b': {
		architecture: 'gemma4',
		layers: 35,
		width: 1536,
		feedForward: 6144,
		sharedFeedForward: 12_288,
		heads: 8,
		keyValueHeads: 1,
		headSize: 512,
		slidingHeadSize: 256,
		slidingWindow: 512,
		period: 5,
		perLayerWidth: 256,
		sharedLayers: 20,
		contextLength: 131_072,
	},
};

/** Whether the layer sees only a sliding window. */
export function isSliding(shape: ModelShape, layer: number): boolean {
	return layer % shape.period < shape.period - 1;
}

/** Whether the layer has keys and values of its own. */
export function hasOwnKeys(shape: ModelShape, layer: number): boolean {
	return layer < shape.layers - shape.sharedLayers;
}

export function headSizeOf(shape: ModelShape, layer: number): number {
	return isSliding(shape, layer) ? (shape.slidingHeadSize ?? shape.headSize) : shape.headSize;
}

export function feedForwardOf(shape: ModelShape, layer: number): number {
	return hasOwnKeys(shape, layer) ? shape.feedForward : (shape.sharedFeedForward ?? shape.feedForward);
}
