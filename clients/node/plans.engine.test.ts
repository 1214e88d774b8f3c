import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cli } from '../../cli/outside-folder-fixture.ts';
import { startReference } from '../../runners/device/start-reference-fixture.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { freePort } from '../../src/testing/free-port.ts';

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-plans-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const logOf = (run: string): Promise<Log> => readLogFile(join(folder, run, 'log.jsonl'));
const linesOf = (run: string): readonly string[] =>
	readFileSync(join(folder, run, 'log.jsonl'), 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('{"type":"sample"'));
/** What does not depend on when it was asked. */
const answersOf = ({ samples }: Log): unknown => samples.map(({ timings: _, ...sample }) => sample);

it('a recorded cable run, its ingest and a plan that is played have the same samples', {
	timeout: 120_000,
}, async () => {
	const [port, token] = [await freePort(), 'a-token-of-a-test'];
	const child = startReference(port, token);
	const flags = ['--runner', 'device', '--token', token, '--port', `${port}`, '--suite', 'frame', '--limit', '10'];
	expect((await cli(['run', ...flags, '--record', 'recording.jsonl', '--out', 'cable'], folder)).status).toBe(0);
	if (child.exitCode === null) await once(child, 'exit');
	expect((await cli(['ingest', 'recording.jsonl', '--out', 'recorded'], folder)).status).toBe(0);
	expect(linesOf('recorded')).toEqual(linesOf('cable'));
	const [cable, recorded] = await Promise.all([logOf('cable'), logOf('recorded')]);
	const { startedAt, command } = cable.header;
	expect({ ...recorded.header, startedAt, command }).toEqual(cable.header);

	const plan = ['plan', '--suite', 'frame', '--limit', '10', '--level', 'engine', '--like', 'recording.jsonl'];
	expect((await cli(plan, folder)).stdout).toMatch(/^plan\.jsonl: frame, \d+ samples, \d+ asks, level raw/u);
	const script = join(packageRoot(), 'clients/node/main.ts');
	const player = spawn(process.execPath, ['--no-warnings', script, '--plan', 'plan.jsonl'], { cwd: folder });
	expect(await once(player, 'exit')).toEqual([0, null]);
	expect((await cli(['ingest', 'answers.jsonl', '--out', 'played'], folder)).status).toBe(0);
	expect(answersOf(await logOf('played'))).toEqual(answersOf(cable));
});
