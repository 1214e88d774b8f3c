import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { ConfigError } from '../errors/gemmark-error.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';

/** A line of a file: its object, or why it is none. */
export interface JsonLine {
	/** `file:line` */
	readonly place: string;
	/** Absent where the line is no JSON object. */
	readonly row?: JsonObject | undefined;
}

/** The lines of a file as they are read, empty ones left out: a file may be larger than the memory. Throws {@link ConfigError}. */
export async function* jsonLines(file: string): AsyncGenerator<JsonLine, void, void> {
	const input = createReadStream(file, 'utf8');
	try {
		let number = 0;
		for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
			number += 1;
			const text = line.replace(/^\uFEFF/u, '').normalize('NFC');
			if (text.trim() !== '') yield { place: `${file}:${number}`, row: objectOf(text) };
		}
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === undefined) throw cause;
		const text = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
		throw new ConfigError(`${file}: ${text}`, { hint: 'docs/benchmarks.md tells where the data is.', cause });
	} finally {
		input.destroy();
	}
}

function objectOf(text: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isJsonObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
