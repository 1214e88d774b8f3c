import type { Golden } from '../lab.ts';

const Q8 = { model: 'mini-q8', recording: 'coach-q8' };

/** The habit coach in Korean, with what the bundled miniature said in llama.cpp. */
export const COACH: readonly Golden[] = [
	...['prefix', 'frame', 'tools', 'replay', 'dialogs'].map(
		(suite): Golden => ({
			name: `coach-${suite}`,
			covers: `the bundled suite ${suite} on recorded llama.cpp generations of the miniature (ko)`,
			async run(lab) {
				lab.config([Q8]);
				await lab.step('run', ['run', '--suite', suite], { metrics: true });
			},
		}),
	),
];
