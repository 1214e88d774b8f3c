import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledModelFolder } from '../../run/compose/load.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { compareRuns } from '../../src/summary/compare/compare.ts';
import { cli } from '../outside-folder-fixture.ts';

const MODEL = join(bundledModelFolder(), 'mini-q8_0.gguf');
const OPTIONS = ['--suite', 'prefix', '--max-tokens', '64'];

let folder: string;
const gemmark = (...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);

/** The logs of the bundled model against itself, and what the comparison says. */
async function againstItself(
	out: string,
	...more: readonly string[]
): Promise<{ readonly logs: readonly [Log, Log]; readonly markdown: string; readonly stdout: string }> {
	const { stdout, stderr } = await gemmark(
		'run',
		'--model',
		MODEL,
		'--model',
		MODEL,
		...OPTIONS,
		...more,
		'--out',
		out,
	);
	expect(stderr).not.toMatch(/^gemmark: /mu);
	const runs = readdirSync(join(folder, out), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.sort((one, other) => one.name.localeCompare(other.name));
	const [first, second] = await Promise.all(runs.map(({ name }) => readLogFile(join(folder, out, name, 'log.jsonl'))));
	if (first === undefined || second === undefined) throw new Error('two models leave two logs');
	return { logs: [first, second], markdown: readFileSync(join(folder, out, 'comparison.md'), 'utf8'), stdout };
}

describe('a file against itself', () => {
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'gemmark-interleave-'));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it('differs in time by an interval around 0 when the two take turns', async () => {
		const { logs, markdown, stdout } = await againstItself('turns', '--interleave');
		const [first, second] = logs;
		expect(first.header.interleaved).toMatch(/^[0-9a-f-]{36}$/u);
		expect(second.header.interleaved).toBe(first.header.interleaved);
		expect([first, second].map(({ samples, footer }) => [samples.length, footer?.outcome])).toEqual([
			[15, 'complete'],
			[15, 'complete'],
		]);
		const { inTurns, latencies, divergence } = compareRuns(first, second);
		expect(inTurns).toBe(true);
		expect(divergence).toMatchObject({ compared: 15, identical: 15 });
		const turn = latencies.find(({ metric }) => metric === 'endToEndMs');
		expect(turn?.difference.n).toBe(14);
		// One in twenty such intervals misses 0: three times as wide, one in ten thousand.
		const { low = Number.NaN, high = Number.NaN } = turn?.difference.interval ?? {};
		expect(low - (high - low)).toBeLessThan(0);
		expect(high + (high - low)).toBeGreaterThan(0);
		expect(markdown).not.toContain('Not interleaved');
		expect(stdout).toMatch(/^ *speed .*paired/mu);
	});

	it('has no such interval when one runs after the other, with the threads that one probe found', async () => {
		const { logs, markdown, stdout } = await againstItself('apart', '--limit', '4', '--margin', '60%');
		const { inTurns, latencies } = compareRuns(...logs);
		expect(inTurns).toBe(false);
		expect(latencies.map(({ difference }) => difference.interval)).toEqual(latencies.map(() => undefined));
		expect(markdown).toContain('Not interleaved, so no interval');
		expect(stdout).toMatch(/^ *speed .*not interleaved/mu);
		const [first, second] = logs.map(({ header }) => header.engine);
		expect(second).toMatchObject({ threads: first?.threads, threadsFrom: 'probe' });
	});

	it('cannot be gone on with alone once it took turns', async () => {
		const [name = ''] = readdirSync(join(folder, 'turns')).filter((entry) => entry.startsWith('1-'));
		const { status, stderr } = await gemmark(
			'run',
			'--model',
			MODEL,
			...OPTIONS,
			'--resume',
			'--out',
			join(folder, 'turns', name),
		);
		expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be resumed: interleaved differs')]);
	});
});
