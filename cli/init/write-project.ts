import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EnvironmentError, UsageError } from '../../src/base/errors.ts';
import { shownPath, systemCode } from '../../src/base/read-file.ts';
import { writeWhole } from '../../src/base/write-file.ts';
import { CONFIG_NAMES } from '../../src/config/find-config.ts';
import type { ProjectChoice } from './project-choice.ts';

/**
 * Writes the files, of which `README.md` is a section behind what is there, and a `.gitignore` that is there stays as it
 * is. Returns their paths. Throws UsageError naming
 * the file, before anything is written, where one is there already, or stands in a folder's way.
 */
export function writeProject(
	folder: string,
	{ name }: ProjectChoice,
	files: ReadonlyMap<string, string>,
): readonly string[] {
	const isThere = (path: string): boolean => existsSync(join(folder, path));
	const there = [...CONFIG_NAMES, ...files.keys()].find((path) => path !== README && path !== IGNORED && isThere(path));
	if (there !== undefined) {
		throw new UsageError(`${shownPath(join(folder, there))}: is there already, so nothing was written`, {
			hint: 'Name another folder: gemmark init FOLDER.',
		});
	}
	for (const path of files.keys()) refuseFileInTheWay(dirname(join(folder, path)));
	const missing = [...files].filter(([path]) => path !== IGNORED || !isThere(path));
	return missing.map(([path, content]) => {
		const file = join(folder, path);
		write(file, path === README ? readme(file, name, content) : content);
		return file;
	});
}

const README = 'README.md';
const IGNORED = '.gitignore';

/** Of a folder that is to be, the nearest part that is there must be a folder. */
function refuseFileInTheWay(folder: string): void {
	let there = folder;
	while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
	if (statSync(there).isDirectory()) return;
	throw new UsageError(`${shownPath(there)}: is a file where a folder is needed, so nothing was written`, {
		hint: 'Move it, or name another folder: gemmark init FOLDER.',
	});
}

function readme(file: string, name: string, section: string): string {
	const before = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : `# ${name}`;
	return `${before}\n\n${section}`;
}

function write(file: string, content: string): void {
	try {
		mkdirSync(dirname(file), { recursive: true });
		writeWhole(file, [content], { links: 'follow' });
	} catch (cause) {
		throw new EnvironmentError(`${shownPath(file)}: cannot be written (${systemCode(cause)})`, {
			hint: 'Check the folder and its permissions.',
			cause,
		});
	}
}
