import { cpSync } from 'node:fs';
import type { Golden, Lab } from '../lab.ts';

const Q8 = { model: 'mini-q8', recording: 'coach-q8' };
const Q4 = { model: 'mini-q4', recording: 'coach-q4' };
const SAMPLED = { model: 'mini-q8', recording: 'coach-sampled' };

/** What is done with runs: comparison, gates, labels, repeats, shards. */
export const JUDGED: readonly Golden[] = [
	{
		name: 'compare',
		covers:
			'two targets in one run and `compare`: flips, McNemar, paired numbers, divergence of recorded tokens; refused pairs',
		async run(lab) {
			lab.config([
				{ ...Q8, name: 'q8' },
				{ ...Q4, name: 'q4' },
			]);
			await lab.step('both', ['run', '--suite', 'prefix,tools'], { rows: false });
			await lab.exitCode('part', 'run', '--suite', 'tools', '--limit', '20', '--target', 'q4', '--out', 'q4-part');
			const discard = 'run --suite tools --limit 20 --policy discard --target q8 --out q8-discard';
			await lab.exitCode('discard', ...discard.split(' '));
			await lab.compare('refused', ['q8-discard', 'q4-part']);
			await lab.compare('allowed', ['q8-discard', 'q4-part'], '--allow', 'settings.policy');
		},
	},
	{
		name: 'gate',
		covers: 'a gate that passes, fails, is soft or undecided, with a baseline (drops and flips), and a kept baseline',
		async run(lab) {
			lab.config([Q8]);
			await lab.exitCode('whole', 'run', '--suite', 'prefix,tools', '--out', 'q8', '--save-baseline', 'baseline.json');
			await lab.exitCode('limited', 'run', '--suite', 'prefix,tools', '--limit', '9', '--out', 'part');
			lab.config([Q4]);
			await lab.exitCode('worse', 'run', '--suite', 'prefix,tools', '--out', 'q4');
			const passing = rules(
				{ metric: 'prefix.hits', min: 5 },
				{ metric: 'tools.correct', min: 0.8 },
				{ metric: 'tools.corrected', min: 1, soft: true },
			);
			await lab.gate('passes', ['q8'], passing);
			const failing = rules(
				{ metric: 'prefix.hits', min: 10 },
				{ metric: 'tools.correct', max: 0.9 },
				{ metric: 'frame.free.valid', min: 0.1 },
			);
			await lab.gate('fails', ['q8', 'part'], failing);
			const against = rules(
				{ metric: 'tools.correct', maxDrop: '5%' },
				{ metric: 'tools.endState', maxDrop: 0.01, soft: true },
				{ metric: 'flips.tools.free.correct.lost', max: 0 },
				{ metric: 'flips.prefix.free.meaningful.gained', max: 3 },
				{ metric: 'tools.correct[kind=chain]', maxRise: 0.5 },
			);
			await lab.gate('against-run', ['q4', 'part'], against, '--baseline', 'q8');
			await lab.gate('against-kept', ['q4'], against, '--baseline', 'baseline.json');
		},
	},
	{
		name: 'labels',
		covers: "people's labels: verdict by people, a part of the samples, two people who disagree, a gate beside them",
		async run(lab) {
			lab.config([Q8]);
			await lab.exitCode('run', 'run', '--suite', 'prefix', '--out', 'q8');
			cpSync(lab.path('q8'), lab.path('some'), { recursive: true });
			await lab.exitCode('export', 'label', 'q8', '--export', 'asked.csv', '--who', '지은');
			label(lab, 'all.csv', () => 'N');
			await lab.exitCode('import', 'label', 'q8', '--import', 'all.csv');
			const gate = rules({ metric: 'prefix.hits', min: 5 });
			await lab.step('standing', ['merge', 'q8'], { rows: false });
			label(lab, 'second.csv', (index) => (index < 7 ? 'Y' : 'N'), '민수');
			await lab.exitCode('import-second', 'label', 'q8', '--import', 'second.csv');
			await lab.gate('gate-of-two', ['q8'], gate);
			await lab.step('disputed', ['merge', 'q8'], { rows: false });
			label(lab, 'some.csv', (index) => (index < 6 ? 'N' : ''));
			await lab.exitCode('import-some', 'label', 'some', '--import', 'some.csv');
			await lab.step('partly', ['merge', 'some'], { rows: false });
		},
	},
	{
		name: 'epochs',
		covers:
			'three epochs at a temperature: majority of epochs, clustered intervals, pass@k; determinism at temperature 0',
		async run(lab) {
			lab.config([SAMPLED]);
			await lab.step('sampled', ['run', '--suite', 'prefix', '--epochs', '3', '--temperature', '1'], { metrics: true });
			lab.config([Q8]);
			await lab.exitCode('repeated', 'run', '--suite', 'prefix', '--epochs', '2', '--out', 'repeated');
			await lab.step('greedy', ['run', '--suite', 'prefix', '--epochs', '2', '--determinism'], { rows: false });
		},
	},
	{
		name: 'shards',
		covers: 'three shards merged, and two of three: missing samples, undecided verdict and gate, exit codes',
		async run(lab) {
			lab.config([Q8]);
			for (const shard of [1, 2, 3]) {
				await lab.step(`shard-${shard}`, ['run', '--suite', 'prefix,tools', '--shard', `${shard}/3`], { rows: false });
			}
			await lab.step('merged', ['merge', 'shard-1', 'shard-2', 'shard-3']);
			await lab.step('lacking', ['merge', 'shard-1', 'shard-3'], { metrics: true, rows: false });
			const gate = rules({ metric: 'tools.correct', min: 0.75 }, { metric: 'prefix.hits', min: 3 });
			await lab.gate('gate-of-merged', ['merged', 'lacking'], gate);
		},
	},
];

function rules(...list: readonly object[]): object {
	return { version: 1, rules: list };
}

/** Fills in the exported CSV. */
function label(lab: Lab, file: string, answer: (index: number) => string, who = '지은'): void {
	const [head = '', ...rows] = lab.read('asked.csv').trimEnd().split(/\r?\n/u);
	const names = head.replace(/^\uFEFF/u, '').split(',');
	const filled = rows.map((row, index) => {
		const cells = row.split(',');
		cells[names.indexOf('label')] = answer(index);
		cells[names.indexOf('who')] = who;
		return cells.join(',');
	});
	lab.write(file, `${[head, ...filled].join('\n')}\n`);
}
