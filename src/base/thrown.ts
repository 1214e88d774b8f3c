/** A thrown value in one line of at most 300 characters: `TypeError: message`, files without folders. Never throws. */
export function thrownText(thrown: unknown): string {
	return oneLine(thrown, withoutFolders);
}

/** {@link thrownText} with folders, for the user's own terminal; not for logs. */
export function thrownWithFolders(thrown: unknown): string {
	return oneLine(thrown, (text) => text);
}

function oneLine(thrown: unknown, shown: (text: string) => string): string {
	try {
		const said = thrown instanceof Error ? String(thrown.message) : String(thrown);
		// Cut first: a message may be megabytes.
		const line = shown(said.slice(0, 4 * MAX_CHARS).replace(/[\s\p{Cc}]+/gu, ' ')).trim();
		const name = thrown instanceof Error ? errorType(thrown) : '';
		const text = [name, line].filter((part) => part !== '').join(': ') || 'nothing that can be printed';
		return (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS - 1)}…` : text).toWellFormed();
	} catch {
		return 'what cannot be printed';
	}
}

/** {@link thrownText} with its place, if known: `(app.ts:12:5)`. */
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

/** The first frames of a stack, each `function (file:line:column)`, without folders and the runtime's frames. */
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

/** Start of the file, after `call (` or alone; its folder may have brackets. */
const CALLED = / \((?=[\w-]+:|[\\/])/u;
const ALONE = /^(?:async )?(?=[\w-]+:|[\\/])/u;
const POSITION = /(:\d{1,9}:\d{1,9})\)?$/u;

/** The last part of a path, or of a file URL, decoded. */
function nameOf(file: string): string {
	const name = file.split(/[\\/]/u).at(-1) ?? '';
	return file.startsWith('file:') ? name.replaceAll(PERCENT, readable) : name;
}

const PERCENT = /(?:%[\da-f]{2})+/giu;

/** Keeps malformed and invisible characters escaped. */
function readable(encoded: string): string {
	try {
		const text = decodeURIComponent(encoded);
		return /[\p{C}\p{Zl}\p{Zp}\\/]/u.test(text) ? encoded : text;
	} catch {
		return encoded;
	}
}

/** Replaces absolute paths by their file names; URLs stay. */
export function withoutFolders(text: string): string {
	return text.replace(FILE_URL, nameOf).replace(QUOTED_PATH, '$1$2$1').replace(PATH, '$1');
}

const FILE_URL = /file:\/\/(?:[^\s'"`,/]*\/)+[^\s'"`,/]+/gu;

/** A quoted path may have spaces. */
const QUOTED_PATH = /(['"`])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:(?!\1).)*[\\/]((?:(?!\1)[^\\/])*)\1/gu;
const PATH = /(?<![^\s(['"`=<,])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/:()'"`,]+)+[\\/]([^\s\\/:()'"`,]+)/gu;

/** The type's name of a thrown value, without its message, which may contain user data. Never throws. */
export function errorType(thrown: unknown): string {
	if (!isInstance(thrown, Error)) return thrown === null ? 'null' : typeof thrown;
	try {
		const own = thrown.name === 'Error' ? thrown.constructor.name : thrown.name;
		return TYPE_NAME.test(own) ? own : 'Error';
	} catch {
		return 'Error';
	}
}

/** `instanceof` that never throws, even for a Proxy. */
export function isInstance<T>(thrown: unknown, type: abstract new (...given: never[]) => T): thrown is T {
	try {
		return thrown instanceof type;
	} catch {
		return false;
	}
}

const TYPE_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,63}$/u;

/** Calls an observer's hook and swallows its errors and rejections. */
export function callHook(hook: () => unknown): void {
	try {
		const returned = hook();
		if (returned instanceof Promise) returned.catch(() => undefined);
	} catch {}
}

/** Type of gemmark's process warnings. */
export const WARNING = 'GemmarkWarning';

/** Warns the operator without failing: printed on stderr, or by a listener of the process's `warning`. */
export function warn(text: string): void {
	process.emitWarning(text, WARNING);
}
