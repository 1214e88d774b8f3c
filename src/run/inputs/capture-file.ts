import { readFileSync } from 'node:fs';
import { ConfigError } from '../../errors/gemmark-error.ts';

/** Largest capture, bytes: fifteen prompts are a megabyte, a day of logcat is far less than this. */
export const MAX_CAPTURE_BYTES: number = 256 * 1024 * 1024;

/** Text of a capture; `-` is the standard input. PowerShell redirects as UTF-16, so that is read too. Throws {@link ConfigError}. */
export async function readCapture(path: string): Promise<string> {
	let bytes: Buffer;
	try {
		bytes = path === '-' ? await standardInput() : readFileSync(path);
	} catch (cause) {
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a file with the output of adb logcat, or - for the standard input.',
			cause,
		});
	}
	if (bytes.length > MAX_CAPTURE_BYTES) {
		throw new ConfigError(`${path}: more than ${MAX_CAPTURE_BYTES} bytes are too many for a capture`, {
			hint: 'Keep the lines with [gemmark-corpus] only: grep does it.',
		});
	}
	const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
	return bytes.toString(utf16 ? 'utf16le' : 'utf8');
}

/** Its writer may take its time; more than a capture may have is not waited for. */
async function standardInput(): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > MAX_CAPTURE_BYTES) break;
	}
	return Buffer.concat(chunks);
}
