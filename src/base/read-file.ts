import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from './errors.ts';
import { type Message, message } from './message.ts';

/**
 * Reads a regular file; a pipe or device could block forever. Throws `not a file` for others, `EISDIR` for a folder,
 * `too large` beyond `maxBytes`, else the system's error.
 */
export function readRegularFile(path: string, maxBytes: number = Number.POSITIVE_INFINITY): Buffer {
	// Opening a pipe would wait for its writer.
	const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const stats = fstatSync(file);
		if (stats.isDirectory()) throw coded('EISDIR');
		if (!stats.isFile()) throw coded('not a file');
		if (stats.size > maxBytes) throw coded('too large', `${stats.size} bytes`);
		return readFileSync(file);
	} finally {
		closeSync(file);
	}
}

function coded(code: string, message: string = code): Error {
	return Object.assign(new Error(message), { code });
}

/** The system's error code: `ENOSPC`. */
export function systemCode(error: unknown): string {
	const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
	return typeof code === 'string' ? code : 'unknown';
}

interface TextFile {
	/** NFC, without byte order mark and carriage returns. */
	readonly text: string;
	/** Of the bytes, lower-case hex. */
	readonly sha256: string;
}

const read = new Set<string>();

/** Absolute paths of the configs, corpora, prompts and other texts that this process has read, or tried to. */
export function filesRead(): readonly string[] {
	return [...read];
}

/** Notes a file that is read otherwise, such as a module. */
export function noteRead(path: string): void {
	read.add(resolve(path));
}

const fromExcel = new Set<string>();

/** Tables that were read as CP949 since the last call. */
export function takeCp949Files(): readonly string[] {
	const files = [...fromExcel];
	fromExcel.clear();
	return files;
}

/**
 * Reads a text file, UTF-8 or UTF-16LE with its mark; a CSV that is neither as CP949, which a Korean Excel writes. Throws
 * {@link ConfigError}.
 */
export function readTextFile(path: string, maxBytes: number): TextFile {
	noteRead(path);
	const bytes = readBytes(path, maxBytes);
	const text = decode(bytes, path);
	if (text.includes('\0')) throw notText(path);
	return {
		text: text
			.replace(/^\uFEFF/u, '')
			.replaceAll('\r\n', '\n')
			.normalize('NFC'),
		// Not imported: commands that read nothing start in a tenth less time.
		sha256: process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex'),
	};
}

function readBytes(path: string, maxBytes: number): Uint8Array {
	try {
		return readRegularFile(path, maxBytes);
	} catch (cause) {
		if (systemCode(cause) === 'too large') {
			throw new ConfigError(message('file.too-large', { path, limit: maxBytes }), { cause });
		}
		throw new ConfigError(message('file.unreadable', { path, reason: reasonOf(cause) }), { cause });
	}
}

function reasonOf(cause: unknown): Message {
	const code = systemCode(cause);
	if (code === 'ENOENT') return message('file.missing');
	return code === 'EISDIR' ? message('file.folder') : message('file.denied', { code: code ?? '' });
}

function decode(bytes: Uint8Array, path: string): string {
	const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
	try {
		return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (cause) {
		const text = /\.[ct]sv$/iu.test(path) ? decodeCp949(bytes) : undefined;
		if (text === undefined) throw notText(path, cause);
		fromExcel.add(shownPath(path));
		return text;
	}
}

/** Bytes of each two-byte character. Node's decoder has only EUC-KR, to which CP949 adds the other syllables in order. */
export function cp949Bytes(): ReadonlyMap<string, readonly [number, number]> {
	const eucKr = new TextDecoder('euc-kr');
	const bytes = new Map<string, readonly [number, number]>();
	for (let lead = 0xa1; lead <= 0xfe; lead++) {
		for (let trail = 0xa1; trail <= 0xfe; trail++) {
			bytes.set(eucKr.decode(Uint8Array.of(lead, trail)), [lead, trail]);
		}
	}
	let syllable = 0xac00;
	for (let lead = 0x81; lead <= 0xc6; lead++) {
		for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
			if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue;
			while (bytes.has(String.fromCharCode(syllable))) syllable++;
			if (syllable <= 0xd7a3) bytes.set(String.fromCharCode(syllable), [lead, trail]);
		}
	}
	return bytes;
}

/** Text as a Korean Excel saves it; undefined for bytes that CP949 does not have. */
function decodeCp949(bytes: Uint8Array): string | undefined {
	const chars = new Map(Array.from(cp949Bytes(), ([char, [lead, trail]]) => [lead * 256 + trail, char]));
	const text: string[] = [];
	for (let at = 0; at < bytes.length; at++) {
		const byte = bytes[at] ?? 0;
		const char = byte < 0x80 ? String.fromCharCode(byte) : chars.get(byte * 256 + (bytes[++at] ?? 0));
		if (char === undefined || char.includes('\ufffd')) return undefined;
		text.push(char);
	}
	return text.join('');
}

function notText(path: string, cause?: unknown): ConfigError {
	return new ConfigError(message('file.not-utf8', { path }), { cause });
}

/** A path for people: relative inside the working folder, else absolute. */
export function shownPath(path: string): string {
	const absolute = resolve(path);
	const short = relative(process.cwd(), absolute);
	return short === '' || short.startsWith('..') || isAbsolute(short) ? absolute : short;
}

/** Folder of gemmark's package.json: the checkout, or the installed package. */
export function packageRoot(): string {
	let folder = dirname(fileURLToPath(import.meta.url));
	while (!existsSync(join(folder, 'package.json'))) {
		const parent = dirname(folder);
		if (parent === folder) throw new Error('gemmark runs outside of its package');
		folder = parent;
	}
	return folder;
}

/** Version of gemmark. */
export function packageVersion(): string {
	return (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
