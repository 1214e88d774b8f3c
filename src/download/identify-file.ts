import { basename } from 'node:path';
import type { GgufHeader } from '../gguf/gguf-header.ts';
import { sha256 } from '../json/sha256.ts';
import type { ModelIdentity } from '../model/identity.ts';
import { fileSha256 } from './file-hash.ts';

/** How the bundled files call themselves in `general.name`. */
const MINIATURE = 'mini-gemma4-ko';

/** Which weights a GGUF holds. Hashing reads the whole file: after the load it would disturb, not before. */
export async function identifyFile(path: string, header: GgufHeader, signal?: AbortSignal): Promise<ModelIdentity> {
	const { title, sizeBytes, architecture, quantization, parameters, chatTemplate } = header;
	return {
		name: basename(path),
		...(title === undefined ? {} : { title }),
		sizeBytes,
		sha256: await fileSha256(path, signal),
		...(architecture === undefined ? {} : { architecture }),
		...(quantization === undefined ? {} : { quantization }),
		parameters,
		...(chatTemplate === undefined ? {} : { templateSha256: await sha256(chatTemplate) }),
		miniature: title?.startsWith(MINIATURE) ?? false,
	};
}
