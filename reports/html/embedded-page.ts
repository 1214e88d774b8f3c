/** JSON that a page embeds for its script. Types only, for both sides. */
export interface EmbeddedSettings {
	/** Samples per chunk. */
	readonly chunk: number;
	readonly labels: Readonly<Record<StepKind | Label, string>>;
}

type Label =
	| 'result'
	| 'noResult'
	| 'dropped'
	| 'raw'
	| 'generation'
	| 'prompt'
	| 'output'
	| 'total'
	| 'broken'
	| 'copied'
	| 'link';

export interface EmbeddedSample {
	/** Why it fails, and the steps of its turn. */
	readonly explained: readonly PageNode[];
	readonly steps: readonly Step[];
	readonly raw: readonly EmbeddedGeneration[];
	/** Absent where its answers came from the cache. */
	readonly endToEndMs?: number;
	/** For rows that are not in the static page. */
	readonly row?: EmbeddedRow;
}

/** An element that both sides draw: markup in the static page, nodes by the script. `svg` and `rect` are SVG. */
export type PageNode =
	| string
	| readonly [tag: PageTag, attributes: Readonly<Record<string, string>>, ...children: PageNode[]];

export type PageTag =
	| 'div'
	| 'p'
	| 'span'
	| 'bdi'
	| 'code'
	| 'mark'
	| 'small'
	| 'b'
	| 'table'
	| 'caption'
	| 'thead'
	| 'tbody'
	| 'tr'
	| 'th'
	| 'td'
	| 'svg'
	| 'rect';

export interface EmbeddedRow {
	/** Absent: unscored. */
	readonly good?: boolean;
	readonly title: string;
	readonly text: string;
}

export interface EmbeddedGeneration {
	readonly prompt?: string;
	readonly output: string;
	readonly finish: string;
	readonly usage: { readonly promptTokens?: number; readonly outputTokens?: number };
	readonly firstTokenMs?: number;
	readonly totalMs?: number;
}

type StepKind = 'user' | 'model' | 'thinking' | 'call' | 'malformed' | 'reflection' | 'system' | 'error' | 'log';

/** A part of a conversation, in order. */
export interface Step {
	readonly who: StepKind;
	readonly text: string;
	/** Set if not the page's language. */
	readonly lang?: 'en';
	/** Milliseconds from the user's message, without tool time. */
	readonly atMs?: number;
	/** Result of a call, if any. */
	readonly result?: string;
	readonly outcome?: 'ok' | 'error' | 'cancelled';
	/** The app did not keep this text in its history. */
	readonly dropped?: true;
}

/** Data of the search; rows point to words. */
export interface EmbeddedIndex {
	readonly suites: readonly string[];
	readonly variants: readonly string[];
	/** As shown. */
	readonly variantNames: readonly string[];
	readonly reasons: readonly string[];
	/** Such as `flutter_edge_ai: call leaked as text`. */
	readonly fates: readonly string[];
	readonly prompts: readonly (readonly [id: string, input: string])[];
	/** In the order of the embedded samples. */
	readonly rows: readonly IndexRow[];
	readonly words: Readonly<Record<'count' | 'none' | 'more' | 'repeat' | 'passed', string>>;
}

/** `outcome`: 0 missed, 1 unscored, 2 passed, 3 neither. `reason` and `ms`: -1 for none. */
export type IndexRow = readonly [
	suite: number,
	variant: number,
	prompt: number,
	epoch: number,
	outcome: number,
	reason: number,
	ms: number,
	...fates: number[],
];
