import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { EnvironmentError } from '../../src/base/errors.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { inTemporaryFolder } from './bench-folder.ts';
import { LEAST_SAMPLES, MOST_GROWTH, memoryGrowth } from './memory-growth.ts';
import { watchMemory } from './memory-watch.ts';
import type { MemoryResult } from './report.ts';

/** Of the prefix suite. */
const PROMPTS = 15;
const EPOCHS: number = Math.ceil(LEAST_SAMPLES / PROMPTS);
/** Of an answer: what a run keeps of it is what counts, not how fast the engine is. */
const MAX_TOKENS = 8;

/**
 * The resident set of the process of `gemmark run` after its warm-up and at its end. The engine has its own process. Throws
 * {@link EnvironmentError} where the system does not report the memory of another process, and where the run fails.
 */
export async function benchMemory(
	model: string,
	onProgress: (done: number, total: number, label: string) => void,
): Promise<MemoryResult> {
	const entry = join(packageRoot(), 'cli', 'main.ts');
	return inTemporaryFolder(async (folder) => {
		const options = [
			'--suite',
			'prefix',
			'--epochs',
			`${EPOCHS}`,
			'--temperature',
			'1',
			'--max-tokens',
			`${MAX_TOKENS}`,
		];
		const args = ['run', '--model', model, ...options, '--threads', '1', '--out', join(folder, 'run')];
		const child = spawn(process.execPath, [entry, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
		const end = (): void => void child.kill();
		process.once('exit', end);
		const watch = watchMemory(child.pid ?? 0);
		try {
			await ended(child, (done) => onProgress(done, EPOCHS * PROMPTS, 'samples'));
		} finally {
			watch.stop();
			process.off('exit', end);
		}
		const growth = memoryGrowth(watch.points, EPOCHS * PROMPTS);
		if (growth !== undefined) return { samples: EPOCHS * PROMPTS, ...growth, mostGrowth: MOST_GROWTH };
		throw new EnvironmentError('how much memory a run takes is unknown here', {
			hint: 'Run `npm run bench -- memory` on Linux.',
		});
	});
}

/** `onDone` hears of samples as the run reports them. A run that decides nothing ends with 3 and has done its work. */
async function ended(child: ChildProcess, onDone: (samples: number) => void): Promise<void> {
	let reported = '';
	let done = 0;
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		reported = (reported + text).slice(-1000);
		done = Number([...text.matchAll(/ (\d+)\/\d+ /gu)].at(-1)?.[1] ?? done);
		onDone(done);
	});
	const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
	if (done === EPOCHS * PROMPTS) return;
	throw new EnvironmentError(`the run whose memory is measured ended with ${String(code)} after ${done} samples`, {
		hint: 'Does `gemmark run` work with this model?',
		detail: reported,
	});
}
