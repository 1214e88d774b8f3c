import { NOT_BLANK, type SampleResult, scoreNamed } from '../../eval/sample.ts';
import { turnOf } from '../../eval/turn.ts';
import type { PromptOutcome } from '../../eval/verdict.ts';
import { countReasons, type ReasonCounts } from '../../stats/counts.ts';

/**
 * What a prompt's turn did before its first call; over epochs what most of them did. `not-worth`: said something not
 * worth keeping, `wordless`: called without a word.
 */
export type PromptKind = 'worth' | 'not-worth' | 'wordless' | 'no-call' | 'unscored';

/** A decision on the text before a call: what the turns of its prompts did. */
export interface BeforeCall {
	/** Prompts whose turn called a tool. */
	readonly called: number;
	/** Prompts; `worth` and `not-worth` are the texts that the first path keeps. */
	readonly kinds: Readonly<Record<PromptKind, number>>;
	/** Why texts are not worth keeping, by prompt. */
	readonly notWorth: ReasonCounts;
	/** Prompts with a bare announcement, and whether counting those as worth keeping would turn the path; absent without any. */
	readonly bare?: { readonly prompts: number; readonly turns: boolean };
}

/** `outcomes` have the given order; `samples` are of all of them, with people's labels applied. */
export function beforeCall(
	outcomes: readonly PromptOutcome[],
	samples: ReadonlyMap<string, readonly SampleResult[]>,
	{ score, threshold, epochs }: { readonly score: string; readonly threshold: number; readonly epochs: number },
): { readonly summary: BeforeCall; readonly kinds: readonly PromptKind[] } {
	const isMost = (some: readonly unknown[]): boolean => some.length * 2 > epochs;
	const all = outcomes.map(({ id, hit }) => {
		const calls = (samples.get(id) ?? []).filter(hasCalled);
		const texts = calls.filter(hasText);
		const called = isMost(calls);
		const missed = called && isMost(texts) ? 'not-worth' : called ? 'wordless' : 'no-call';
		const kind: PromptKind = hit === undefined ? 'unscored' : hit ? 'worth' : missed;
		const reason = texts.map((sample) => scoreNamed(sample, score)?.reason).find((one) => one !== undefined);
		return { called, kind, reason: kind === 'not-worth' ? reason : undefined };
	});
	const count = (kind: PromptKind): number => all.filter((one) => one.kind === kind).length;
	const [hits, bare] = [count('worth'), all.filter(({ reason }) => reason === 'bare-announcement').length];
	return {
		kinds: all.map(({ kind }) => kind),
		summary: {
			called: all.filter(({ called }) => called).length,
			kinds: {
				worth: hits,
				'not-worth': count('not-worth'),
				wordless: count('wordless'),
				'no-call': count('no-call'),
				unscored: count('unscored'),
			},
			notWorth: countReasons(all.map(({ reason }) => reason)),
			...(bare > 0 && { bare: { prompts: bare, turns: hits < threshold && hits + bare >= threshold } }),
		},
	};
}

function hasCalled({ transcript }: SampleResult): boolean {
	return turnOf(transcript).call !== undefined;
}

function hasText({ transcript }: SampleResult): boolean {
	return NOT_BLANK.test(turnOf(transcript).prefix ?? '');
}
