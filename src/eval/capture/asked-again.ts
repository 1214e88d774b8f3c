import type { SampleResult } from '../sample.ts';
import type { CapturedTurn } from './captured-turn.ts';

/**
 * The turn that counts of a prompt that was asked more than once: the last whole one. Where another answer passes what this
 * one does not, or the other way round, it says so: whoever asks until it fits chooses the verdict, and so does who stops the
 * app before the end of what does not. `unfinished` is what was heard of such turns. `sampleOf` scores a turn.
 */
export function lastTurn(
	turns: readonly CapturedTurn[],
	unfinished: readonly CapturedTurn[],
	sampleOf: (turn: CapturedTurn) => Pick<SampleResult, 'scores'>,
): CapturedTurn | undefined {
	const last = turns.at(-1);
	const all = [...turns, ...unfinished];
	if (last === undefined || all.length === 1) return last;
	const seen = new Set([answerOf(last)]);
	const { scores } = sampleOf(last);
	for (const turn of all) {
		const answer = answerOf(turn);
		if (seen.has(answer)) continue;
		seen.add(answer);
		const other = otherScore(sampleOf(turn).scores, scores);
		if (other !== undefined) return { ...last, otherAnswer: `asked ${all.length} times, and ${other} differs` };
	}
	return last;
}

/** What was said, whenever. */
function answerOf({ text, spoken, error }: CapturedTurn): string {
	return JSON.stringify([text, spoken.map(({ atMs: _, ...said }) => said), error]);
}

/** A score that passes in one and fails in the other; none of an answer that is no evidence. */
function otherScore(before: SampleResult['scores'], now: SampleResult['scores']): string | undefined {
	return Object.keys(now).find((name) => {
		const [one, other] = [before[name]?.value, now[name]?.value];
		return typeof one === 'boolean' && typeof other === 'boolean' && one !== other;
	});
}
