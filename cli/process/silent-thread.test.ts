import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const watched = (work: string): ReturnType<typeof spawnSync> =>
	spawnSync(
		process.execPath,
		[
			'--input-type=module',
			'-e',
			`import { whileWatched } from ${JSON.stringify(new URL('silent-thread.ts', import.meta.url).href)};
			console.log(await whileWatched(async () => { ${work} }, 2000, 100));`,
		],
		{ encoding: 'utf8', timeout: 20_000 },
	);

it('a thread that computes without end behind an await ends its process, and says why', () => {
	const { signal, stderr } = watched('await null; for (;;);');
	expect(signal).toBe('SIGKILL');
	expect(stderr).toMatch(/^gemmark: the code of the config has computed for 2 s without an end/u);
});

it('a thread that only waits is left alone', () => {
	const { status, stdout, stderr } = watched('await new Promise((done) => setTimeout(done, 3000)); return "done";');
	expect([status, stdout, stderr]).toEqual([0, 'done\n', '']);
});
