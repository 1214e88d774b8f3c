import { UsageError } from '../../base/errors.ts';
import type { AppUnderTest } from '../../eval/app.ts';
import { openedSystem } from '../../eval/evaluate/sample/opened-system.ts';
import type { RunSettings } from '../../eval/settings.ts';
import type { Suite } from '../../eval/suite.ts';
import type { LogSample } from '../../log/record.ts';

interface ResumedSuites {
	readonly suites: readonly Suite[];
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
}

/**
 * Asks the solver of each suite and arm under which system prompt it would ask the first of its samples that are there: no
 * header tells of one that a solver gives itself. Throws {@link UsageError} where that is another, and all of them had the
 * same; where each had its own, as one that tells the time, it gives the doubt that the run then carries.
 */
export async function resumedSystems(
	samples: readonly LogSample[],
	{ suites, app, settings }: ResumedSuites,
	source: string,
): Promise<readonly string[]> {
	const told = samples.filter(({ system }) => system !== undefined);
	const doubtful = new Set<string>();
	for (const arm of Map.groupBy(told, ({ suite, arm }) => JSON.stringify([suite, arm])).values()) {
		const [first] = arm;
		const suite = suites.find(({ name }) => name === first?.suite);
		const sample = suite?.samples.find(({ id }) => id === first?.sampleId);
		if (first === undefined || suite === undefined || sample === undefined) continue;
		const now = await openedSystem({ suite, sample, arm: first.arm }, app, settings);
		if (now === undefined || now === first.system) continue;
		if (arm.some(({ system }) => system !== first.system)) {
			doubtful.add(suite.name);
			continue;
		}
		throw new UsageError(
			`${source}: cannot be resumed, ${suite.name} now asks ${first.sampleId} under another system prompt`,
			{ hint: 'Put what its solver makes it of back as it was when the run began; or start a new run.' },
		);
	}
	return Array.from(doubtful, (name) => `the run was resumed, and ${name} gives its samples other system prompts now`);
}
