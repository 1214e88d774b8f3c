import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../reports/html/render-html.ts';
import { renderSummary } from '../../reports/render-run.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { summaryLines } from '../../reports/terminal/run.ts';
import { createDeviceRunner } from '../../runners/device/index.ts';
import { helloDouble, ScriptedApp, TOKEN } from '../../runners/device/scripted-app-double.ts';
import { UsageError } from '../../src/base/errors.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import { workingFolderFixture } from '../../src/testing/working-folder-fixture.ts';
import { evaluate } from '../evaluate.ts';
import type { Run } from '../results/read-run.ts';
import { writeReports } from '../results/reports.ts';

const PROMPTS = 6;
const COOL_MS = 200;

/** An app that answers at once, and says how long it took; after two rounds it is hot, and 30 % slower; after four it is gone. */
async function answerAll(port: number): Promise<void> {
	const { app } = await ScriptedApp.join(
		port,
		helloDouble({ levels: ['app'], requestedBackend: 'GPU', backend: undefined }),
	);
	for (let asked = 0; ; asked += 1) {
		if (asked === 4 * PROMPTS) return app.drop();
		const { ask, ...question } = await app.next('ask');
		if (question.level !== 'app') throw new Error(question.level);
		const isHot = asked >= 2 * PROMPTS;
		const state = {
			thermal: isHot ? 'moderate' : 'nominal',
			temperatureC: isHot ? 39 : 27,
			battery: 84 - asked,
			chargeUah: 3e6 - asked * 1000,
		};
		app.say({ type: 'state', ...state, charging: false });
		const lastMs = (COOL_MS + ((asked * 7) % 5)) / (isHot ? 0.7 : 1);
		app.say({ type: 'chunk', ask, n: 0, atMs: 100, text: '물을 ' });
		app.say({ type: 'chunk', ask, n: 1, atMs: 100 + lastMs, text: asked === 20 ? '드세요.' : '마셔요.' });
		const messages = [{ role: 'user', text: question.text }];
		app.say({ type: 'end', ask, n: 2, atMs: 101 + lastMs, finish: 'stop', usage: { outputTokens: 11 }, messages });
	}
}

async function sustainedRun(out: string): Promise<Run> {
	const runner = createDeviceRunner({ say: () => undefined, onListening: ({ port }) => void answerAll(port) });
	return await evaluate(
		{},
		{
			target: { runner, level: 'app', port: 0, token: TOKEN, reconnectTimeout: 0.1 } as never,
			suites: ['prefix'],
			limit: PROMPTS,
			sustain: 600,
			out,
		},
	);
}

describe('a run that goes on while its device gets hot', () => {
	let run: Run;
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-sustain-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	beforeAll(async () => {
		// A run is the latest of its working folder.
		const home = process.cwd();
		process.chdir(folder);
		run = await sustainedRun(join(folder, 'run'));
		process.chdir(home);
	});

	it('is found slower, with when and its status', () => {
		const { sustained } = summarizeRun(run.log);
		expect(sustained).toMatchObject({
			prompts: PROMPTS,
			slow: { status: 'moderate' },
			charging: false,
			temperature: [27, 39],
		});
		const { decode, slow, changed = [], right, charge } = sustained ?? {};
		expect(decode?.ratio).toBeCloseTo(0.7, 1);
		expect(decode?.interval?.high).toBeLessThan(0.75);
		const hot = run.log.turns?.[2 * PROMPTS];
		expect(slow?.atMs).toBe(hot?.endMs);
		expect(changed.map(({ block }) => block)).toEqual([3]);
		expect(sustained?.ended?.said).toContain('Pixel 8');
		expect(run.log.footer?.outcome).toBe('complete');
		expect(run.log.turns?.filter(({ transcript }) => transcript !== undefined)).toHaveLength(1);
		expect(right?.blocks[0]).toBe(0);
		expect(charge?.perTurn).toBeCloseTo(1, 0);
	});

	it('has the speed of the run itself in every other figure', () => {
		const { turns: _, ...without } = run.log;
		const { sustained, ...summary } = summarizeRun(run.log);
		const { sustained: none, ...other } = summarizeRun(without);
		expect([sustained === undefined, none]).toEqual([false, undefined]);
		expect(summary).toEqual(other);
		expect(summary.samples.evaluated).toBe(PROMPTS);
		const speed = summary.speed.rows.find(
			({ metric, state }) => metric === 'decodeTokensPerSecond' && state === 'warm',
		);
		expect(speed?.distribution.min).toBeGreaterThan(48);
	});

	it('is a log of version 5, which is written again as it was', async () => {
		const file = join(run.folder, 'log.jsonl');
		expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toMatchObject({
			version: 5,
			settings: { sustainS: expect.any(Number) },
		});
		const log = await readLogFile(file);
		writeLogFile(file, log);
		expect((await readLogFile(file)).turns).toEqual(log.turns);
		expect(log.turns).toHaveLength(run.log.turns?.length ?? 0);
	});

	it('says so on the terminal, in Markdown, on the page in both languages, and has a row a turn', async () => {
		const reported = reportedRun(run.log);
		const said = summaryLines(reported).map(({ text }) => text);
		expect(said).toContainEqual(
			expect.stringMatching(
				/^It ended after .*It slows down by (?:29|30|31)% after \d+ seconds?\. 1 turn answers differently/u,
			),
		);
		expect(renderSummary(reported, 'ko')).toMatch(/뒤부터 (?:29|30|31)% 느려집니다/u);
		for (const lang of ['en', 'ko'] as const) expect(renderHtml(reported, lang)).toContain('<section id="sustained"');
		await writeReports(run);
		const rows = readFileSync(join(run.folder, 'sustained.csv'), 'utf8').trim().split('\r\n');
		expect(rows).toHaveLength((run.log.turns?.length ?? 0) + 1);
	});
});

it.each([{ shard: { index: 1, count: 2 } }, { processes: 2 }, { queue: 'redis://127.0.0.1' }])(
	'a run with %j is not sustained',
	async (choice) => {
		workingFolderFixture();
		await expect(evaluate({}, { sustain: 60, ...choice })).rejects.toThrow(UsageError);
	},
);
