import { isJsonObject, type MutableJsonObject, setOwn } from '../json/json-value.ts';

/** A row whose fields are written `like_this`, as the files have them, with its fields named `likeThis`, as the code does. */
export function camelFields(row: unknown): unknown {
	if (!isJsonObject(row as never)) return row;
	const renamed: MutableJsonObject = {};
	for (const [name, value] of Object.entries(row as object)) {
		setOwn(renamed, camelCase(name), value);
	}
	return renamed;
}

/** `likeThis` of a name that is written `like_this`. */
export function camelCase(name: string): string {
	return name.replace(/(?<=[a-z])_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}
