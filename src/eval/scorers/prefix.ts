import { textRules } from '../../text/text-rules.ts';
import type { Sample } from '../sample.ts';
import type { Scorer } from '../scorer.ts';

/**
 * Whether the model says something worth keeping before its first call: reasons are those of the text rules, and
 * `no-tool-call` or `malformed-call` where nothing was called.
 */
export function meaningfulPrefix<S extends Sample = Sample>(options: Partial<Scorer<S>> = {}): Scorer<S> {
	return {
		name: 'meaningful',
		title: { en: 'a meaningful prefix', ko: '의미 있는 앞말' },
		needs: 'first-call',
		...options,
		score({ input }, { call, prefix, malformed, error }, { language }) {
			if (call === undefined)
				return { value: false, reason: malformed ? 'malformed-call' : 'no-tool-call', detail: error };
			const meaning = textRules(language).classifyPrefix(prefix, input);
			return meaning.meaningful ? true : { value: false, reason: meaning.reason };
		},
	};
}
