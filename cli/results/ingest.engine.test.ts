import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CORPUS_MARKER } from '../../src/chat/corpus-log.ts';
import { missingSamples } from '../../src/eval/missing.ts';
import { readTurn } from '../../src/eval/turn.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import type { Log } from '../../src/log/record.ts';
import { type DecisionSummary, summarizeDecisions } from '../../src/summary/decisions/decisions.ts';
import { writeScriptedGguf } from '../../src/testing/gguf/scripted-gguf.ts';
import { cli, ONE_ENGINE } from '../outside-folder-fixture.ts';

const CALL = ['<|tool_call>', 'call:get_streak{habit_id:<|"|>h1<|"|>}', '<tool_call|>', '<|tool_response>'];
const afterTool = ['12일째예요.', '<turn|>'];

/** Six of the fifteen prompts get a prefix that means something, the others a bare call. */
const LINES = ['새벽마다', '뭐부터', '스트래스', '카페인', '효과가', '순서대로'].map((keyword) => ({
	keyword,
	say: [`${keyword} 이야기라면 `, `기록부터 살펴볼게요.`, ...CALL],
	afterTool,
}));

let folder: string;
let capture: string;
let run: Log;
const gemmark = (...args: readonly string[]): ReturnType<typeof cli> => cli(args, folder);

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-ingest-'));
	const model = join(folder, 'scripted.gguf');
	writeScriptedGguf(model, { lines: [...LINES, { say: CALL, afterTool }] });
	const { status, stderr } = await gemmark(
		...['run', ...ONE_ENGINE, '--suite', 'prefix,frame', '--model', model, '--context-size', '8192'],
		...['--limit', '15', '--max-tokens', '40', '--capture', 'capture.txt', '--out', 'run'],
	);
	expect([status, stderr.match(/gemmark: .*/u)?.[0]]).toEqual([0, undefined]);
	capture = readFileSync(join(folder, 'capture.txt'), 'utf8');
	run = await readLogFile(join(folder, 'run', 'log.jsonl'));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prefixOf = (log: Log): DecisionSummary => {
	const [summary] = summarizeDecisions(log);
	if (summary === undefined) throw new Error('no suite decides');
	return summary;
};
const rowsOf = (log: Log): unknown =>
	prefixOf(log).samples.map((place) => {
		const { sampleId, scores, transcript } = log.samples[place] as Log['samples'][number];
		const { prefix, call } = readTurn(transcript.generations);
		return [sampleId, prefix.trim(), scores.meaningful?.reason, call?.name, call?.arguments];
	});

/** As `adb logcat` prints it, among other lines. */
const asLogcat = (lines: string): string =>
	lines
		.trim()
		.split('\n')
		.flatMap((line) => [
			'11-21 10:00:00.1 42 42 D Choreographer: Skipped 31 frames!',
			`11-21 10:00:00.2 42 42 I flutter : ${line}`,
		])
		.join('\r\n');

describe('gemmark ingest', () => {
	const forms: readonly (readonly [string, (lines: string) => string | Buffer])[] = [
		['adb logcat', asLogcat],
		['adb logcat redirected by PowerShell', (lines) => Buffer.from(`\ufeff${asLogcat(lines)}`, 'utf16le')],
		['JSONL', (lines) => lines.replaceAll(CORPUS_MARKER, '')],
		['JSONL without prompt ids', (lines) => lines.replaceAll(CORPUS_MARKER, '').replaceAll(/"prompt":"[\w-]+",/gu, '')],
	];
	it.each(forms)('gives the verdict of the run that was captured, from %s', async (name, form) => {
		const out = name.replaceAll(' ', '-');
		writeFileSync(join(folder, `${out}.txt`), form(capture));
		const { status, stdout, stderr } = await gemmark('ingest', `${out}.txt`, '--out', out, '--device', 'Pixel 8');
		expect([status, stderr]).toEqual([0, '']);
		const log = await readLogFile(join(folder, out, 'log.jsonl'));
		const [captured, ran] = [prefixOf(log), prefixOf(run)];
		expect(ran.rule.verdict).toMatchObject({ status: 'complete', path: 'A', hits: 6, n: 15 });
		expect(captured.rule.verdict).toEqual(ran.rule.verdict);
		expect(rowsOf(log)).toEqual(rowsOf(run));
		expect(stdout).toMatch(/^path +Path A: the rule counts 6 of these 15/mu);
		expect(log.header.host).toEqual({ device: 'Pixel 8' });
		expect(log.header.settings).toEqual({ epochs: 1, dialect: 'engine' });
		expect(readFileSync(join(folder, out, 'report.html'), 'utf8')).toContain('기록부터 살펴볼게요.');
	});

	it('gives the verdict of a run of the bundled miniature, and says that it is one', async () => {
		const options = [
			...ONE_ENGINE,
			'--suite',
			'prefix',
			'--max-tokens',
			'120',
			'--capture',
			'mini.txt',
			'--out',
			'mini',
		];
		expect((await gemmark('run', ...options)).status).toBe(0);
		const { status, stdout } = await gemmark(
			'ingest',
			'mini.txt',
			'--out',
			'mini-ingested',
			'--model',
			'mini-q8_0.gguf',
		);
		expect(status).toBe(0);
		expect(stdout).toMatch(/the bundled miniature, not Gemma/u);
		const [ran, captured] = await Promise.all(
			['mini', 'mini-ingested'].map((name) => readLogFile(join(folder, name, 'log.jsonl'))),
		);
		if (ran === undefined || captured === undefined) throw new Error('two runs');
		expect(prefixOf(captured).rule.verdict).toEqual(prefixOf(ran).rule.verdict);
		expect(rowsOf(captured)).toEqual(rowsOf(ran));
	});

	it.runIf(process.platform === 'linux')(
		'needs a capture that can be written: a device is refused before the run',
		async () => {
			const options = [
				'--suite',
				'prefix',
				'--limit',
				'2',
				'--max-tokens',
				'40',
				'--capture',
				'/dev/full',
				'--out',
				'full',
			];
			const { status, stdout, stderr } = await gemmark('run', '--model', 'scripted.gguf', ...options);
			expect([status, stderr.match(/gemmark: .*/u)?.[0]]).toEqual([
				3,
				'gemmark: /dev/full: cannot be written (not a file). Choose another file with --capture.',
			]);
			expect(stdout).toBe('');
		},
	);

	it('reports what it drops, and judges the rest', async () => {
		const lines = capture.trim().split('\n');
		const torn = [
			...lines.slice(0, 20),
			lines[20]?.slice(0, 60),
			...lines.slice(21),
			lines[0]?.replace(/"text":"[^"]*"/u, '"text":"오늘 날씨 어때?"').replace('prefix-01', 'x'),
			lines.at(-1),
		];
		writeFileSync(join(folder, 'torn.txt'), torn.join('\n'));
		const { status, stderr } = await gemmark('ingest', 'torn.txt', '--out', 'torn');
		expect(status).toBe(0);
		expect(stderr).toMatch(/Excluded 1 damaged line/u);
		expect(stderr).toMatch(/Not asked, or incomplete: prefix-\d+/u);
		const log = await readLogFile(join(folder, 'torn', 'log.jsonl'));
		expect(log.samples).toHaveLength(14);
		expect(log.footer?.outcome).toBe('complete');
		expect(missingSamples(log)).toHaveLength(1);
	});

	it('refuses a file without a line of the logger, in one line', async () => {
		writeFileSync(join(folder, 'other.txt'), 'I flutter : hello\n');
		const { status, stderr } = await gemmark('ingest', 'other.txt', '--out', 'other');
		expect(status).toBe(2);
		expect(stderr).toMatch(/^gemmark: other\.txt: no line of the corpus logger.*on-device\.md/u);
		expect((await gemmark('ingest', 'missing.txt')).status).toBe(2);
	});

	it('scores an ingested run again to the same scores', async () => {
		const { status, stdout } = await gemmark('rescore', 'JSONL', '--out', 'again');
		expect(status).toBe(0);
		expect(stdout).toMatch(/^0 of 15 samples score differently now/mu);
		expect(stdout).not.toContain('expectations differ here');
	});
});
