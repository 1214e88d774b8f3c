import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Golden, Lab } from '../lab.ts';
import { golden } from '../play/package-entry.ts';

const CAUSES_SUITE = 'causes';
const APP = `app: { name: 'kitchen', language: 'en', system: 'kitchen/system.md', tools: 'kitchen/tools.json', answers: 'kitchen/answers.yaml' }`;

/** Why samples are unscored, and what a run comes to that has such. */
export const CAUSES: readonly Golden[] = [
	{
		name: 'causes',
		covers:
			'a sample for every unscored cause that a run by itself has, in a suite with scorers of its own and a decision; a gate on them',
		async run(lab) {
			open(lab, CAUSES_SUITE, {});
			await lab.step('run', ['run'], { metrics: true });
			await lab.step('ends', ['run', '--filter', 'whole|score-missing|not-applicable'], { rows: false });
			await lab.gate('gate', ['run'], {
				version: 1,
				rules: [
					{ metric: 'causes.says', min: 0.1 },
					{ metric: 'causes.says', min: 0.01 },
					{ metric: 'causes.free.unscored', max: 40 },
					{ metric: 'causes.says[kind=whole]', min: 0.6 },
					{ metric: 'causes.words.mean', max: 100 },
					{ metric: 'causes.free.formatAdherence', min: 0.1 },
				],
			});
		},
	},
	{
		name: 'prefix-causes',
		covers:
			'a prefix verdict that unscored prompts leave open, or do not; each cause on a first call; uncounted tokens',
		async run(lab) {
			open(lab, `{ kind: 'prefix', corpus: 'kitchen/prompts.csv', decision: { hits: 6, of: 12 } }`, {});
			await lab.step('open', ['run']);
			open(lab, `{ kind: 'prefix', corpus: 'kitchen/prompts.csv', decision: { hits: 2, of: 12 } }`, {});
			await lab.step('certain', ['run'], { rows: false });
			open(lab, `{ kind: 'prefix', corpus: 'kitchen/prompts.csv', decision: { hits: 12, of: 12 } }`, { counts: false });
			await lab.step('uncounted', ['run']);
		},
	},
	{
		name: 'unconfirmed',
		covers: 'a model that is another one in the middle, or unknown: unconfirmed samples, the failed run, its resume',
		async run(lab) {
			const suite = `{ kind: 'prefix', corpus: 'kitchen/prompts.csv', decision: { hits: 4, of: 12 } }`;
			open(lab, suite, {}, ['yes', 'yes', 'unknown', 'unknown', 'unknown', 'other']);
			await lab.step('other', ['run']);
			open(lab, suite, {}, ['yes']);
			await lab.step('resumed', ['run', '--resume'], { out: 'other' });
			open(lab, suite, {}, ['yes', 'unknown']);
			await lab.step('unknown', ['run'], { rows: false });
		},
	},
];

function open(lab: Lab, suites: string, options: object, confirms?: readonly string[]): void {
	lab.copy('kitchen', 'kitchen');
	lab.write('causes.json', { ...JSON.parse(readFileSync(join(golden, 'data/causes.json'), 'utf8')), confirms });
	const suite = JSON.stringify(pathToFileURL(join(golden, 'play/causes-suite.ts')).href);
	const own = suites.replace(CAUSES_SUITE, `(await import(${suite})).causes`);
	lab.config([{ model: 'scripted', recording: 'causes.json', ...options }], `${APP}, suites: [${own}]`);
}
