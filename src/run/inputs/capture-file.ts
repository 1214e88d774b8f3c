import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { CorpusLogger } from '../../chat/corpus-logger.ts';
import { JsonLineLogger } from '../../chat/json-line-logger.ts';
import { ConfigError, EnvironmentError } from '../../errors/gemmark-error.ts';
import type { PlannedSample } from '../../eval/plan.ts';
import { withoutSecrets } from '../../text/secret/secret.ts';

/** Largest capture, bytes: fifteen prompts are a megabyte, a day of logcat is far less than this. */
export const MAX_CAPTURE_BYTES: number = 256 * 1024 * 1024;

/** Text of a capture; `-` is the standard input. PowerShell redirects as UTF-16, so that is read too. */
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

/** A run's turns as an app on a device would log them (`--capture`), of suites with one user turn per sample. */
export class CaptureFile {
	readonly #path: string;
	readonly #logger: JsonLineLogger;
	#lost: EnvironmentError | undefined;

	/** Throws {@link EnvironmentError} when the file cannot be written. */
	constructor(path: string, resume: boolean, miniature: boolean) {
		this.#path = path;
		try {
			if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) {
				throw Object.assign(new Error('not a file'), { code: 'not a file' });
			}
			if (resume) appendFileSync(path, '');
			else writeFileSync(path, '');
		} catch (cause) {
			throw this.#failure('cannot be written', cause);
		}
		this.#logger = new JsonLineLogger({ write: (line) => this.#append(line), miniature });
	}

	loggerFor({ suite, sample }: PlannedSample): CorpusLogger | undefined {
		if (suite.oneTurn !== true) return undefined;
		this.#logger.prompt = sample.id;
		return this.#logger;
	}

	/** Throws {@link EnvironmentError} when something of the run is not in the file: no turn fails for its logger. */
	requireWhole(): void {
		if (this.#lost !== undefined) throw this.#lost;
	}

	#append(line: string): void {
		try {
			appendFileSync(this.#path, `${withoutSecrets(line)}\n`);
		} catch (cause) {
			this.#lost ??= this.#failure('the capture is not whole', cause);
		}
	}

	#failure(what: string, cause: unknown): EnvironmentError {
		return new EnvironmentError(`${this.#path}: ${what} (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name another file with --capture.',
			cause,
		});
	}
}
