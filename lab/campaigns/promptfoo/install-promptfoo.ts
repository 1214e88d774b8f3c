import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROMPTFOO_VERSION, promptfooCacheFolder } from '../../../promptfoo/promptfoo-command.ts';
import { EnvironmentError } from '../../../src/base/errors.ts';
import { makeFolder } from '../../../src/log/folder.ts';

/**
 * The real promptfoo in gemmark's cache folder, installed where it is not there yet: without its optional packages (300 MB
 * instead of 1.9 GB), of which only the database and the compiler that it cannot start without are added. Returns the
 * folder. Throws EnvironmentError.
 */
export function installPromptfoo(): string {
	const folder = promptfooCacheFolder();
	if (existsSync(join(folder, DONE))) return folder;
	makeFolder(folder);
	writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
	try {
		const wanted = `promptfoo@${PROMPTFOO_VERSION}`;
		npmInstall(folder, [wanted]);
		npmInstall(folder, [wanted, ...platformPackages(folder)]);
		writeFileSync(join(folder, DONE), '');
	} catch (error) {
		rmSync(folder, { recursive: true, force: true });
		throw error;
	}
	return folder;
}

/** Written last: an installation that was cut short is made again. */
const DONE = 'installed';

function npmInstall(folder: string, packages: readonly string[]): void {
	const quiet = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts', '--omit=optional', '--loglevel=error'];
	const { status } = spawnSync('npm', ['install', ...quiet, ...packages], {
		cwd: folder,
		stdio: ['ignore', 2, 2],
		shell: process.platform === 'win32',
	});
	if (status === 0) return;
	throw new EnvironmentError(`promptfoo ${PROMPTFOO_VERSION} cannot be installed in ${folder}`, {
		hint: 'Check the npm registry, or name a folder that has it: GEMMARK_PROMPTFOO=FOLDER.',
	});
}

/** The native parts of this machine, of the versions that were installed. */
function platformPackages(folder: string): readonly string[] {
	const versionOf = (name: string): string =>
		(JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as { version: string })
			.version;
	const { platform, arch } = process;
	const libc = platform === 'linux' ? '-gnu' : platform === 'win32' ? '-msvc' : '';
	return [
		`@libsql/${platform}-${arch}${libc}@${versionOf('libsql')}`,
		`@esbuild/${platform}-${arch}@${versionOf('esbuild')}`,
	];
}
