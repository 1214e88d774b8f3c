import type { UnscoredCause } from '../../src/eval/score.ts';
import type { Lang } from '../../src/text/text.ts';
import { en } from './en.ts';
import { ko } from './ko.ts';
import type { PromptLocale } from './sections/prompt-locale.ts';
import type { NoticeLocale, VerdictLocale } from './sections/verdict-locale.ts';

export type { Lang };

/** Every sentence of the HTML report. Numbers come formatted; names of tools, models and metrics are the field's own. */
export interface Locale {
	readonly lang: Lang;
	readonly title: (model: string) => string;
	readonly skip: string;
	/** Names the list of sections to screen readers. */
	readonly contents: string;
	readonly sections: Readonly<Record<SectionName, string>>;
	readonly verdict: VerdictLocale;
	readonly notice: NoticeLocale;
	readonly prefix: PrefixLocale;
	readonly frames: FrameLocale;
	readonly tools: ToolsLocale;
	readonly prompt: PromptLocale;
	readonly scores: ScoresLocale;
	/** Why a sample does not pass. */
	readonly reasons: Readonly<Record<string, string>>;
	/** Why a sample is unscored. */
	readonly causes: Readonly<Record<UnscoredCause, string>>;
	readonly time: TimeLocale;
	readonly metrics: Readonly<Record<string, readonly [name: string, definition: string]>>;
	readonly identity: IdentityLocale;
	readonly detail: DetailLocale;
	readonly of: (hits: string, n: string) => string;
	/** Samples without a score, behind a rate; `causes`, with their counts where there are several. */
	readonly unscored: (count: string, causes: string) => string;
	/** 95 % interval behind a rate. */
	readonly interval: (range: string) => string;
	readonly arm: (name: string) => string;
	readonly state: Readonly<Record<'cold' | 'warm', string>>;
	readonly yes: string;
	readonly no: string;
	readonly noScript: string;
}

export type SectionName = 'verdict' | 'frames' | 'tools' | 'prompt' | 'time' | 'identity';

/** What any suite's section says of its scores. */
interface ScoresLocale {
	readonly passed: string;
	/** A miss whose scorer gives no reason. */
	readonly missed: string;
	readonly outcomes: string;
	readonly outcomesLabel: (score: string, parts: string) => string;
	readonly groups: string;
	readonly groupColumns: readonly [group: string, value: string];
	readonly byFacet: (facet: string) => string;
	/** The first value of a facet at which the main rate is certainly below half. */
	readonly breaksAt: (value: string) => string;
	readonly reliability: string;
	readonly samples: string;
	readonly mean: string;
	readonly budget: string;
	/** Behind the interval of a rate over repeats. */
	readonly clustered: (prompts: number) => string;
}

interface PrefixLocale {
	readonly title: (n: number) => string;
	readonly lead: string;
	readonly columns: readonly [prompt: string, prefix: string, call: string, time: string];
	readonly counts: string;
	readonly noCall: string;
	readonly right: string;
	readonly wrongTool: string;
	readonly wrongArguments: string;
	readonly toFirstToken: string;
	readonly toCall: string;
	readonly epochsOf: (meaningful: number, epochs: number) => string;
	readonly epoch: (number: number) => string;
	/** `meaningful` is absent where people are split. */
	readonly label: (meaningful: boolean | undefined, who: string) => string;
}

interface FrameLocale {
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
	readonly acceptedShare: string;
	/** Suggestions later than the app waits (`limit`, where it is told), and the median time of all. */
	readonly late: (count: number, n: number, limit: string | undefined, median: string) => string;
	readonly transcript: string;
}

interface ToolsLocale {
	readonly lead: string;
	readonly figures: Readonly<Record<'relevant' | 'irrelevant', string>>;
	readonly expected: string;
	readonly called: string;
	readonly noCallExpected: string;
	readonly noCall: string;
	readonly format: string;
	readonly formatLead: string;
	readonly formatColumns: readonly [suite: string, strict: string, repairs: string, malformed: string];
}

interface TimeLocale {
	readonly lead: string;
	readonly load: string;
	readonly peakMemory: string;
	/** Turns that are in no figure of time. */
	readonly failed: string;
	readonly onDisk: string;
	readonly hostMemory: string;
	readonly tokens: readonly [evaluated: string, cached: string, output: string];
	readonly unknown: string;
	/** Measurements behind the end of the axis, and the largest. */
	readonly beyond: (count: number, end: string, most: string) => string;
	readonly within: (within: number, n: number) => string;
	readonly all: string;
	readonly columns: readonly [metric: string, suite: string, state: string, source: string];
	readonly source: Readonly<Record<'engine' | 'wall-clock', string>>;
	/** `tail`: such as `p95 2.1 s`. */
	readonly stripLabel: (name: string, p50: string, tail: string, n: number) => string;
	readonly legend: string;
	/** Behind the legend where budgets are declared. */
	readonly shaded: string;
}

interface IdentityLocale {
	readonly lead: string;
	readonly command: string;
	readonly copy: string;
	readonly copied: string;
	readonly groups: Readonly<Record<'model' | 'engine' | 'settings' | 'corpora' | 'host' | 'run', string>>;
	/** Of an app that runs its own loop. */
	readonly asked: Readonly<Record<'settings' | 'prompts', string>>;
	readonly fields: Readonly<Record<string, string>>;
	/** Fixed words of fields, where they are not told as they are. */
	readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
	/** Of a commit: files were changed since. */
	readonly dirty: string;
	readonly footer: (version: string) => string;
}

interface DetailLocale {
	readonly who: Readonly<
		Record<'user' | 'model' | 'thinking' | 'call' | 'malformed' | 'reflection' | 'system' | 'error' | 'log', string>
	>;
	/** Events of the app's own log. */
	readonly logEvents: Readonly<Record<string, string>>;
	readonly result: string;
	readonly noResult: string;
	/** The user said no to a call. */
	readonly cancelled: string;
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

export function localeOf(lang: Lang): Locale {
	return lang === 'ko' ? ko : en;
}
