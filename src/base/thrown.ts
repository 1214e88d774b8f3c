/**
 * What code that gemmark did not write has thrown, in one line: `TypeError: message`, of at most 300 characters, files by
 * their name alone. Never throws itself, whatever was thrown.
 */
export function thrownText(thrown: unknown): string {
	return told(thrown, withoutFolders);
}

/** {@link thrownText} with the folders of files: for who runs that code on this machine, and for no log. */
export function thrownWithFolders(thrown: unknown): string {
	return told(thrown, (text) => text);
}

function told(thrown: unknown, shown: (text: string) => string): string {
	try {
		const said = thrown instanceof Error ? String(thrown.message) : String(thrown);
		// Cut before it is read: a message may be megabytes.
		const line = shown(said.slice(0, 4 * MAX_CHARS).replace(/[\s\p{Cc}]+/gu, ' ')).trim();
		const name = thrown instanceof Error ? errorType(thrown) : '';
		const text = [name, line].filter((part) => part !== '').join(': ') || 'nothing that can be printed';
		return (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text).toWellFormed();
	} catch {
		return 'what cannot be printed';
	}
}

/** {@link thrownText}, and in brackets where it was thrown, where that is told: `(app.ts:12:5)`. */
export function thrownPlace(thrown: unknown): string {
	const [frame] = framesOf(thrown);
	return frame === undefined ? thrownText(thrown) : `${thrownText(thrown)} (at ${frame})`;
}

const MAX_CHARS = 300;

function framesOf(thrown: unknown): readonly string[] {
	try {
		return thrown instanceof Error ? stackLines(String(thrown.stack), 1) : [];
	} catch {
		return [];
	}
}

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

/**
 * Name of the type of something thrown, and nothing else of it: messages may hold user data. Never throws itself,
 * whatever was thrown.
 */
export function errorType(thrown: unknown): string {
	if (!isInstance(thrown, Error)) return thrown === null ? 'null' : typeof thrown;
	try {
		const own = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
		return TYPE_NAME.test(own) ? own : 'Error';
	} catch {
		return 'Error';
	}
}

/** `instanceof` that never throws: a Proxy may do so when it is asked. */
export function isInstance<T>(thrown: unknown, type: abstract new (...given: never[]) => T): thrown is T {
	try {
		return thrown instanceof type;
	} catch {
		return false;
	}
}

const TYPE_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,63}$/u;

/**
 * Calls an observer's hook. Whatever it throws, or rejects with later, is swallowed: someone who only watches may not
 * disturb what is watched.
 */
export function callHook(hook: () => unknown): void {
	try {
		const returned = hook();
		if (returned instanceof Promise) returned.catch(() => undefined);
	} catch {
		// As documented.
	}
}

/** Type of the process warnings that are gemmark's own. */
export const WARNING = 'GemmarkWarning';

/** Tells the operator what costs no result: on stderr, by Node or by who listens to the process's `warning`. */
export function warn(text: string): void {
	process.emitWarning(text, WARNING);
}
