import { textRules } from '../../text/text-rules.ts';
import type { Sample } from '../sample.ts';
import type { Scorer } from '../score/scorer.ts';
import type { Turn } from '../turn/turn.ts';

/**
 * Whether the model says something worth keeping before its first call: reasons are those of the text rules, and
 * `no-tool-call` or `malformed-call` where nothing was called, `empty-after-thought` where all it had was a thought.
 */
export function meaningfulPrefix<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'meaningful',
		title: { en: 'a meaningful prefix', ko: '의미 있는 앞말' },
		needs: 'first-call',
		...options,
		score({ input }, turn, { language }) {
			const { call, prefix, malformed, error } = turn;
			// Behind another loop's calls nobody knows what was said before.
			if (prefix === undefined) return { unscored: 'not-recorded' };
			if (call === undefined)
				return { value: false, reason: malformed ? 'malformed-call' : 'no-tool-call', detail: error };
			const meaning = textRules(language).classifyPrefix(prefix, input);
			if (meaning.meaningful) return true;
			const reason = meaning.reason === 'empty' && thoughtBeforeCall(turn) ? 'empty-after-thought' : meaning.reason;
			return { value: false, reason };
		},
	};
}

/** Text that the user never sees stood where a prefix could have. */
function thoughtBeforeCall({ generations, callGeneration = 0 }: Turn): boolean {
	const { events, usage } = generations[callGeneration] ?? { events: [], usage: {} };
	const thought = events.find(({ type }) => type === 'thinking' || type === 'call');
	return thought?.type === 'thinking' || (usage.thoughtTokens ?? 0) > 0;
}
