import type { LocalizedText } from '../text/localized-text.ts';
import type { Decision, DecisionPath } from './decision.ts';

/** A decision as people write it down: the threshold, and what its two outcomes are called. */
export interface DecisionOption {
	/** Default: the suite's main rate. */
	readonly score?: string | undefined;
	/** As many prompts ... */
	readonly hits: number;
	/** ... of as many take the first path. */
	readonly of: number;
	/** Two outcomes by name, the one of a reached threshold first. */
	readonly paths?: Readonly<Record<string, PathOption>> | undefined;
}

export interface PathOption {
	readonly title: LocalizedText;
	readonly meaning?: LocalizedText | undefined;
	/** A Markdown template, or the path of one. */
	readonly record?: string | undefined;
	readonly policy?: 'push' | 'discard' | undefined;
}

/** The decision with its record templates read. The option is checked before: two paths, whole numbers. */
export function readDecision(option: DecisionOption, score: string, readText: (path: string) => string): Decision {
	const { hits, of, paths = DEFAULT_PATHS } = option;
	const [first, second] = Object.entries(paths).map(
		([name, path]): DecisionPath => ({ name, ...readPath(path, readText) }),
	);
	if (first === undefined || second === undefined) throw new Error('a decision has two paths');
	return { score, threshold: { hits, of }, paths: [first, second] };
}

function readPath({ title, meaning, record, policy }: PathOption, readText: (path: string) => string): PathOption {
	return {
		title,
		...(meaning !== undefined && { meaning }),
		...(record !== undefined && { record: record.includes('\n') ? record : readText(record) }),
		...(policy !== undefined && { policy }),
	};
}

const DEFAULT_PATHS: Readonly<Record<string, PathOption>> = {
	pass: { title: { en: 'the threshold is reached', ko: '기준을 넘었습니다' } },
	fail: { title: { en: 'the threshold is not reached', ko: '기준에 못 미쳤습니다' } },
};
