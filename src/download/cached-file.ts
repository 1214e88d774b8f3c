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
	const safe = name.replaceAll(/[^\p{L}\p{N}._+() -]/gu, '_');
	return /^[. ]*$/.test(safe) ? '_' : shortName(safe, name);
}

/** Bytes of a name: systems take 255, of which a download that is under way has some more. */
export const MAX_NAME_BYTES = 200;

/** A long name keeps its beginning and its kind; names that differ stay different. */
function shortName(safe: string, name: string): string {
	if (Buffer.byteLength(safe) <= MAX_NAME_BYTES) return safe;
	const [kind = ''] = /\.[a-z0-9]{1,10}$/iu.exec(safe) ?? [];
	const end = `-${createHash('sha256').update(name).digest('hex').slice(0, 12)}${kind}`;
	const bytes = Buffer.from(safe).subarray(0, MAX_NAME_BYTES - end.length);
	return bytes.toString('utf8').replace(/\ufffd+$/u, '') + end;
}
