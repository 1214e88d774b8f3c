import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Golden, Lab } from '../lab.ts';
import { golden } from '../play/package-entry.ts';

/** An app in English, declared by files, with what a script says. */
const APP = `app: {
	name: 'kitchen',
	language: 'en',
	system: 'kitchen/system.md',
	tools: 'kitchen/tools.json',
	answers: 'kitchen/answers.yaml',
	destructive: ['clear_list'],
	budgets: [{ metric: 'endToEndMs', atMost: 60000 }],
}`;

export const KITCHEN: readonly Golden[] = [
	{
		name: 'english',
		covers:
			'an app of files in English: every reason of the text rules, repairs, malformed calls, declared answers, a refused confirmation; strict reading',
		async run(lab) {
			open(
				lab,
				'script',
				`{ kind: 'prefix', corpus: 'kitchen/prompts.csv', decision: { hits: 4, of: 12 } }, { kind: 'tools', corpus: 'kitchen/calls.jsonl' }`,
			);
			await lab.step('lenient', ['run'], { metrics: true });
			await lab.step('strict', ['run', '--suite', 'prefix', '--reading', 'strict']);
		},
	},
	{
		name: 'assertions',
		covers: 'the assertions suite: each type, code, what cannot be judged here',
		async run(lab) {
			open(lab, 'asserts-script', `{ kind: 'assertions', corpus: 'kitchen/asserts.jsonl', javascript: true }`);
			await lab.step('run', ['run']);
		},
	},
	{
		name: 'reflection',
		covers: 'the reflection message, both ways: pairs with and without it, callSuccess, corrected, recovered',
		async run(lab) {
			open(lab, 'script', `{ kind: 'tools', corpus: 'kitchen/calls.jsonl' }`);
			await lab.step('both', ['run', '--reflection', 'both']);
			await lab.step('on', ['run', '--reflection', 'on'], { rows: false });
		},
	},
];

function open(lab: Lab, script: string, suites: string): void {
	lab.copy('kitchen', 'kitchen');
	const recording = 'script.json';
	lab.write(recording, readFileSync(join(golden, 'data/kitchen', `${script}.json`), 'utf8'));
	lab.config([{ model: 'scripted', recording }], `${APP}, suites: [${suites}]`);
}
