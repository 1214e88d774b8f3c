import type { JsonValue } from '../../base/json.ts';
import type { CodeFile } from '../../corpus/manifest.ts';
import type { EvaluatedRun } from '../run.ts';
import type { PromptedSample } from './system-differences.ts';

/** What of a run tells its code. */
export interface CodedRun {
	readonly code?: readonly CodeFile[] | undefined;
}

/** A file by which the code of two runs' configs differs, with the hash that each has of it; absent where it has none. */
export interface CodeDifference {
	readonly name: string;
	readonly first?: string;
	readonly second?: string;
}

/** None where a run does not tell its code. A config that was renamed is the same. */
export function differingCode(one: CodedRun, other: CodedRun): readonly CodeDifference[] {
	if (one.code === undefined || other.code === undefined) return [];
	const [before, now] = [hashes(one.code), hashes(other.code)];
	return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
		const [first, second] = [before.get(name), now.get(name)];
		if (first === second) return [];
		return [{ name, ...(first !== undefined && { first }), ...(second !== undefined && { second }) }];
	});
}

/** How a difference of that file is called among the fields in which runs differ. */
export function codeField({ name }: CodeDifference): string {
	return `${CODE_OF}${name}`;
}

export function isCodeField(field: string): boolean {
	return field.startsWith(CODE_OF);
}

const CODE_OF = 'code of ';

/** That a comparison may be one of code, in a line; none where the code is the same, or not known. */
export function codeLines(one: CodedRun, other: CodedRun): readonly string[] {
	const names = differingCode(one, other).map(({ name }) => name);
	if (names.length === 0) return [];
	return [`the runs were made by other code (${names.join(', ')}), which may be what they differ by`];
}

function hashes(code: readonly CodeFile[]): ReadonlyMap<string, string> {
	return new Map(code.map(({ name, sha256 }, index) => [index === 0 ? 'the config' : name, sha256]));
}

/** A field of the runs' identity that differs; a value that a run does not tell is absent. */
export interface FieldDifference {
	/** Such as `corpus.prefix.sha256` or `settings.temperature`. */
	readonly field: string;
	readonly first?: JsonValue;
	readonly second?: JsonValue;
}

/** What of a run tells what it asked; all but its samples is known before the run. */
export interface IdentifiedRun extends Pick<EvaluatedRun, 'header'> {
	readonly samples?: readonly PromptedSample[] | undefined;
}
