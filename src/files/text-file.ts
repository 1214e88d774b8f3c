import { createHash } from 'node:crypto';
import { ConfigError } from '../errors/gemmark-error.ts';
import { readRegularFile, systemCode } from './read-regular.ts';

export interface TextFile {
	/** NFC, without byte order mark and carriage returns. */
	readonly text: string;
	/** Of the file's bytes, lower-case hex. */
	readonly sha256: string;
}

/** Reads a text file, UTF-8 or UTF-16LE with its mark. Throws {@link ConfigError}. */
export function readTextFile(path: string, maxBytes: number): TextFile {
	const bytes = readBytes(path, maxBytes);
	const text = decode(bytes, path);
	if (text.includes('\0')) throw notText(path);
	return {
		text: text
			.replace(/^\uFEFF/u, '')
			.replaceAll('\r\n', '\n')
			.normalize('NFC'),
		sha256: createHash('sha256').update(bytes).digest('hex'),
	};
}

function readBytes(path: string, maxBytes: number): Uint8Array {
	try {
		return readRegularFile(path, maxBytes);
	} catch (cause) {
		if (systemCode(cause) === 'too large') {
			throw new ConfigError(`${path}: too large (${(cause as Error).message})`, {
				hint: `At most ${maxBytes} bytes are read.`,
				cause,
			});
		}
		throw new ConfigError(`${path}: ${reasonOf(cause)}`, { hint: 'Check the path and its permissions.', cause });
	}
}

function reasonOf(cause: unknown): string {
	const code = systemCode(cause);
	if (code === 'ENOENT') return 'there is no such file';
	return code === 'EISDIR' ? 'is a folder' : `cannot be read (${code})`;
}

function decode(bytes: Uint8Array, path: string): string {
	const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		throw notText(path, cause);
	}
}

function notText(path: string, cause?: unknown): ConfigError {
	return new ConfigError(`${path}: is not UTF-8`, { hint: "Save the file as UTF-8; in Excel as 'CSV UTF-8'.", cause });
}
