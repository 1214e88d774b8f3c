import { execFile } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { packageRoot } from '../src/base/read-file.ts';
import { compileCacheFolder } from '../src/download/folders.ts';
import { configFolderFixture } from '../src/testing/config-folder-fixture.ts';

/** Result of a command. */
interface CliResult {
	readonly status: number;
	readonly stdout: string;
	/** Without the path of the folder. */
	readonly stderr: string;
}

/** A folder in which `gemmark` runs as for a user. */
interface OutsideFolder {
	readonly folder: string;
	/** Runs a command in the process of the test. */
	readonly gemmark: (...args: readonly string[]) => Promise<CliResult>;
	/** Runs a command in its own process, which takes a second: for facts about the process, such as what ends it. */
	readonly spawned: (...args: readonly string[]) => Promise<CliResult>;
}

/** Fixture: a folder outside the checkout. Modules in it import 'gemmark', 'gemmark/testing' and 'zod' from the checkout. */
export function outsideFolderFixture(files: Readonly<Record<string, string>>): OutsideFolder {
	const folder = configFolderFixture(
		Object.fromEntries(Object.entries(files).map(([name, content]) => [name, withCheckout(content)])),
	);
	const within =
		(run: typeof cli) =>
		async (...args: readonly string[]): Promise<CliResult> => {
			const { stderr, ...result } = await run(args, folder);
			return { ...result, stderr: stderr.replaceAll(`${folder}/`, '') };
		};
	return { folder, gemmark: within(cli), spawned: within(cliProcess) };
}

/** Option of a run whose facts are the same with any number of engine processes, each of which loads the model. */
export const ONE_ENGINE = ['--processes', '1'] as const;

const ENTRIES: Readonly<Record<string, string>> = {
	gemmark: pathToFileURL(join(packageRoot(), 'src', 'index.ts')).href,
	'gemmark/testing': pathToFileURL(join(packageRoot(), 'src', 'testing', 'index.ts')).href,
	zod: import.meta.resolve('zod'),
};

function withCheckout(content: string): string {
	return content.replaceAll(/from '(gemmark(?:\/testing)?|zod)'/gu, (_, name: string) => `from '${ENTRIES[name]}'`);
}

async function cliProcess(args: readonly string[], folder: string): Promise<CliResult> {
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

let before: Promise<unknown> = Promise.resolve();

/** Runs a command as main.ts does, in this process; one at a time, as they share its folder, streams and exit code. */
export async function cli(args: readonly string[], folder: string): Promise<CliResult> {
	const result = before.then(() => inFolder(args, folder));
	before = result.catch(() => undefined);
	return result;
}

async function inFolder(args: readonly string[], folder: string): Promise<CliResult> {
	const { createProgram } = await nodeImport<typeof import('./program.ts')>('program.ts');
	const { endFailed, closeOpened, printWarnings } = await nodeImport<typeof import('./process.ts')>('process.ts');
	const { guardTerminal } = await nodeImport<typeof import('./terminal.ts')>('terminal.ts');
	const home = process.cwd();
	const { argv, exitCode } = process;
	const warningListeners = process.listeners('warning');
	const printed = { stdout: '', stderr: '' };
	const writes = (['stdout', 'stderr'] as const).map((name) => captured(name, (text) => (printed[name] += text)));
	for (const stream of [process.stdout, process.stderr]) guardTerminal(stream);
	process.chdir(folder);
	// A log has the command of its run.
	process.argv = [...argv.slice(0, 2), ...args];
	process.exitCode = undefined;
	printWarnings();
	try {
		const program = await createProgram(args);
		await program.parseAsync(args, { from: 'user' });
		await closeOpened();
	} catch (error) {
		process.exitCode = endFailed(error, args);
	}
	// Warnings are emitted on the next tick.
	await setImmediate();
	const status = Number(process.exitCode ?? 0);
	process.removeAllListeners('warning');
	for (const listener of warningListeners) process.on('warning', listener);
	for (const restore of writes) restore();
	process.exitCode = exitCode;
	process.argv = argv;
	process.chdir(home);
	return { status, ...printed };
}

/** Passes what is written to a stream to `take`; returns the function that ends this. */
function captured(name: 'stdout' | 'stderr', take: (text: string) => void): () => void {
	const stream = process[name];
	const { write } = stream;
	stream.write = ((chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
		take(String(chunk));
		const done = rest.at(-1);
		if (typeof done === 'function') done();
		return true;
	}) as typeof write;
	return () => {
		stream.write = write;
	};
}

/** Imports a file of cli/ as Node does, and Vite does not: a config's code then meets the modules that it imports. */
async function nodeImport<M>(name: string): Promise<M> {
	enableCompileCache(compileCacheFolder());
	const importer = 'data:text/javascript,export default (url) => import(url)';
	const { default: load } = (await import(/* @vite-ignore */ importer)) as { default: (url: string) => Promise<M> };
	return load(pathToFileURL(join(packageRoot(), 'cli', name)).href);
}
