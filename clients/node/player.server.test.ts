import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli } from '../../cli/outside-folder-fixture.ts';
import { playRun } from '../../run/plan/ingest.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';

let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-player-'));
	expect((await cli(['plan', '--suite', 'prefix', '--out', 'plan.jsonl'], folder)).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SCRIPT = join(packageRoot(), 'clients/node/scripted-player-fixture.ts');

/** Plays on; killed after so many milliseconds from its first answer. */
async function play(answers: string, process_: string, killAfterMs?: number, plan = 'plan.jsonl'): Promise<string> {
	const args = ['--no-warnings', SCRIPT, plan, answers, process_];
	const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
	let out = '';
	child.stdout.on('data', (data) => {
		out += data;
	});
	const ended = once(child, 'exit');
	if (killAfterMs !== undefined) {
		const size = (): number => Number(readFileSync(join(folder, answers), { flag: 'a+' }).length);
		const before = size();
		while (size() === before && child.exitCode === null) await sleep(1);
		await sleep(killAfterMs);
		child.kill('SIGKILL');
	}
	await ended;
	return out;
}

type Said = { readonly message: { type: string; ask?: number; more?: boolean; process?: string } };

/** What became of each ask, in the order of the file: begun, or ended. */
function storyOf(text: string): ReadonlyMap<number, readonly string[]> {
	const story = new Map<number, string[]>();
	const lines = text.split('\n').flatMap((line): Said[] => {
		try {
			return [JSON.parse(line)];
		} catch {
			return [];
		}
	});
	for (const { message } of lines) {
		if (message.ask === undefined) continue;
		const told = story.get(message.ask) ?? [];
		if (message.type === 'ask') told.push('begun');
		if (message.type === 'end' && message.more !== true) told.push('ended');
		story.set(message.ask, told);
	}
	return story;
}

it('loses, doubles and repeats nothing when it is killed at 20 random places', { timeout: 120_000 }, async () => {
	const random = seededRandom(46);
	for (let kill = 0; kill < 20; kill += 1) await play('killed.jsonl', `k${kill}`, random() * 40);
	expect(await play('killed.jsonl', 'last')).toMatch(/^done, 15 of 15: send killed\.jsonl/u);
	const text = readFileSync(join(folder, 'killed.jsonl'), 'utf8');
	const story = storyOf(text);
	expect([...story.keys()].toSorted((one, other) => one - other)).toEqual(Array.from({ length: 15 }, (_, ask) => ask));
	for (const told of story.values()) {
		// Begun twice without an end is a result, killed.
		expect(['begun ended', 'begun begun ended', 'begun begun']).toContain(told.join(' '));
	}
	const { log, prepared } = await playRun([{ file: 'killed.jsonl', text }], {}, undefined);
	await prepared.close();
	expect(log.samples.map(({ sampleId }) => sampleId)).toHaveLength(15);
	const killed = [...story.values()].filter((told) => !told.includes('ended')).length;
	expect(log.samples.filter(({ transcript }) => transcript.failure === 'killed')).toHaveLength(killed);
	expect(log.samples.filter(({ timings }) => timings.attempts === 2)).toHaveLength(
		[...story.values()].filter((told) => told.filter((word) => word === 'begun').length === 2).length,
	);
});

it('puts a file of another plan aside, and skips what is done', { timeout: 60_000 }, async () => {
	expect((await cli(['plan', '--suite', 'prefix', '--limit', '2', '--out', 'two.jsonl'], folder)).status).toBe(0);
	expect(await play('other.jsonl', 'a', undefined, 'two.jsonl')).toMatch(/^done, 2 of 2/u);
	const done = readFileSync(join(folder, 'other.jsonl'), 'utf8');
	expect(await play('other.jsonl', 'b', undefined, 'two.jsonl')).toMatch(/^done, 2 of 2/u);
	const again = readFileSync(join(folder, 'other.jsonl'), 'utf8');
	expect(again.startsWith(done)).toBe(true);
	expect(storyOf(again.slice(done.length)).size).toBe(0);
	await play('other.jsonl', 'c');
	expect(storyOf(readFileSync(join(folder, 'other.jsonl'), 'utf8')).size).toBe(15);
	const aside = readdirSync(folder).filter((name) => name.startsWith('other.jsonl.'));
	expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([again]);
});

it('does not count a try that a person or an update ended', { timeout: 60_000 }, async () => {
	expect((await cli(['plan', '--suite', 'prefix', '--limit', '1', '--out', 'one.jsonl'], folder)).status).toBe(0);
	const [welcome, open, ask] = readFileSync(join(folder, 'one.jsonl'), 'utf8')
		.split('\n')
		.map((line) => line.replace('{', '{"at":1,'));
	const hello = (process_: string, exit?: object): string =>
		JSON.stringify({
			from: 'app',
			at: 0,
			time: '2026-11-28T09:00:00Z',
			message: { type: 'hello', process: process_, exit },
		});
	const user = { process: 'x1', reason: 'user' };
	writeFileSync(
		join(folder, 'user.jsonl'),
		[hello('x1'), welcome, open, ask, hello('x2', user), welcome, open, ask, ''].join('\n'),
	);
	await play('user.jsonl', 'x3', undefined, 'one.jsonl');
	expect(
		storyOf(readFileSync(join(folder, 'user.jsonl'), 'utf8'))
			.get(0)
			?.join(' '),
	).toBe('begun begun begun ended');
});

it('plays on for as long as the plan says, and every further answer is a turn', { timeout: 60_000 }, async () => {
	const options = ['--suite', 'prefix', '--limit', '5', '--sustain', '1s', '--out', 'sustained-plan.jsonl'];
	expect((await cli(['plan', ...options], folder)).status).toBe(0);
	await play('sustained.jsonl', 's', undefined, 'sustained-plan.jsonl');
	const text = readFileSync(join(folder, 'sustained.jsonl'), 'utf8');
	const { log, prepared } = await playRun([{ file: 'sustained.jsonl', text }], {}, undefined);
	await prepared.close();
	expect(log.samples).toHaveLength(5);
	expect(log.header).toMatchObject({ version: 5, settings: { sustainS: 1 } });
	const ends = [...storyOf(text).values()].flat().filter((word) => word === 'ended');
	expect(log.turns).toHaveLength(ends.length);
	expect(ends.length).toBeGreaterThan(5);
	expect(log.turns?.every(({ same, main }) => same && main !== undefined)).toBe(true);
	expect(log.turns?.map(({ endMs }) => endMs)).toEqual(log.turns?.map(({ endMs }) => endMs).toSorted((a, b) => a - b));
	expect(log.header.warnings ?? []).not.toContainEqual(expect.objectContaining({ code: 'exchange.again' }));
	await play('sustained.jsonl', 't', undefined, 'sustained-plan.jsonl');
	expect(storyOf(readFileSync(join(folder, 'sustained.jsonl'), 'utf8').slice(text.length)).size).toBe(0);
});
