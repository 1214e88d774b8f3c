import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml } from '../../reports/html/render-html.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { playRun } from '../../run/plan/ingest.ts';
import type { Log } from '../../src/log/record.ts';
import { summarizeRun } from '../../src/summary/summarize.ts';
import { cli } from '../outside-folder-fixture.ts';

interface Asked {
	readonly type: string;
	readonly ask: number;
	readonly text: string;
	readonly session: string;
}

const MINUTE_MS = 60_000;
const HELLO = {
	...{ type: 'hello', protocol: 1, token: '', app: { name: 'habit coach', version: '1.4.0' } },
	...{ runtime: { name: 'LiteRT-LM', version: '0.18.0' }, model: { file: 'gemma.litertlm' }, requestedBackend: 'GPU' },
	...{ device: 'Pixel 8', os: 'Android 16', levels: ['app'], initMs: 5200, samplers: ['topK', 'topP'] },
};

interface Phone {
	readonly status?: boolean;
	/** The process dies then, for want of memory. */
	readonly killedAt?: number;
}

/** Answers a plan on a clock of its own: 38 tokens a second, 30 % fewer from the eleventh minute on. */
function answers(plan: string, { status = true, killedAt = Number.POSITIVE_INFINITY }: Phone): string {
	const [welcome, ...asked] = plan
		.trim()
		.split('\n')
		.map((line) => (JSON.parse(line) as { message: Asked }).message);
	const lines: object[] = [];
	let at = 0;
	const write = (from: 'app' | 'gemmark', message: object, more: object = {}): void =>
		void lines.push({ from, at, ...more, message });
	const answer = ({ ask, text }: Asked): void => {
		const isHot = at > 11 * MINUTE_MS;
		const [askedAt, pace] = [at, isHot ? 0.7 : 1];
		const part = (type: string, atMs: number, message: object): void => {
			at = askedAt + atMs;
			write('app', { type, ask, atMs, ...message });
		};
		const firstMs = 9000 / pace;
		const lastMs = firstMs + ((10 + (ask % 3)) * 1000) / (38 * pace);
		part('chunk', firstMs, { n: 0, text: '이 습관이 ' });
		if (at > killedAt) return;
		part('chunk', lastMs, { n: 1, text: '잘 맞아요.' });
		const messages = [
			{ role: 'user', text },
			{ role: 'model', text: '이 습관이 잘 맞아요.' },
		];
		const usage = { promptTokens: 1212, outputTokens: 11 + (ask % 3) };
		part('end', lastMs + 1, { n: 2, finish: 'stop', reason: '', usage, messages });
		write('app', { type: 'state', charging: false, ...(status && { thermal: isHot ? 'moderate' : 'nominal' }) });
	};
	write('app', { ...HELLO, process: 'a' }, { time: '2026-11-28T09:00:00Z' });
	write('gemmark', welcome ?? {});
	while (at < Math.min(30 * MINUTE_MS, killedAt)) {
		for (const message of asked) {
			if (at >= killedAt || message.type === 'close') break;
			at += 10;
			write('gemmark', message);
			if (message.type === 'ask') answer(message);
		}
	}
	if (at >= killedAt) {
		at = 0;
		const exit = { process: 'a', reason: 'low-memory' };
		write('app', { ...HELLO, process: 'b', exit, session: welcome?.session }, { time: '2026-11-28T09:20:00Z' });
		write('gemmark', welcome ?? {});
	}
	write('gemmark', { type: 'close' });
	return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

describe('half an hour on a phone that slows by 30 % after 11 minutes, by plan', () => {
	const folder = mkdtempSync(join(tmpdir(), 'gemmark-half-hour-'));
	let plan: string;
	beforeAll(async () => {
		await cli(['plan', '--suite', 'prefix', '--limit', '5', '--sustain', '30m', '--out', 'plan.jsonl'], folder);
		plan = readFileSync(join(folder, 'plan.jsonl'), 'utf8');
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	async function run(phone: Phone): Promise<Log> {
		const { log, prepared } = await playRun([{ file: 'a', text: answers(plan, phone) }], {}, undefined);
		await prepared.close();
		return log;
	}

	it('has the minute, and the ratio with its interval, of a phone that reports heat', async () => {
		const log = await run({});
		const { sustained, ...summary } = summarizeRun(log);
		expect(sustained).toMatchObject({ prompts: 5, ended: undefined, changed: [], slow: { status: 'moderate' } });
		expect(Math.floor((sustained?.slow?.atMs ?? 0) / MINUTE_MS)).toBe(11);
		expect(sustained?.decode).toMatchObject({ ratio: expect.closeTo(0.7, 2), interval: expect.anything() });
		expect(sustained?.minutes).toHaveLength(30);
		const { sustained: _, ...without } = summarizeRun({ ...log, turns: undefined });
		expect(summary).toEqual(without);
		for (const lang of ['en', 'ko'] as const) {
			const [, section] = renderHtml(reportedRun(log), lang).split('<section id="sustained"');
			expect(section?.split('</section>')[0]?.match(/class="budgetend"/gu)).toHaveLength(1);
		}
	});

	it('is slower, never throttled, where the phone reports no status', async () => {
		const { slow, statuses } = summarizeRun(await run({ status: false })).sustained ?? {};
		expect([slow?.status, statuses]).toEqual([undefined, []]);
		// Of a block that began before.
		expect(Math.abs((slow?.atMs ?? 0) - 11 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
	});

	it('ends with its kill, and why: the rounds before it count', async () => {
		const { ended, turns, blocks, right } = summarizeRun(await run({ killedAt: 14 * MINUTE_MS })).sustained ?? {};
		expect(ended?.said).toMatchObject({
			code: 'run.sustain-killed',
			params: { why: { code: 'device.exit-low-memory' } },
		});
		expect(Math.floor((ended?.atMs ?? 0) / MINUTE_MS)).toBe(14);
		expect(Math.ceil((turns ?? 0) / 5)).toBe((blocks ?? 0) + 1);
		expect(right?.of).toBe(5);
	});
});
