import type { UnscoredCause } from '../../../src/eval/score.ts';

type Notice = readonly [title: string, text: string];

/** A path as sentences name it. */
export interface SaidPath {
	readonly name: string;
	readonly title: string;
}

/** Sentences of the verdict; counts are prompts. */
export interface VerdictLocale {
	readonly sentence: (path: SaidPath, hits: number, n: number) => string;
	/** Of a path that is certain before all prompts are scored: so many of n pass at least, or at most. */
	readonly atLeast: (path: SaidPath, bound: number, n: number) => string;
	readonly atMost: (path: SaidPath, bound: number, n: number) => string;
	readonly undecided: (hits: number, judged: number, n: number) => string;
	/** The run asked only some of the prompts, or of their repeats. */
	readonly subset: (hits: number, judged: number, n: number) => string;
	readonly none: string;
	readonly threshold: (threshold: number, n: number, path: string) => string;
	readonly wilson: string;
	readonly clopperPearson: string;
	readonly rate: string;
	/** `share`: such as `5 of 15`. */
	readonly probability: (share: string) => string;
	readonly decidedEarly: (hits: number, misses: number) => string;
	readonly barLabel: (hits: number, misses: number, n: number) => string;
	readonly cell: (position: number, id: string, outcome: string) => string;
	readonly intervalLabel: (low: string, high: string, low2: string, high2: string) => string;
	/** `interval`: in words. */
	readonly epochs: (rate: string, epochs: number, interval?: string) => string;
	/** Labels of some samples turn the path, which those without one could turn back. */
	readonly turned: string;
	/** Of a verdict with people's labels: of how many samples, of how many they are split, and what the rule alone says; `path` is absent where it takes none. */
	readonly people: (
		said: { readonly labelled: number; readonly disputed: number; readonly of: number },
		rule: { readonly path?: string; readonly counts: string },
	) => string;
	/** Of texts that several people labelled, how many all of them label the same. */
	readonly among: (agreed: number, several: number) => string;
	/** How far rule and people agree on the texts that both judged. */
	readonly agreement: (agreed: number, both: number, kappa?: string) => string;
	/** Prompts that say nothing, each cause with its remedy. */
	readonly silent: string;
	readonly silentColumns: readonly [cause: string, prompts: string, remedy: string];
	readonly notEvaluated: string;
	/** Of repeats, too few are there yet. */
	readonly notRepeated: string;
	readonly remedies: Readonly<Record<UnscoredCause | 'not-evaluated' | 'not-asked', string>>;
}

export interface NoticeLocale {
	/** What to do about the miniature; what it is stands in `MINIATURE_NOTICE`. */
	readonly miniature: string;
	readonly truncated: Notice;
	readonly cutShort: Notice;
	readonly interrupted: Notice;
	/** The log's last line could not be read; what is wrong with it follows. */
	readonly damaged: (line: number) => Notice;
	readonly failed: Notice;
	readonly partial: (done: string, planned: string) => Notice;
	/** Titles of what the log says itself: why times say nothing, why an arm was left out, what puts the results in doubt. */
	readonly notComparable: string;
	readonly skipped: (suite: string, arm: string) => string;
	readonly warning: string;
	readonly failure: string;
	/** The rules have no words of the app's language. */
	readonly noWordLists: (language: string) => Notice;
}
