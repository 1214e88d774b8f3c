import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** Where a file of the hub lies in the cache: in a folder for its repository. */
export function hubFilePath(cacheFolder: string, repository: string, file: string): string {
	return join(hubFolder(cacheFolder, repository), ...file.split('/').map(safeName));
}

export function hubFolder(cacheFolder: string, repository: string): string {
	return join(cacheFolder, 'hub', ...repository.split('/').map(safeName));
}

/** Where a file from an address lies: two addresses never share a place. */
export function urlFilePath(cacheFolder: string, url: URL): string {
	const address = createHash('sha256').update(url.href).digest('hex').slice(0, 12);
	const name = decodeName(url.pathname.split('/').at(-1) ?? '');
	return join(cacheFolder, 'url', safeName(url.hostname), address, safeName(name === '' ? 'model.gguf' : name));
}

function decodeName(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

/** A name that stays in its folder on every system, whatever a server or a reference calls the file. */
function safeName(name: string): string {
	const safe = name.replaceAll(/[^\p{L}\p{N}._+() -]/gu, '_').slice(0, 200);
	return /^[. ]*$/.test(safe) ? '_' : safe;
}
