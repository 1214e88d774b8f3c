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
	const place = PLACE.exec(frame);
	if (place === null) return withoutFolders(frame);
	const [, call = '', file = '', at = ''] = place;
	const name = file.split(/[\\/]/u).at(-1) ?? '';
	return call === '' ? `${name}${at}` : `${call} (${name}${at})`;
}

/** `call (file:1:2)`, or the file alone. */
const PLACE = /^(?:(.+?) \()?(?:async )?([^()]*?)(:\d+:\d+)\)?$/u;

/** Text in which files of an absolute path are told by their name alone; addresses stay as they are. */
export function withoutFolders(text: string): string {
	return text.replace(QUOTED_PATH, '$1$2$1').replace(PATH, '$1');
}

/** Between quotes a path may hold spaces. */
const QUOTED_PATH = /(['"`])(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:(?!\1).)*[\\/]((?:(?!\1)[^\\/])*)\1/gu;
const PATH = /(?<![^\s(['"`=<,])(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/:()'"`,]+)+[\\/]([^\s\\/:()'"`,]+)/gu;
