import type { AppUnderTest, HabitSeed, Protocol } from '../../src/index.ts';
import { loadCorpus, loadPrompt } from '../../src/node.ts';
import { HabitDatabase } from './habit-database.ts';
import { habitTools } from './tools.ts';

export { HabitDatabase } from './habit-database.ts';

export interface HabitCoachOptions {
	/** System prompt; gemmark's own where absent. */
	readonly system?: string;
	readonly catalog?: readonly Protocol[];
	/** State each sample starts with. */
	readonly seed?: HabitSeed;
}

/** The habit coach: six tools over a database of its own per session. Throws ConfigError where its data are not valid. */
export function habitCoach(options: HabitCoachOptions = {}): AppUnderTest {
	const catalog = options.catalog ?? loadCorpus('catalog').contents;
	const seed = options.seed ?? loadCorpus('habits').contents;
	return {
		name: 'habit-coach',
		version: '1',
		system: options.system ?? loadPrompt('coach-system').text,
		open() {
			const database = new HabitDatabase(catalog, seed);
			return {
				tools: habitTools.map((tool) => ({ ...tool, handler: (args) => tool.handler(args, { database }) })),
				snapshot: () => database.snapshot(),
				close: () => database.close(),
			};
		},
	};
}
