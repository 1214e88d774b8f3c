import { en } from './en.ts';
import { ko } from './ko.ts';

export type Lang = 'en' | 'ko';

/** Every sentence of the HTML report. Numbers come formatted; names of tools, models and metrics are the field's own. */
export interface Messages {
	readonly lang: Lang;
	readonly title: (model: string) => string;
	readonly skip: string;
	/** Names the list of sections to screen readers. */
	readonly contents: string;
	readonly sections: Readonly<Record<SectionName, string>>;
	readonly verdict: VerdictMessages;
	readonly notice: NoticeMessages;
	readonly prefix: PrefixMessages;
	readonly frames: FrameMessages;
	readonly tools: ToolMessages;
	readonly reasons: Readonly<Record<string, string>>;
	readonly time: TimeMessages;
	readonly metrics: Readonly<Record<string, readonly [name: string, definition: string]>>;
	readonly identity: IdentityMessages;
	readonly detail: DetailMessages;
	readonly of: (hits: string, n: string) => string;
	/** 95 % interval behind a rate, bounds in percent. */
	readonly interval: (low: string, high: string) => string;
	readonly arm: (name: string) => string;
	readonly state: Readonly<Record<'cold' | 'warm', string>>;
	readonly yes: string;
	readonly no: string;
	readonly noScript: string;
}

export type SectionName = 'verdict' | 'prefix' | 'frames' | 'tools' | 'time' | 'identity';

interface VerdictMessages {
	readonly eyebrow: string;
	readonly sentence: (path: 'A' | 'B', hits: number, n: number) => string;
	/** Of a run that stopped early: at least (A) or at most (B) so many of n. */
	readonly bounded: (path: 'A' | 'B', bound: number, n: number) => string;
	readonly undecided: (hits: number, judged: number, n: number) => string;
	readonly none: string;
	readonly meaning: Readonly<Record<'A' | 'B', string>>;
	readonly threshold: (threshold: number, n: number) => string;
	readonly wilson: string;
	readonly clopperPearson: string;
	readonly rate: string;
	readonly probability: string;
	readonly decidedEarly: (hits: number, misses: number) => string;
	readonly barLabel: (hits: number, misses: number, n: number, threshold: number) => string;
	readonly cell: (position: number, id: string, outcome: string) => string;
	readonly intervalLabel: (low: string, high: string, low2: string, high2: string) => string;
	/** `error`: clustered standard error in percentage points. */
	readonly epochs: (rate: string, epochs: number, error?: string) => string;
	readonly people: (path: string, hits: number, n: number, agreed: number, labelled: number, kappa?: string) => string;
}

interface NoticeMessages {
	readonly miniature: readonly [title: string, text: string];
	readonly greyZone: (probability: string) => readonly [title: string, text: string];
	readonly truncated: readonly [title: string, text: string];
	readonly cutShort: readonly [title: string, text: string];
	readonly interrupted: readonly [title: string, text: string];
	readonly failed: readonly [title: string, text: string];
	readonly partial: (done: string, planned: string) => readonly [title: string, text: string];
	readonly notComparable: (why: string) => readonly [title: string, text: string];
	readonly skipped: (suite: string, arm: string, reason: string) => readonly [title: string, text: string];
}

interface PrefixMessages {
	readonly title: (n: number) => string;
	readonly lead: string;
	readonly columns: readonly [prompt: string, prefix: string, call: string, time: string];
	readonly counts: string;
	readonly countsNot: string;
	readonly nothing: string;
	readonly noCall: string;
	readonly right: string;
	readonly wrongTool: string;
	readonly wrongArguments: string;
	readonly toFirstToken: string;
	readonly toCall: string;
	readonly figures: Readonly<Record<'called' | 'firstTool' | 'arguments' | 'strictFormat' | 'turnOrder', string>>;
	readonly whyNot: string;
	readonly epochsOf: (meaningful: number, epochs: number) => string;
	readonly epoch: (number: number) => string;
	readonly label: (meaningful: boolean, who: string) => string;
}

interface FrameMessages {
	readonly lead: string;
	readonly valid: string;
	readonly outcomesLabel: (arm: string, parts: string) => string;
	readonly inputs: string;
	readonly columns: readonly [input: string, outcome: string];
	readonly build: string;
	readonly break: string;
	readonly anchor: (hint: string) => string;
	readonly candidates: (accepted: number, returned: number) => string;
	readonly noCandidates: string;
	/** The reason `empty` of this suite: an answer without any candidate. */
	readonly empty: string;
	readonly status: Readonly<Record<'accepted' | 'warned' | 'rejected' | 'surplus', string>>;
	readonly rejections: string;
	readonly levels: string;
	readonly perInput: string;
	readonly acceptedShare: string;
	readonly transcript: string;
}

interface ToolMessages {
	readonly lead: string;
	readonly figures: Readonly<Record<'correct' | 'relevant' | 'irrelevant' | 'endState' | 'turnOrder', string>>;
	readonly expected: string;
	readonly called: string;
	readonly noCallExpected: string;
	readonly noCall: string;
	readonly errors: string;
	readonly kinds: string;
	readonly reliability: string;
	readonly format: string;
	readonly formatLead: string;
	readonly formatColumns: readonly [suite: string, strict: string, repairs: string, malformed: string];
}

interface TimeMessages {
	readonly lead: string;
	readonly load: string;
	readonly peakMemory: string;
	readonly onDisk: string;
	readonly hostMemory: string;
	readonly tokens: readonly [evaluated: string, cached: string, output: string];
	readonly unknown: string;
	readonly budget: Readonly<Record<'frameCold' | 'frameWarm' | 'chatTurn' | 'chain', string>>;
	readonly within: (within: number, n: number) => string;
	readonly all: string;
	readonly columns: readonly [metric: string, suite: string, state: string, source: string];
	readonly source: Readonly<Record<'engine' | 'wall-clock', string>>;
	readonly stripLabel: (name: string, p50: string, p95: string, n: number) => string;
	readonly legend: string;
}

interface IdentityMessages {
	readonly lead: string;
	readonly command: string;
	readonly copy: string;
	readonly copied: string;
	readonly groups: Readonly<Record<'model' | 'engine' | 'settings' | 'corpora' | 'host' | 'run', string>>;
	readonly fields: Readonly<Record<string, string>>;
	readonly footer: (version: string) => string;
}

interface DetailMessages {
	readonly who: Readonly<
		Record<'user' | 'model' | 'thinking' | 'call' | 'malformed' | 'reflection' | 'system' | 'error', string>
	>;
	readonly result: string;
	readonly noResult: string;
	readonly notKept: string;
	readonly raw: string;
	readonly generation: string;
	readonly prompt: string;
	readonly output: string;
	readonly total: string;
	readonly long: (characters: string) => string;
	readonly more: (count: string) => string;
	readonly moreHint: string;
	readonly broken: string;
}

export function messagesOf(lang: Lang): Messages {
	return lang === 'ko' ? ko : en;
}
