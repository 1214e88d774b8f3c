import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/eval/decision.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { summarizeDecisions } from '../../src/summary/decisions/decisions.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const CALL = ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}', '<tool_call|>', '<|tool_response>'];
const LIMITS = ['--limit', '4', '--max-tokens', '40'];
const OPTIONS = ['--suite', 'prefix,frame', ...LIMITS];

let folder: string;
let recorded: Log;
const gemmark = (...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);
const verdictOf = (log: Log): Verdict | undefined => summarizeDecisions(log)[0]?.rule.verdict;
const logOf = (name: string): Promise<Log> => readLogFile(join(folder, name, 'log.jsonl'));

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-replay-'));
	const model = join(folder, 'scripted.gguf');
	const say = ['기록부터 ', '천천히 살펴볼게요.', ...CALL];
	writeScriptedGguf(model, { lines: [{ say, afterTool: ['12일째예요.', '<turn|>'] }] });
	const { status, stderr } = await gemmark(
		'run',
		'--model',
		model,
		...ONE_ENGINE,
		'--context-size',
		'8192',
		...OPTIONS,
		'--out',
		'run',
	);
	expect([status, stderr.match(/gemmark: .*/u)?.[0]]).toEqual([0, undefined]);
	recorded = await logOf('run');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('gemmark run --runner replay', () => {
	it('gives the samples of the run that it replays', async () => {
		const { status, stderr } = await gemmark(
			'run',
			'--runner',
			'replay',
			'--model',
			'run',
			...OPTIONS,
			'--out',
			'again',
		);
		expect([status, stderr.match(/gemmark: .*/u)?.[0]]).toEqual([0, undefined]);
		const comparable = ({ samples }: Log): unknown =>
			samples.map(({ timings, ...sample }) => ({ ...sample, clocks: timings.generations.map((one) => one.pieceAtMs) }));
		const again = await logOf('again');
		expect(comparable(again)).toEqual(comparable(recorded));
		expect(again.header.engine.runner).toBe('replay');
		expect(again.header.model).toEqual(recorded.header.model);
	});

	it('replays a run under path B: the same verdict, and no prefix in the history', async () => {
		const { status } = await gemmark(
			...['run', '--runner', 'replay', '--model', join('run', 'log.jsonl'), '--policy', 'discard'],
			...['--suite', 'prefix', ...LIMITS, '--out', 'discarded'],
		);
		expect(status).toBe(0);
		const log = await logOf('discarded');
		expect(verdictOf(log)).toEqual(verdictOf(recorded));
		expect(verdictOf(recorded)?.hits).toBe(4);
		for (const { transcript } of log.samples) {
			expect(transcript.messages?.map(({ role }) => role)).toEqual(['user', 'tool-call', 'model']);
		}
	});

	it('says in one line what was never recorded', async () => {
		const { status, stderr } = await gemmark(
			'run',
			'--runner',
			'replay',
			'--model',
			'run',
			'--suite',
			'tools',
			'--out',
			'none',
		);
		expect(status).toBe(3);
		expect(stderr).toMatch(
			/^gemmark: tools tools-01: run: the recording has no answer to this prompt\. Replay the recorded suites/mu,
		);
	});
});
