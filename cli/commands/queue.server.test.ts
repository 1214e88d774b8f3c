import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { sampleKey } from '../../src/eval/sample.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { LogSample } from '../../src/log/record.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { type RedisProcess, startRedis } from '../../src/testing/redis-process.ts';

const MAIN = join(packageRoot(), 'cli', 'main.ts');
/** How often the run with a killed worker is repeated; `npm run test:queue` asks for ten. */
const ROUNDS = Number(process.env.GEMMARK_QUEUE_ROUNDS ?? 1);
const SAMPLES = 100;
const RUN = ['--suite', 'prefix', '--limit', '10', '--epochs', '10', '--temperature', '1', '--max-tokens', '8'];
const TIMEOUT = 240_000;

let models: string;
let model: string;
let other: string;
let folder: string;
let redis: RedisProcess;
const children: ChildProcess[] = [];

beforeAll(() => {
	models = mkdtempSync(join(tmpdir(), 'gemmark-queue-models-'));
	model = join(models, 'scripted.gguf');
	other = join(models, 'other.gguf');
	writeScriptedGguf(model, { lines: [{ say: ['기록부터 ', '천천히 ', '살펴볼게요.', '<turn|>'] }] });
	writeScriptedGguf(other, { lines: [{ say: ['다른 모델입니다.', '<turn|>'] }] });
});
afterAll(() => rmSync(models, { recursive: true, force: true }));
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-queue-'));
	redis = await startRedis();
});
afterEach(async () => {
	const living = children.splice(0).filter((child) => child.exitCode === null && child.signalCode === null);
	await Promise.all(
		living.map(async (child) => {
			child.kill('SIGKILL');
			await once(child, 'exit');
		}),
	);
	await redis.stop();
	rmSync(folder, { recursive: true, force: true });
});

interface Command {
	readonly process: ChildProcess;
	readonly exit: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

function gemmark(...args: string[]): Command {
	const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
	children.push(child);
	let stderr = '';
	child.stderr.on('data', (text: Buffer) => {
		stderr += String(text);
	});
	return { process: child, exit: once(child, 'exit').then(([code]) => ({ code: code as number | null, stderr })) };
}

const worker = (...args: string[]): Command =>
	gemmark('worker', '--queue', redis.address, '--model', model, '--threads', '1', ...args);
const coordinator = (...args: string[]): Command =>
	gemmark('run', '--model', model, '--queue', redis.address, '--out', 'run', ...RUN, ...args);

/** Samples in file order, with repeats. */
function samplesInLog(): readonly LogSample[] {
	const path = join(folder, 'run', 'log.jsonl');
	if (!existsSync(path)) return [];
	return readFileSync(path, 'utf8')
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line) as LogSample)
		.filter((record) => record.type === 'sample');
}

async function untilSamples(count: number): Promise<void> {
	while (samplesInLog().length < count) await delay(20);
}

const distinct = (samples: readonly LogSample[]): number => new Set(samples.map(sampleKey)).size;

describe('gemmark run --queue', () => {
	it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
		'gives every sample once when a worker is killed at a random moment, round %i',
		async () => {
			const workers = [worker('--once'), worker('--once'), worker('--once')];
			const run = coordinator();
			const moment = 1 + Math.floor(Math.random() * (SAMPLES - 50));
			const victim = workers[Math.floor(Math.random() * workers.length)];
			await untilSamples(moment);
			await delay(Math.random() * 100);
			victim?.process.kill('SIGKILL');
			expect((await run.exit).code, `killed after ${moment} samples`).toBe(0);
			const samples = samplesInLog();
			expect([samples.length, distinct(samples)], `killed after ${moment} samples`).toEqual([SAMPLES, SAMPLES]);
			const log = await readLogFile(join(folder, 'run', 'log.jsonl'));
			expect(log.footer?.outcome).toBe('complete');
			const names = new Set(log.workers?.map(({ id }) => id));
			expect(names.size).toBeGreaterThan(1);
			for (const sample of samples) expect(names).toContain(sample.timings.worker);
			for (const { exit, process: own } of workers) {
				if (own !== victim?.process) expect((await exit).code).toBe(0);
			}
		},
		TIMEOUT,
	);

	it(
		'outlives a Redis that was restarted empty, with every sample once',
		async () => {
			worker();
			const run = coordinator();
			await untilSamples(10);
			await redis.restart(300);
			const { code, stderr } = await run.exit;
			expect(code).toBe(0);
			expect(stderr).toMatch(/lost \d+ of \d+ samples/u);
			const samples = samplesInLog();
			expect([samples.length, distinct(samples)]).toEqual([SAMPLES, SAMPLES]);
		},
		TIMEOUT,
	);

	it(
		'ends run and worker at one Ctrl-C while the Redis is away',
		async () => {
			const own = worker();
			const run = coordinator();
			await untilSamples(10);
			await redis.stop();
			const asked = performance.now();
			for (const { process: child } of [run, own]) child.kill('SIGINT');
			expect([(await run.exit).code, (await own.exit).code]).toEqual([130, 0]);
			expect(performance.now() - asked).toBeLessThan(15_000);
		},
		TIMEOUT,
	);

	it(
		'gives the samples that a run without a queue gives',
		async () => {
			const options = ['--suite', 'prefix', '--limit', '3', '--temperature', '1', '--epochs', '2', '--max-tokens', '8'];
			const alone = gemmark('run', '--model', model, '--out', 'alone', ...options);
			expect((await alone.exit).code).toBe(0);
			const own = worker('--once');
			const run = gemmark('run', '--model', model, '--queue', redis.address, '--out', 'run', ...options);
			expect([(await run.exit).code, (await own.exit).code]).toEqual([0, 0]);
			const [first, second] = await Promise.all(
				['alone', 'run'].map((name) => readLogFile(join(folder, name, 'log.jsonl'))),
			);
			const untimed = (samples: readonly LogSample[]): unknown =>
				samples.map(({ timings: _, ...sample }) => sample).sort((a, b) => sampleKey(a).localeCompare(sampleKey(b)));
			expect(untimed(second?.samples ?? [])).toEqual(untimed(first?.samples ?? []));
		},
		TIMEOUT,
	);

	it.each(['SIGINT', 'SIGKILL'] as const)(
		'goes on with --resume where %s ended it, with the same workers',
		async (signal) => {
			worker();
			worker();
			const first = coordinator();
			await untilSamples(20);
			first.process.kill(signal);
			expect((await first.exit).code).toBe(signal === 'SIGINT' ? 130 : null);
			const before = samplesInLog().length;
			expect(before).toBeLessThan(SAMPLES);
			expect((await coordinator('--resume').exit).code).toBe(0);
			const samples = samplesInLog();
			expect([samples.length, distinct(samples)]).toEqual([SAMPLES, SAMPLES]);
			expect((await readLogFile(join(folder, 'run', 'log.jsonl'))).footer?.outcome).toBe('complete');
		},
		TIMEOUT,
	);

	it(
		'refuses a worker with another model, and waits for one that fits',
		async () => {
			const run = coordinator('--limit', '2', '--epochs', '1', '--temperature', '0');
			const wrong = await gemmark('worker', '--queue', redis.address, '--model', other, '--threads', '1', '--once')
				.exit;
			expect(wrong.code).toBe(2);
			expect(wrong.stderr).toMatch(
				/run [0-9a-f]{16} is refused: the run requires the model scripted\.gguf \([0-9a-f]{12}\), the worker has other/u,
			);
			worker();
			expect((await run.exit).code).toBe(0);
			expect(samplesInLog()).toHaveLength(2);
		},
		TIMEOUT,
	);

	it(
		'says in one line that there is no Redis, and keeps its password to itself',
		async () => {
			await redis.stop();
			const address = redis.address.replace('redis://', 'redis://someone:secret@');
			for (const args of [['run', ...RUN], ['worker']]) {
				const { code, stderr } = await gemmark(...args, '--queue', address).exit;
				expect(code).toBe(3);
				expect(stderr).toMatch(
					/^(No gemmark\.config .*\n)?gemmark: no Redis answers at redis:\/\/127\.0\.0\.1:\d+.*\n$/u,
				);
				expect(stderr).not.toMatch(/secret/u);
			}
		},
		TIMEOUT,
	);
});
