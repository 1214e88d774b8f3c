import { singleLine } from '../../text/normalize-text.ts';
import type { Sample } from '../sample.ts';
import type { Scorer } from '../score/scorer.ts';

/** Whether the model's last words hold a text, white space and case aside: the given one, or what the sample tells. */
export function answerContains<S extends Sample = Sample>(
	wanted: string | ((sample: S) => string | undefined),
	options: Partial<Scorer<S>> = {},
): Scorer<S> {
	return {
		name: 'answer',
		title: { en: 'answer holds what was asked', ko: '답에 필요한 내용이 있음' },
		...options,
		score(sample, { answer }) {
			const text = typeof wanted === 'string' ? wanted : wanted(sample);
			if (text === undefined) return undefined;
			if (answer === undefined) return { value: false, reason: 'no-answer' };
			return comparable(answer).includes(comparable(text))
				? true
				: { value: false, reason: 'not-in-answer', detail: text };
		},
	};
}

/** Whether the model's last words fit a pattern. */
export function answerMatches<S extends Sample = Sample>(pattern: RegExp, options: Partial<Scorer<S>> = {}): Scorer<S> {
	const once = new RegExp(pattern.source, pattern.flags.replace(/[gy]/gu, ''));
	return {
		name: 'answer',
		title: { en: 'answer fits the pattern', ko: '답의 형식' },
		...options,
		score(_sample, { answer }) {
			if (answer === undefined) return { value: false, reason: 'no-answer' };
			return once.test(answer) ? true : { value: false, reason: 'no-match' };
		},
	};
}

function comparable(text: string): string {
	return singleLine(text).toLowerCase();
}
