import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledModel, bundledModelFolder } from '../../../run/compose/load.ts';
import { llamaCppRunner } from '../../../runners/llama-cpp/index.ts';
import { type Disturbance, startEngineServer } from '../../../runners/openai/engine-server-fixture.ts';
import { packageRoot } from '../../../src/base/read-file.ts';
import { shellQuoted } from '../../../src/text/text.ts';
import { verdictsIn } from '../trial/verdicts.ts';

/** An empty folder in which the command line of this checkout is run. */
export interface Lab {
	/** Runs `gemmark` to its end; nothing of its progress is kept. */
	gemmark(...args: readonly string[]): Promise<Said>;
	/** Runs it against a server with the miniature in it, which answers otherwise where a disturbance is given. */
	gemmarkOnServer(disturb: Disturbance | undefined, ...args: readonly string[]): Promise<Said>;
	read(file: string): string;
	/** Writes a file anew, from what it held: nothing where it was not there. */
	edit(file: string, change: (text: string) => string): void;
}

/** What a command printed, to both outputs, and the verdicts of the run that it left (`= prefix complete B 3/15`). */
export interface Said {
	readonly command: string;
	readonly lines: readonly string[];
	/** Absent where nothing was run as a process. */
	readonly exitCode?: number;
}

export async function inLab<T>(use: (lab: Lab) => Promise<T>): Promise<T> {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-evidence-'));
	const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
	const lab: Lab = {
		gemmark: (...args) => gemmarkIn(folder, args),
		gemmarkOnServer: (disturb, ...args) => gemmarkOnServer(folder, disturb, args),
		read,
		edit(file, change) {
			let before = '';
			try {
				before = read(file);
			} catch {
				// A new file.
			}
			writeFileSync(join(folder, file), change(before));
		},
	};
	try {
		return await use(lab);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function gemmarkIn(cwd: string, args: readonly string[]): Promise<Said> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [join(packageRoot(), 'cli', 'main.ts'), ...args], { cwd });
		let text = '';
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (chunk: string) => {
				text += chunk;
			});
		}
		child.on('error', reject);
		child.on('close', (exitCode) => {
			const printed = text.split('\n').filter((line) => line.trim() !== '');
			const out = args[args.indexOf('--out') + 1] ?? '';
			verdictsIn(join(cwd, args.includes('--out') ? out : 'results/latest')).then((verdicts) => {
				const lines = [...printed, ...(exitCode === 2 ? [] : verdicts)];
				resolve({ command: `gemmark ${args.map(shellQuoted).join(' ')}`, lines, exitCode: exitCode ?? -1 });
			}, reject);
		});
	});
}

async function gemmarkOnServer(
	folder: string,
	disturb: Disturbance | undefined,
	args: readonly string[],
): Promise<Said> {
	const model = await llamaCppRunner.load({ model: bundledModel(), threads: 1 });
	const server = await startEngineServer(model);
	server.disturb = disturb;
	const template = args.includes('--template') ? [] : ['--template', join(bundledModelFolder(), 'template.jinja')];
	const target = ['--runner', 'openai', '--model', 'mini-q8_0', '--base-url', server.url, ...template];
	try {
		const said = await gemmarkIn(folder, [...args, ...target]);
		return { ...said, command: `gemmark ${args.map(shellQuoted).join(' ')} --runner openai` };
	} finally {
		await server.close();
		await model.dispose();
	}
}
