import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { packageRoot } from '../src/base/read-file.ts';
import { configFolderFixture } from '../src/testing/config-folder-fixture.ts';

/** What a command of the command line came to. */
export interface CliResult {
	readonly status: number;
	readonly stdout: string;
	/** With the folder left out. */
	readonly stderr: string;
}

/**
 * Fixture: a folder outside of the checkout in which `gemmark` is run, as a user would. Modules in it import 'gemmark',
 * 'gemmark/testing' and 'zod'; here these are files of the checkout.
 */
export function outsideFolderFixture(files: Readonly<Record<string, string>>): {
	readonly folder: string;
	readonly gemmark: (...args: readonly string[]) => Promise<CliResult>;
} {
	const folder = configFolderFixture(
		Object.fromEntries(Object.entries(files).map(([name, content]) => [name, withCheckout(content)])),
	);
	return {
		folder,
		async gemmark(...args) {
			const { status, stdout, stderr } = await cli(args, folder);
			return { status, stdout, stderr: stderr.replaceAll(`${folder}/`, '') };
		},
	};
}

const ENTRIES: Readonly<Record<string, string>> = {
	gemmark: pathToFileURL(join(packageRoot(), 'src', 'index.ts')).href,
	'gemmark/testing': pathToFileURL(join(packageRoot(), 'src', 'testing', 'index.ts')).href,
	zod: import.meta.resolve('zod'),
};

function withCheckout(content: string): string {
	return content.replaceAll(/from '(gemmark(?:\/testing)?|zod)'/gu, (_, name: string) => `from '${ENTRIES[name]}'`);
}

async function cli(args: readonly string[], folder: string): Promise<CliResult> {
	const main = join(packageRoot(), 'cli', 'main.ts');
	try {
		return { status: 0, ...(await promisify(execFile)(process.execPath, [main, ...args], { cwd: folder })) };
	} catch (error) {
		const { code, stdout, stderr } = error as {
			readonly code: number;
			readonly stdout: string;
			readonly stderr: string;
		};
		return { status: code, stdout, stderr };
	}
}
