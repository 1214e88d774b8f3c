import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { EngineError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { systemCode } from '../base/read-file.ts';
import { withoutAddressSecrets } from '../text/secrets.ts';
import { type GgufHeader, readGgufHeader } from './header.ts';
import { GgufError } from './reader.ts';

/**
 * Reads the header of a model file. Throws {@link EngineError} `model-missing`, `model-invalid` or `model-unsupported`
 * before any engine opens the file.
 */
export function checkModelFile(path: string, wanted: 'model' | 'adapter' = 'model'): GgufHeader {
	const name = basename(path);
	if (fileStats(path).size === 0) throw new EngineError('model-invalid', message('model.empty', { name }));
	const header = readHeader(path, name);
	const { sizeBytes: bytes, neededBytes: needed } = header;
	if ((header.type === 'adapter') !== (wanted === 'adapter'))
		throw new EngineError(
			'model-unsupported',
			message(wanted === 'model' ? 'model.adapter' : 'model.no-adapter', { name }),
		);
	if (bytes < needed) throw new EngineError('model-invalid', message('model.cut-short', { name, bytes, needed }));
	return header;
}

function fileStats(path: string): Stats {
	let stats: Stats;
	try {
		stats = statSync(path);
	} catch (cause) {
		const said =
			systemCode(cause) === 'EACCES'
				? message('model.denied', { path })
				: message('model.missing', { path: withoutAddressSecrets(path) });
		throw new EngineError('model-missing', said, { cause });
	}
	if (stats.isFile()) return stats;
	throw new EngineError('model-missing', message('model.not-a-file', { path }));
}

function readHeader(path: string, name: string): GgufHeader {
	try {
		return readGgufHeader(path);
	} catch (cause) {
		if (cause instanceof GgufError) throw invalid(cause, path, name);
		const reason = (cause as Error).message;
		throw new EngineError('model-missing', message('model.unreadable', { path, reason }), { cause });
	}
}

function invalid(cause: GgufError, path: string, name: string): EngineError {
	const { kind, said: reason } = cause;
	if (kind === 'version') {
		return new EngineError('model-unsupported', message('model.gguf-version', { name, reason }), { cause });
	}
	if (kind === 'damaged')
		return new EngineError('model-invalid', message('model.damaged', { name, reason }), { cause });
	const beginning = firstBytes(path);
	if (beginning.startsWith('LITERTLM') || isLiteRtFile(name))
		return new EngineError('model-unsupported', message('model.litert', { name }), { cause });
	const code = /^\s*</.test(beginning)
		? 'model.web-page'
		: beginning.startsWith('version https://git-lfs')
			? 'model.lfs-pointer'
			: 'model.not-gguf';
	return new EngineError('model-invalid', message(code, { name }), { cause });
}

/** Whether a file is named as LiteRT-LM's and MediaPipe's models are. */
export function isLiteRtFile(name: string): boolean {
	return /\.(?:litertlm|task)$/iu.test(name);
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

/** Sorted names of the GGUF files in a folder and its subfolders; none if it cannot be read. */
export function ggufFiles(folder: string): readonly string[] {
	try {
		const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		return names.filter((name) => name.endsWith('.gguf')).sort();
	} catch {
		return [];
	}
}
