import { type EvidenceRow, RUN } from './evidence-row.ts';
import type { Lab } from './lab.ts';

/** Gates that pass or fail for want of evidence, and what is only reported when the run is over. */
export const GATE_ROWS: readonly EvidenceRow[] = [
	{
		seen: 'a limited baseline under maxDrop: 0',
		tested: true,
		before: 'the gate passes',
		async run(lab) {
			await lab.gemmark(...RUN, '--limit', '1', '--out', 'base');
			return gated(lab, 'metric: prefix.meaningful, maxDrop: 0', '--baseline', 'base');
		},
		says: [/^gemmark: base: .*limit/u],
		exitCode: 2,
	},
	{
		seen: 'a baseline that crashed under maxDrop: 0',
		tested: true,
		before: 'the gate passes',
		async run(lab) {
			await lab.gemmark(...RUN, '--out', 'base');
			lab.edit('base/log.jsonl', (log) => log.split('\n').slice(0, 6).join('\n'));
			return gated(lab, 'metric: prefix.meaningful, maxDrop: 0', '--baseline', 'base');
		},
		says: [/^gemmark: base: /u],
		exitCode: 2,
	},
	{
		seen: 'a gate on a rate of which most was cut',
		tested: true,
		before: 'gate: passed, exit 0, by 1 of 59 samples',
		run: (lab) => gated(lab, 'metric: tools.correct, min: 0.9', '--suite', 'tools', '--max-tokens', '12'),
		says: [/^\? tools\.correct\b.*\b58\b/u],
		exitCode: 3,
	},
	{
		seen: 'a gate on what a cut run has no number of',
		before: 'prefix.hits is 0, the gate fails as if the model had',
		run: (lab) => gated(lab, 'metric: prefix.hits, min: 5', '--max-tokens', '3'),
		says: [/^\? prefix\.hits\b.*\b15\b/u, /^= prefix undecided/u],
		exitCode: 3,
	},
	{
		seen: 'a gate on prefix.unscored',
		before: 'there is no such metric',
		run: (lab) => gated(lab, 'metric: prefix.unscored, max: 0', '--max-tokens', '3'),
		says: [/^✗ prefix\.unscored\b.*\b15\b/u],
		exitCode: 1,
	},
	{
		seen: 'a misspelt metric in a gate',
		tested: true,
		before: 'reported after the run',
		run: (lab) => gated(lab, 'metric: prefix.hitz, min: 5'),
		says: [/gate\.yaml: rules\[0\]\.metric: .*prefix\.hitz.*prefix\.hits\b/u],
		exitCode: 2,
	},
	{
		seen: 'a baseline of other settings',
		before: 'reported after the run',
		async run(lab) {
			await lab.gemmark(...RUN, '--out', 'base');
			return gated(
				lab,
				'metric: prefix.meaningful, maxDrop: 0',
				'--baseline',
				'base',
				'--max-tokens',
				'64',
				'--out',
				'new',
			);
		},
		says: [/^gemmark: .*settings\.maxTokens.*512.*64/u],
		exitCode: 2,
	},
];

function gated(lab: Lab, rule: string, ...options: readonly string[]): ReturnType<Lab['gemmark']> {
	lab.edit('gate.yaml', () => `version: 1\nrules:\n  - { ${rule} }\n`);
	return lab.gemmark(...RUN, '--gate', 'gate.yaml', ...options);
}
