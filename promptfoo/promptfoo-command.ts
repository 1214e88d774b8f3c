import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { modelCacheFolder } from '../src/download/folders.ts';

/** The promptfoo that gemmark is tried with; what the viewer and the provider take is its own. */
export const PROMPTFOO_VERSION = '0.123.1';

export interface PromptfooCommand {
	readonly command: string;
	readonly args: readonly string[];
}

/** Where `npm run test:promptfoo` puts it. */
export function promptfooCacheFolder(): string {
	return join(modelCacheFolder(), `promptfoo-${PROMPTFOO_VERSION}`);
}

/** promptfoo of the project, of the folder that `GEMMARK_PROMPTFOO` names, or of the cache; undefined where none has it. */
export function installedPromptfoo(folder: string = process.cwd()): PromptfooCommand | undefined {
	const named = process.env.GEMMARK_PROMPTFOO;
	const from = [folder, ...(named === undefined || named === '' ? [] : [resolve(named)]), promptfooCacheFolder()];
	const entry = from.map(entrypointFrom).find((found) => found !== undefined);
	return entry === undefined ? undefined : { command: process.execPath, args: [entry] };
}

/** npx of the pinned version: the first time it downloads, and keeps, 1.9 GB. */
export function downloadedPromptfoo(): PromptfooCommand {
	return { command: 'npx', args: ['--yes', `promptfoo@${PROMPTFOO_VERSION}`] };
}

/** What promptfoo is run with: it sends nothing, looks for no update, and writes its database into the given folder. */
export function quietPromptfoo(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
	return {
		...environment,
		PROMPTFOO_DISABLE_TELEMETRY: '1',
		PROMPTFOO_DISABLE_UPDATE: '1',
		PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
		PROMPTFOO_DISABLE_SHARING: '1',
	};
}

function entrypointFrom(folder: string): string | undefined {
	try {
		const main = createRequire(join(folder, 'package.json')).resolve('promptfoo');
		const entry = join(dirname(main), 'entrypoint.js');
		return existsSync(entry) ? entry : undefined;
	} catch {
		return undefined;
	}
}
