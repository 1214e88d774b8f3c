import type { Verdict } from '../../src/index.ts';

/** Why path A: the text before a call goes into the history, and what must hold in the code. */
export function pushRationale(verdict: Exclude<Verdict, { status: 'undecided' }>): string {
	const { hits, n, threshold } = verdict;
	return `## Path A: push

- In ${hits} of ${n} prompts the model says something meaningful before its first tool call; ${threshold} are enough to keep it.
- On a function call, the text accumulated so far is trimmed and, if anything is left, appended to \`state.messages\` as a model message *before* the tool call. Blank text is not: no empty bubble reaches the chat.
- The accumulated text is reset on each turn of the loop, so a later call in the same user turn keeps its own prefix.
- An echo of the user's words counts as N in this corpus, but the code does not look for it: it only trims.
- Guards: the path A rows of seed 001 (happy case, trim guard, empty prefix) are tests of the session controller.
- No ADR is due; run this corpus again whenever model, quantization, template or system prompt change.`;
}
