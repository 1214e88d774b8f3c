import { existsSync, globSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { ConfigError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { readTextFile, shownPath } from '../../src/base/read-file.ts';
import { type DataText, MAX_DATA_BYTES, parseData } from '../../src/config/data-text.ts';
import { liesWithin } from '../../src/config/folder.ts';
import { type ContentPlace, fieldPath, placeOf } from '../../src/config/issue.ts';
import { parseJson } from '../../src/corpus/corpus-text.ts';
import { singleLine } from '../../src/text/text.ts';

/**
 * Paths of the files that `file://...` names beside the promptfooconfig, also by a pattern (`*.yaml`), in order; undefined
 * for any other text. Throws ConfigError for one outside of its folder: what it holds would be copied, and asked of a model.
 */
export function namedFiles(value: unknown, folder: string): readonly string[] | undefined {
	if (typeof value !== 'string' || !value.startsWith('file://')) return undefined;
	const name = value.slice('file://'.length);
	const paths = /[*?[{]/u.test(name) ? globSync(name, { cwd: folder }).toSorted() : [];
	return (paths.length === 0 ? [name] : paths).map((path) => {
		const absolute = resolve(folder, path);
		if (liesWithin(folder, absolute)) return shownPath(absolute);
		throw new ConfigError(message('promptfoo.outside', { path: value, folder: shownPath(resolve(folder)) }));
	});
}

/** Whether it is there and holds data or text: code is promptfoo's own. */
export function isReadable(file: string, endings: readonly string[]): boolean {
	return endings.includes(extname(file).toLowerCase()) && existsSync(file);
}

/** Text of a file. Throws ConfigError naming it. */
export function readText(file: string): string {
	return readTextFile(file, MAX_DATA_BYTES).text;
}

/** Content of a YAML, JSON or JSONL file. Throws ConfigError naming file and line. */
export function readData(file: string): DataText {
	const text = readText(file);
	if (!file.endsWith('.jsonl')) return parseData(text, file);
	const rows = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
	return {
		content: rows.map(({ line, number }) => parseJson(line, `${file}:${number}`)) as DataText['content'],
		lineOf: ([index]) => (typeof index === 'number' ? rows[index]?.number : undefined),
	};
}

/** What of a promptfooconfig is not taken, one line each: file and line, field, and why. */
export class Refusals {
	readonly #lines: string[] = [];
	readonly #unasked = new Set<string>();

	add(place: ContentPlace, at: readonly PropertyKey[], reason: string): void {
		this.#line(place, at, reason);
	}

	/** What cannot even be asked, so that no sample has it as refused. */
	exclude(place: ContentPlace, at: readonly PropertyKey[], reason: string): void {
		this.#unasked.add(this.#line(place, at, reason));
	}

	/** What most likely stops all: a test that cannot be asked before an assertion that is not taken. */
	get first(): string | undefined {
		const [unasked] = this.#unasked;
		return unasked ?? this.#lines[0];
	}

	/** Number of lines about what is not even asked. */
	get unasked(): number {
		return this.#unasked.size;
	}

	#line(place: ContentPlace, at: readonly PropertyKey[], reason: string): string {
		const line = singleLine(`${placeOf(place, at)}: ${fieldPath(at)}: ${reason}`).slice(0, 400);
		if (!this.#lines.includes(line)) this.#lines.push(line);
		return line;
	}

	get lines(): readonly string[] {
		return this.#lines;
	}
}

/** A value of a file, and where it stands. */
export interface Written<T = unknown> {
	readonly value: T;
	readonly place: ContentPlace;
	readonly at: readonly PropertyKey[];
}
