import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../src/base/read-file.ts';
import { checkTurnOrder } from '../../src/chat/turn-order.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { variantEffects } from '../../src/summary/variants.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const SECRET = 'sk-secret-123456';
const SERVER = {
	command: process.execPath,
	args: [join(packageRoot(), 'src/mcp/fault-server-fixture.ts'), 'stdio'],
	env: { API_KEY: SECRET, FAULT_PID_FILE: 'server.pid' },
	timeoutMs: 20_000,
};
const CONFIG = {
	suites: [{ kind: 'tools', corpus: 'calls.jsonl' }],
	targets: [{ model: 'scripted.gguf', contextSize: 8192, threads: 1 }],
	out: 'run',
};
const ROWS = Array.from({ length: 6 }, (_, index) => ({
	id: `weather-${index + 1}`,
	input: `${index + 1}일 뒤 서울 날씨 알려 줘`,
	expected: [{ tool: 'forecast', arguments: { city: 'Seoul' } }],
}));

const callOf = (city: string): readonly string[] => [
	'<|tool_call>',
	`call:forecast{city:<|"|>${city}<|"|>}`,
	'<tool_call|>',
	'<|tool_response>',
];

const root = mkdtempSync(join(tmpdir(), 'gemmark-mcp-'));
const MAIN = join(packageRoot(), 'cli', 'main.ts');

/** Calls with a city that the server does not know, and with the right one where it has read the reflection. */
function weatherFolder(): string {
	const folder = mkdtempSync(join(root, 'run-'));
	writeConfig(folder, SERVER);
	writeFileSync(join(folder, 'calls.jsonl'), ROWS.map((row) => JSON.stringify(row)).join('\n'));
	writeScriptedGguf(join(folder, 'scripted.gguf'), {
		lines: [
			{ keyword: '날씨', say: callOf('Soul'), afterTool: ['음.', '<turn|>'] },
			{ keyword: '재시도', weight: 3, say: callOf('Seoul'), afterTool: ['서울은 15도예요.', '<turn|>'] },
		],
	});
	return folder;
}

function writeConfig(folder: string, weather: typeof SERVER): void {
	const app = { name: 'weather', language: 'ko', system: '너는 비서야.', mcpServers: { weather } };
	writeFileSync(join(folder, 'gemmark.config.json'), JSON.stringify({ app, ...CONFIG }));
}

const gemmark = (folder: string, ...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);

describe('gemmark run --reflection both, on tools of an MCP server', () => {
	let log: Log;
	let stdout: string;
	let written: string;
	let folder: string;
	beforeAll(async () => {
		folder = weatherFolder();
		const run = await gemmark(folder, 'run', ...ONE_ENGINE, '--reflection', 'both');
		expect(run.status, run.stderr).toBe(0);
		stdout = run.stdout;
		log = await readLogFile(join(folder, 'run', 'log.jsonl'));
		written = ['log.jsonl', 'report.html', 'summary.md']
			.map((name) => readFileSync(join(folder, 'run', name), 'utf8'))
			.join();
		expect(() => process.kill(Number(readFileSync(join(folder, 'server.pid'), 'utf8')), 0)).toThrow('ESRCH');
	}, 300_000);

	afterAll(() => rmSync(root, { recursive: true, force: true }));

	it('finds what a model gains that corrects itself after the reflection alone', () => {
		const [summary] = variantEffects(log);
		expect(summary).toMatchObject({ variant: 'free', reflected: 6 });
		const flips = new Map(summary?.flips.map((flip) => [flip.score, flip]));
		for (const score of ['corrected', 'recovered']) {
			expect(flips.get(score)).toMatchObject({
				first: { hits: 0, n: 6 },
				second: { hits: 6, n: 6 },
				lost: [],
				p: expect.closeTo(0.031_25, 10),
			});
		}
		expect(stdout).toMatch(
			/^Effect of reflection on failed calls \(tools, free .*\n(?:.*\n)*right call after a failed one: 0\/6 without, 6\/6 with; gained 6 \(.*\), lost 0; McNemar p 0\.031\.$/mu,
		);
		expect(written).toMatch(/Effect of reflection on failed calls .*McNemar p 0\.031/su);
	});

	it('sends the reflection as model text after the failure in MCP form', () => {
		const sample = log.samples.find(({ variant }) => variant === 'free+reflection');
		const { messages = [], generations = [] } = sample?.transcript ?? {};
		expect(messages.map(({ role }) => role)).toEqual(['user', 'tool-call', 'reflection', 'tool-call', 'model']);
		expect(messages[1]).toMatchObject({ result: { code: 'mcp_error', kind: 'result_error', server: 'weather' } });
		expect(messages[2]).toMatchObject({ sentAs: 'model' });
		expect(generations[1]?.promptTail).toMatch(
			/response:forecast\{error:<\|"\|>도구 오류: unknown city Soul<\|"\|>,status:<\|"\|>failed<\|"\|>,tool_name:<\|"\|>forecast<\|"\|>,type:<\|"\|>result_error<\|"\|>\}<tool_response\|>🤔/u,
		);
		for (const { transcript } of log.samples) expect(checkTurnOrder(transcript.messages ?? [])).toEqual([]);
	});

	it('has the server and the hash of its tools in its header, and no secret anywhere', () => {
		const identity = {
			name: 'mcp/weather',
			version: 'fault-server 1.2.3',
			sha256: expect.stringMatching(/^[0-9a-f]{64}$/u),
		};
		expect(log.header.app?.files).toContainEqual(identity);
		expect(log.header.suites[0]?.corpus.prompts).toContainEqual(identity);
		expect(written).not.toContain(SECRET);
	});

	it('refuses to go on where the server offers other tools', async () => {
		const changing = weatherFolder();
		expect((await gemmark(changing, 'run', ...ONE_ENGINE, '--limit', '1')).status).toBe(0);
		writeConfig(changing, { ...SERVER, env: { ...SERVER.env, FAULT_TOOL: 'one_more' } as typeof SERVER.env });
		const resumed = await gemmark(changing, 'run', ...ONE_ENGINE, '--limit', '1', '--resume');
		expect(resumed.status).toBe(2);
		expect(resumed.stderr).toMatch(/cannot be resumed: .*app.* from the original run/u);
	}, 120_000);

	it.each(['SIGINT', 'SIGKILL'] as const)(
		'leaves no server running after %s',
		async (signal) => {
			const ended = weatherFolder();
			const child = spawn(process.execPath, [MAIN, 'run', '--epochs', '200', '--determinism'], {
				cwd: ended,
				stdio: 'ignore',
			});
			const pid = await serverPid(join(ended, 'server.pid'));
			expect(process.kill(pid, 0)).toBe(true);
			await delay(1500);
			child.kill(signal);
			await once(child, 'exit');
			await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
		},
		60_000,
	);
});

async function serverPid(file: string): Promise<number> {
	const read = (): string => {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			return '';
		}
	};
	await expect.poll(read, { timeout: 20_000 }).toMatch(/^\d+$/u);
	return Number(read());
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
