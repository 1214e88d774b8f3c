import type { Config } from '../../src/config/define.ts';
import { type Composition, compose } from '../compose.ts';
import type { OpenedConfig } from '../open-config.ts';

/** Puts a config together for what asks no model, gemmark's own where none is named; its servers are not started. */
export async function composedFor<T>(
	config: Config | string | undefined,
	folder: string | undefined,
	work: (composition: Composition) => Promise<T>,
): Promise<T> {
	const opened = config === undefined ? undefined : await openedFrom(config, folder);
	const composition = await compose(opened, { servers: false });
	try {
		return await work(composition);
	} finally {
		await composition.close();
	}
}

/** What evaluates is loaded for a config alone: it brings engines' runners and prompts' checks with it. */
async function openedFrom(config: Config | string, folder: string | undefined): Promise<OpenedConfig> {
	const { opening } = await import('../evaluate.ts');
	return opening(config, folder);
}
