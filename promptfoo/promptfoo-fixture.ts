import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/base/read-file.ts';
import { type PromptfooCommand, quietPromptfoo } from './promptfoo-command.ts';

/** A command that ended. */
export interface Ended {
	readonly code: number | null;
	readonly output: string;
	/** From its start to its end, milliseconds. */
	readonly wallMs: number;
}

/** Runs the real promptfoo in a folder, its database in the folder too. It ends with 100 where a test fails. */
export function promptfooIn(
	folder: string,
	{ command, args }: PromptfooCommand,
	asked: readonly string[],
): Promise<Ended> {
	return ended(command, [...args, ...asked], folder, {
		...quietPromptfoo(),
		PROMPTFOO_CONFIG_DIR: join(folder, 'promptfoo'),
		NODE_NO_WARNINGS: '1',
	});
}

/** Runs this checkout's gemmark in a folder. */
export function gemmarkIn(folder: string, asked: readonly string[]): Promise<Ended> {
	return ended(process.execPath, [join(packageRoot(), 'cli', 'main.ts'), ...asked], folder, process.env);
}

export function readJson<T>(file: string): T {
	return JSON.parse(readFileSync(file, 'utf8')) as T;
}

async function ended(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
	const started = performance.now();
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
	let output = '';
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output, wallMs: performance.now() - started };
}
