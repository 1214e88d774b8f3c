import { sentences } from '../sentences.ts';

/** What `gemmark label` and `gemmark init` ask and say. */
export const labelEn = sentences({
	label: {
		left: (texts: number) => `${texts} ${texts === 1 ? 'text' : 'texts'} left`,
		name: 'Your name, kept with each label',
		said: 'said before the call',
		question: 'worth keeping? [y]es, [n]o, [s]kip, [q]uit',
		yes: 'Worth keeping',
		no: 'Not worth keeping',
		skip: 'Skip',
		quit: 'Finish',
		next: 'Next',
		ended: 'The labels are saved. You can close this page.',
		exported: '{n} {n|prefix|prefixes} written to {file}. Fill in the column label: Y or N',
		written:
			'{n} {n|label|labels} in {file}[[, {stale} of them for texts that this run does not have]][[, {unjudgeable} for answers that cannot be judged]]; reports updated',
		stands: (share: number, needed: number, n: number, isSettled: boolean) =>
			`chance that at least ${needed} of ${n} are worth keeping: ${share}%${isSettled ? ', settled' : ''}`,
		missing: 'not asked, because the answer is missing ({cause}): {prompts}',
		silent: 'not asked, because nothing was called or said before the call: {prompts}',
		others: 'not asked, because another score decides: {suites}',
	},
	init: {
		/** Asked before the language is known. */
		language: 'Language / 언어 (ko, en)',
		name: 'Name of the app',
		alone:
			"Without --model the bundled miniature runs. It shows that everything works, but does not call this app's tools.",
		suites: 'Suites, of {known}',
		hits: 'Meaningful prefixes needed for path A, of {n}',
	},
});
