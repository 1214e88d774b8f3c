import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../src/base/read-file.ts';
import { installPromptfoo } from './install-promptfoo.ts';

/** Installs the real promptfoo into the cache folder and runs gemmark's tests against it. Returns their exit code. */
export function promptfooCampaign(): number {
	const started = performance.now();
	const named = process.env.GEMMARK_PROMPTFOO;
	const folder = named === undefined || named === '' ? installPromptfoo() : named;
	process.stderr.write(`promptfoo in ${folder}, ready after ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
	const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
	const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', 'promptfoo/promptfoo.server'], {
		cwd: packageRoot(),
		stdio: 'inherit',
		env: { ...process.env, GEMMARK_PROMPTFOO: folder },
	});
	return status ?? 3;
}
