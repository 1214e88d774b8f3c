import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wllamaRunner } from '../../wllama/index.ts';
import { descendants, runningProcesses } from './process-tree-fixture.ts';

const MODEL = 'models/mini/mini-q8_0.gguf';
const FIXTURE = new URL('./running-engine-fixture.ts', import.meta.url).pathname;

/** Everything of a run has this folder in its command line or in its environment's place for temporary files. */
let temporary: string;
beforeEach(() => {
	temporary = mkdtempSync(join(tmpdir(), 'gemmark-left-behind-'));
});
afterEach(() => rmSync(temporary, { recursive: true, force: true }));

function leftBehind(): readonly string[] {
	return [
		...readdirSync(temporary),
		...runningProcesses().flatMap(({ pid, command }) => (command.includes(temporary) ? [`${pid} ${command}`] : [])),
	];
}

describe('a browser run leaves no process and no profile', () => {
	it('when it is disposed of', async () => {
		const before = descendants(process.pid).length;
		vi.stubEnv('TMPDIR', temporary);
		const model = await wllamaRunner.load({ model: MODEL, contextSize: 2048 });
		expect(leftBehind().length).toBeGreaterThan(1);
		await model.dispose();
		vi.unstubAllEnvs();
		expect(leftBehind()).toEqual([]);
		expect(descendants(process.pid).length).toBe(before);
	});

	it.each(['started', 'loading', 'loaded', 'generating'])('when gemmark is killed while it has %s', async (moment) => {
		await killAt(moment, 'process');
	});

	it('when the whole process group of gemmark is killed', async () => {
		await killAt('generating', 'group');
	});

	it('when the keeper itself is killed', async () => {
		vi.stubEnv('TMPDIR', temporary);
		const model = await wllamaRunner.load({ model: MODEL, contextSize: 2048 });
		vi.unstubAllEnvs();
		for (const { pid } of descendants(process.pid, 'keeper.ts')) process.kill(pid, 'SIGKILL');
		await model.dispose();
		await vi.waitFor(() => expect(leftBehind()).toEqual([]), { timeout: 20_000, interval: 100 });
	});
});

async function killAt(moment: string, whom: 'process' | 'group'): Promise<void> {
	const child = spawn(process.execPath, [FIXTURE, MODEL], {
		env: { ...process.env, TMPDIR: temporary },
		stdio: ['ignore', 'pipe', 'ignore'],
		detached: true,
	});
	const pid = child.pid ?? 0;
	if (moment === 'started') {
		await vi.waitFor(() => expect(leftBehind().length).toBeGreaterThan(0), { timeout: 30_000, interval: 5 });
	} else {
		let said = '';
		for await (const chunk of child.stdout) {
			said += String(chunk);
			if (said.includes(`${moment}\n`)) break;
		}
		expect(said).toContain(moment);
	}
	process.kill(whom === 'group' ? -pid : pid, 'SIGKILL');
	await vi.waitFor(() => expect(leftBehind()).toEqual([]), { timeout: 30_000, interval: 100 });
}
