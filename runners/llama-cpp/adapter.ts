import { basename } from 'node:path';
import { EngineError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { fileSha256 } from '../../src/download/cache.ts';
import { checkModelFile } from '../../src/gguf/check.ts';
import type { GgufHeader } from '../../src/gguf/header.ts';
import type { ModelIdentity } from '../../src/model/identity.ts';
import type { LlamaCppOptions } from './options.ts';

/** Its header, with the bytes of the adapter among its own. Throws {@link EngineError} for a file that is no adapter of this model. */
export function withAdapter({ adapter }: LlamaCppOptions, header: GgufHeader): GgufHeader {
	if (adapter === undefined) return header;
	const { architecture = 'unknown', sizeBytes } = checkModelFile(adapter, 'adapter');
	if (architecture === header.architecture) return { ...header, sizeBytes: header.sizeBytes + sizeBytes };
	const said = { name: basename(adapter), architecture, model: header.architecture ?? 'unknown' };
	throw new EngineError('model-unsupported', message('model.adapter-of-other', said));
}

export async function adapterIdentity(
	options: LlamaCppOptions,
	signal?: AbortSignal,
): Promise<ModelIdentity['adapter']> {
	const { adapter, adapterScale: scale = 1 } = options;
	return adapter === undefined
		? undefined
		: { name: basename(adapter), sha256: await fileSha256(adapter, signal), scale };
}
