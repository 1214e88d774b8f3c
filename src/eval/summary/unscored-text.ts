import type { ReasonCounts } from '../../stats/counts.ts';
import type { UnscoredCount } from '../decision.ts';
import type { UnscoredCause } from '../score.ts';

/** `2 cut-length, 1 engine-failed`; empty where everything was scored. */
export function unscoredText(counts: ReasonCounts | readonly UnscoredCount[]): string {
	return counts.map((one) => `${one.count} ${'cause' in one ? one.cause : one.reason}`).join(', ');
}

/** What to do so that samples that are unscored for this cause say something. */
export function remedyFor(cause: UnscoredCause): string {
	return REMEDIES[cause];
}

const REMEDIES: Readonly<Record<UnscoredCause, string>> = {
	'engine-failed':
		'read the failure in the report, and what the engine or server logged itself, mend that and run again',
	'cut-length':
		'raise --max-tokens; a server that cut it earlier, as the report then says, needs another limit or other stop words',
	'cut-context-full': "raise --context-size, or the server's own",
	'cut-deadline': 'raise --deadline, or use a faster engine',
	interrupted: 'finish the run with --resume',
	unreadable:
		"use the model's own dialect and template (--dialect, --template); where a server or app renders and reads, set its tool-call parser",
	'swallowed-by-engine': 'run it raw (`gemmark fates` then tells what each engine makes of it), or in another engine',
	'refused-by-server': 'read what the server said in the report, and switch its filter off or use another server',
	'not-recorded':
		"record the run, or capture these prompts, again with whole generations that tell their finish; of a solver whose loop is behind its context's back only scorers with needs: 'own' judge",
	foreign: "ask these prompts again in the corpus' own words",
	contradictory:
		'mend what the app or engine tells of its answers (docs/on-device.md and docs/own-runner.md have what that is), then ask these prompts again',
	unconfirmed: 'load the model of the run again, keep it loaded, and ask these prompts again with --resume',
	'too-large':
		'have the tools, the app or the suite give less than a line of a log may hold (docs/limits.md), and run again',
	missing: 'finish the run with --resume, or merge all its shards; of a captured app, capture these prompts too',
	'score-missing': 'score the run again with `gemmark rescore`',
	'not-applicable':
		'the main score says nothing of these samples: have it give true or false, or make another one the main',
	'scorer-failed': 'mend the scorer, then score the run again with `gemmark rescore`',
	'own-code-failed': 'mend the code of app, dialect or suite, which the report names, and run again',
};
