import { sentences } from '../sentences.ts';
/** The first screen of a run's report: the picture of a verdict, what would settle it, tiles. */
export const pictureEn = sentences({
	range: (low: string, high: string) => (low === high ? low : `${low} to ${high}`),
	picture: {
		path: (name: string, certainty: 'settled' | 'narrow' | 'borderline', title: string) =>
			`Path ${name}${certainty === 'settled' ? '' : `, ${certainty}`}: ${title}`,
		undecided: 'No path yet',
		subset: 'No verdict: the run covers only some of the prompts or of their repeats',
		others: '{range} if you asked other prompts like these',
		rule: '{range} if the rule misjudged some of these',
		exact: 'thin line: exact interval (Clopper-Pearson)',
		kinds: {
			worth: 'worth keeping',
			'not-worth': 'said, not worth keeping',
			wordless: 'called without text',
			'no-call': 'did not call',
			unscored: 'not scored',
			hit: 'pass',
			miss: 'do not pass',
		},
		pushed: (path: string, worth: number, not: number, reasons: string) =>
			`Path ${path} would push ${worth + not} ${worth + not === 1 ? 'text' : 'texts'}: ${worth} worth keeping${not === 0 ? '' : `, ${not} not (${reasons})`}.`,
		counted: '{count} {reason}',
		bareTurns: 'Counting the {bare} that announce nothing would make it path {path}; this suite does not count them.',
		turns: 'What could change the verdict',
		theseName: 'The rule misjudging a text',
		these: '{probability} chance that at least {needed} of these are worth keeping',
		likeName: 'Other prompts like these',
		like: '{probability} chance that they would reach {share}',
		measuredOn:
			"The rule's error was measured on {rows} sentences ({set}, {date}). Your labels of this run correct it.",
		label: (texts: number) =>
			texts === 1 ? 'Label this text to settle it' : `Label these ${texts} texts to settle it`,
		gate: { passed: 'Gate passed', failed: 'Gate failed', undecided: 'Gate undecided' },
		rules: (passing: number, all: number) => `${passing} of ${all} ${all === 1 ? 'rule' : 'rules'} passed`,
		status: { stops: '✕ stops', undecided: '? undecided', passes: '✓ passes' },
	},
});
