import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { EngineError } from '../base/errors.ts';
import { withoutAddressSecrets } from '../text/secrets.ts';
import { GgufError, type GgufHeader, readGgufHeader } from './header.ts';

const AGAIN = 'Download it again.';

/**
 * Reads the header of a model file. Throws {@link EngineError} `model-missing`, `model-invalid` or `model-unsupported`
 * with one line that a person understands, before any engine touches the file.
 */
export function checkModelFile(path: string): GgufHeader {
	const name = basename(path);
	if (fileStats(path).size === 0) throw new EngineError('model-invalid', `${name} is empty`, { hint: AGAIN });
	const header = readHeader(path, name);
	if (header.sizeBytes < header.neededBytes) {
		throw new EngineError(
			'model-invalid',
			`${name} is cut short: it has ${header.sizeBytes} of at least ${header.neededBytes} bytes`,
			{ hint: AGAIN },
		);
	}
	return header;
}

function fileStats(path: string): Stats {
	let stats: Stats;
	try {
		stats = statSync(path);
	} catch (error) {
		const denied = (error as NodeJS.ErrnoException).code === 'EACCES';
		throw denied
			? new EngineError('model-missing', `${path} may not be read`, { hint: 'Change its permissions.', cause: error })
			: new EngineError('model-missing', `There is no model file at ${withoutAddressSecrets(path)}`, {
					hint: 'Check the path, or name a model to download, such as hf:user/repo:Q4_0.',
					cause: error,
				});
	}
	if (stats.isFile()) return stats;
	throw new EngineError('model-missing', `${path} is not a file`, { hint: 'Name the .gguf file itself.' });
}

function readHeader(path: string, name: string): GgufHeader {
	try {
		return readGgufHeader(path);
	} catch (error) {
		if (error instanceof GgufError) throw invalid(error, path, name);
		throw new EngineError('model-missing', `${path} cannot be read: ${(error as Error).message}`, { cause: error });
	}
}

function invalid(error: GgufError, path: string, name: string): EngineError {
	if (error.kind === 'version') {
		return new EngineError('model-unsupported', `${name} cannot be read: ${error.message}`, {
			hint: 'Use a little-endian GGUF of version 3, as current conversions are.',
			cause: error,
		});
	}
	if (error.kind === 'damaged') {
		return new EngineError('model-invalid', `${name} is damaged: ${error.message}`, { hint: AGAIN, cause: error });
	}
	const beginning = firstBytes(path);
	if (/^\s*</.test(beginning)) {
		return new EngineError('model-invalid', `${name} is a web page, not a model`, {
			hint: 'The download saved a page of the site: use the direct link to the file, or hf:user/repo:Q4_0.',
			cause: error,
		});
	}
	if (beginning.startsWith('version https://git-lfs')) {
		return new EngineError('model-invalid', `${name} is a Git LFS pointer, not the model itself`, {
			hint: 'Run git lfs pull where it comes from.',
			cause: error,
		});
	}
	return new EngineError('model-invalid', `${name} is not a GGUF file: ${error.message}`, {
		hint: 'llama.cpp reads models in GGUF format only.',
		cause: error,
	});
}

function firstBytes(path: string): string {
	const file = openSync(path, 'r');
	try {
		const bytes = Buffer.alloc(256);
		return bytes.toString('utf8', 0, readSync(file, bytes));
	} finally {
		closeSync(file);
	}
}

/** Names of the GGUF files in a folder and those below it, sorted; none of a folder that cannot be read. */
export function ggufFiles(folder: string): readonly string[] {
	try {
		const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		return names.filter((name) => name.endsWith('.gguf')).sort();
	} catch {
		return [];
	}
}
