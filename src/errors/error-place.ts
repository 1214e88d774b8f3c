/**
 * The first frames of a stack, each `function (file:line:column)`: files by their name alone, those of the runtime left
 * out. What stands before the frames is the error's message.
 */
export function stackLines(stack: string, most: number): readonly string[] {
	return stack
		.split('\n')
		.flatMap((line) => FRAME.exec(line)?.[1] ?? [])
		.filter((frame) => !frame.includes('node:'))
		.slice(0, most)
		.map(frameText);
}

const FRAME = /^\s{2,}at (.+)$/u;

function frameText(frame: string): string {
	const start = CALLED.exec(frame) ?? ALONE.exec(frame);
	const at = POSITION.exec(frame);
	if (start === null || at === null) return withoutFolders(frame);
	const call = frame.slice(0, start.index);
	const name = nameOf(frame.slice(start.index + start[0].length, at.index));
	return call === '' ? `${name}${at[1]}` : `${call} (${name}${at[1]})`;
}

/** Where the file begins, behind `call (` or alone; a folder may have brackets in its name. */
const CALLED = / \((?=[\w-]+:|[\\/])/u;
const ALONE = /^(?:async )?(?=[\w-]+:|[\\/])/u;
const POSITION = /(:\d{1,9}:\d{1,9})\)?$/u;

/** The last part of a path, or of the URL as which Node names a module: percent signs of one are read. */
function nameOf(file: string): string {
	const name = file.split(/[\\/]/u).at(-1) ?? '';
	return file.startsWith('file:') ? name.replaceAll(PERCENT, readable) : name;
}

const PERCENT = /(?:%[\da-f]{2})+/giu;

/** What is malformed, no part of a name, or not to be seen stays as it is. */
function readable(encoded: string): string {
	try {
		const text = decodeURIComponent(encoded);
		return /[\p{C}\p{Zl}\p{Zp}\\/]/u.test(text) ? encoded : text;
	} catch {
		return encoded;
	}
}

/** Text in which files of an absolute path are told by their name alone; addresses stay as they are. */
export function withoutFolders(text: string): string {
	return text.replace(FILE_URL, nameOf).replace(QUOTED_PATH, '$1$2$1').replace(PATH, '$1');
}

const FILE_URL = /file:\/\/(?:[^\s'"`,/]*\/)+[^\s'"`,/]+/gu;

/** Between quotes a path may hold spaces. */
const QUOTED_PATH = /(['"`])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:(?!\1).)*[\\/]((?:(?!\1)[^\\/])*)\1/gu;
const PATH = /(?<![^\s(['"`=<,])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/:()'"`,]+)+[\\/]([^\s\\/:()'"`,]+)/gu;
