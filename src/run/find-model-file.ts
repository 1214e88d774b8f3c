import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../base/errors.ts';
import { fileSha256, modelCacheFolder } from '../download/cache.ts';
import { ggufFiles } from '../gguf/check.ts';
import type { ModelIdentity } from '../model/identity.ts';
import { bundledModelFolder } from './bundled-model.ts';

/**
 * The file a run was made with: among the files named, the bundled ones and the downloads, the one with the run's size
 * and hash. Throws {@link UsageError} where it is not there.
 */
export async function findModelFileOf(model: ModelIdentity, named: readonly string[]): Promise<string> {
	const { sha256, sizeBytes } = model;
	if (sha256 === undefined) {
		throw new UsageError(`${model.name}: its run does not tell the hash of a model file`, {
			hint: 'Divergence needs runs of GGUF files.',
		});
	}
	const known = [bundledModelFolder(), modelCacheFolder()].flatMap((folder) =>
		ggufFiles(folder).map((name) => join(folder, name)),
	);
	for (const path of new Set([...named, ...known])) {
		if (sizeOf(path) === sizeBytes && (await fileSha256(path)) === sha256) return path;
	}
	throw new UsageError(`${model.name}: the file of its run (sha256 ${sha256.slice(0, 12)}…) is not here`, {
		hint: 'Name it with --model PATH.',
	});
}

function sizeOf(path: string): number | undefined {
	return statSync(path, { throwIfNoEntry: false })?.size;
}
