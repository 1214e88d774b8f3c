import type { RunSettings } from '../eval/settings.ts';

/** Fixture: settings of a short run. */
export function runSettingsFixture(changes: Partial<RunSettings> = {}): RunSettings {
	return {
		seed: 1,
		epochs: 1,
		temperature: 0,
		maxTokens: 64,
		deadlineMs: 1000,
		policy: 'push',
		reading: 'lenient',
		dialect: 'gemma4',
		reflection: false,
		...changes,
	};
}
