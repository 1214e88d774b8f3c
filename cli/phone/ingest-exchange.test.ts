import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coreKo } from '../../reports/messages/core-ko.ts';
import { playRun } from '../../run/plan/ingest.ts';
import { GemmarkError } from '../../src/base/errors.ts';
import { english, type Message, say } from '../../src/base/message.ts';
import { packageRoot } from '../../src/base/read-file.ts';
import { missingSamples } from '../../src/eval/missing.ts';
import { readLogFile } from '../../src/log/read-log.ts';
import { saying } from '../../src/testing/saying.ts';
import { cli } from '../outside-folder-fixture.ts';

type Line = { from: string; at?: number; time?: string; message: Record<string, unknown> };

const fixture = (name: string): string =>
	readFileSync(join(packageRoot(), 'clients/fixtures', `${name}.jsonl`), 'utf8');
const APP = fixture('answers-app');

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-exchange-'));
	writeFileSync(join(folder, 'app.jsonl'), APP);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The answers of the app with some lines changed; a line that is torn stays as it is. */
function changed(change: (line: Line, place: number) => Line | string | undefined): string {
	return APP.trimEnd()
		.split('\n')
		.flatMap((text, place) => {
			let line: Line;
			try {
				line = JSON.parse(text);
			} catch {
				return [text];
			}
			const other = change(line, place + 1);
			if (other === undefined) return [];
			return [typeof other === 'string' ? other : JSON.stringify(other)];
		})
		.map((text) => `${text}\n`)
		.join('');
}

const onMessage = (type: string, change: object): string =>
	changed((line) => (line.message.type === type ? { ...line, message: { ...line.message, ...change } } : line));

async function refusal(...texts: readonly string[]): Promise<Message> {
	const files = texts.map((text, index) => ({ file: `${index}.jsonl`, text }));
	const error = await playRun(files, {}, undefined).catch((thrown: unknown) => thrown);
	if (!(error instanceof GemmarkError)) throw new Error(`not refused: ${String(error)}`);
	return error.said;
}

function expectBothLanguages(said: Message): void {
	expect(say(said, coreKo)).toMatch(/[가-힣]|^\d\.jsonl:/u);
	expect(english(said)).not.toMatch(/[가-힣]{4}.*[가-힣]{4}.*is planned/u);
}

describe('gemmark ingest of a plan’s answers', () => {
	it('makes the run of the shared example: three samples, one asked again after low memory', async () => {
		const { status, stdout } = await cli(['ingest', 'app.jsonl', '--out', 'app'], folder);
		expect(status).toBe(0);
		expect(stdout).toEqual(saying('run.device-lost', { why: 'low memory' }));
		const { header, samples } = await readLogFile(join(folder, 'app/log.jsonl'));
		expect(header).toMatchObject({
			startedAt: '2026-11-28T09:12:03+09:00',
			plan: { sha256: expect.stringMatching(/^8581f804de89/u), made: '2026-11-28T08:55:10Z' },
			engine: { runner: 'device', api: 'app', backend: 'GPU', options: { contextTokens: 4096, speculative: false } },
			host: { device: 'Pixel 8' },
		});
		const tries = samples.map(({ sampleId, timings }) => [sampleId, timings.attempts, timings.device?.exit?.reason]);
		expect(tries).toEqual([
			['prefix-01', undefined, undefined],
			['prefix-02', 2, 'low-memory'],
			['prefix-03', undefined, undefined],
		]);
		expect(samples.map(({ timings }) => timings.endToEndMs)).toEqual(
			[2574.8, 2563.7, 2386.2].map((ms) => expect.closeTo(ms, 1)),
		);
	});

	it('writes nothing where no sample was answered to its end, and completes it with a later copy of the file', async () => {
		const head = APP.split('\n').slice(0, 8).join('\n');
		writeFileSync(join(folder, 'head.jsonl'), head);
		const { status, stderr } = await cli(['ingest', 'head.jsonl', '--out', 'head'], folder);
		expect([status, stderr]).toEqual([3, expect.stringContaining('no sample was answered')]);
		expect(() => readFileSync(join(folder, 'head/log.jsonl'))).toThrow('ENOENT');
		expectBothLanguages(await refusal(head));
		expect((await cli(['ingest', 'head.jsonl', 'app.jsonl', '--out', 'both'], folder)).status).toBe(0);
		const [both, app] = await Promise.all(['both', 'app'].map((run) => readLogFile(join(folder, run, 'log.jsonl'))));
		expect(both?.samples).toEqual(app?.samples);
	});

	it('leaves a sample out whose last try goes on, and lists it', async () => {
		const open = APP.split('\n').slice(0, 26).join('\n');
		const { log, lines, prepared } = await playRun([{ file: 'a', text: open }], {}, undefined);
		await prepared.close();
		expect(log.samples.map(({ sampleId }) => sampleId)).toEqual(['prefix-01']);
		expect(missingSamples(log)).toHaveLength(2);
		expect(lines.map(({ code }) => code)).toEqual(['exchange.torn', 'capture.not-asked']);
	});

	it('has a sample unscored, killed, whose process ended twice', async () => {
		const [first = [], second = []] = [APP.split('\n').slice(0, 22), APP.split('\n').slice(22)];
		const again = second.slice(0, 5).join('\n');
		const third = second[0]
			?.replace('"c03a"', '"d1"')
			.replace('"process":"b81f","reason"', '"process":"c03a","reason"')
			.replace('09:13:40', '09:14:40');
		const rest = second.slice(second.findIndex((line) => line.includes('"conversation":2')));
		const text = [...first, again, third, second[1], ...rest].join('\n');
		const { log, prepared } = await playRun([{ file: 'a', text }], {}, undefined);
		await prepared.close();
		const killed = log.samples.find(({ sampleId }) => sampleId === 'prefix-02');
		expect(killed).toMatchObject({
			transcript: { failure: 'killed', generations: [] },
			scores: { meaningful: { unscored: 'killed' } },
			timings: { attempts: 2 },
		});
		expect(log.samples).toHaveLength(3);
		expect(english(killed?.transcript.failureDetail ?? '')).toContain('low memory');
	});

	it.each<[string, string, string, string]>([
		['a torn line elsewhere', changed((line, place) => (place === 12 ? '{"from":"app","at"' : line)), '12', 'line'],
		['a missing part', changed((line, place) => (place === 7 ? undefined : line)), '7', 'message.n'],
		[
			'a part of another ask',
			changed((line, place) => (place === 6 ? { ...line, message: { ...line.message, ask: 2 } } : line)),
			'6',
			'message.ask',
		],
		['no clock', changed((line, place) => (place === 9 ? { ...line, at: undefined } : line)), '9', 'at'],
		['a clock that runs backwards', changed((line, place) => (place === 9 ? { ...line, at: 1 } : line)), '9', 'at'],
		[
			'a message over 1 MiB',
			changed((line, place) =>
				place === 6 ? { ...line, message: { ...line.message, text: 'x'.repeat(2 ** 20) } } : line,
			),
			'6',
			'message',
		],
		[
			'a wrong field',
			changed((line, place) => (place === 6 ? { ...line, message: { ...line.message, text: 1 } } : line)),
			'6',
			'message',
		],
	])('refuses %s with file, line and field', async (_, text, line, field) => {
		const said = await refusal(text);
		expect(said).toMatchObject({ code: 'exchange.place', params: { file: '0.jsonl', line: Number(line), field } });
		expectBothLanguages(said);
	});

	it('refuses asks that planning again does not give, once for all, with the first of them', async () => {
		const said = await refusal(
			changed((line) =>
				line.message.type === 'ask' ? { ...line, message: { ...line.message, text: '다른 말' } } : line,
			),
		);
		expect(said).toMatchObject({
			code: 'exchange.differs',
			params: { n: 3, of: 4, sample: 'prefix prefix-01 free 0', field: 'text', there: '"다른 말"', made: '0.9.0' },
		});
		expectBothLanguages(said);
		const unknown = await refusal(onMessage('open', { sample: 'prefix prefix-99 free 0' }));
		expect(unknown).toMatchObject({ code: 'exchange.differs', params: { field: 'sample' } });
	});

	it('refuses a second file of another app, and names the fields', async () => {
		const other = changed((line) =>
			line.message.type === 'hello'
				? {
						...line,
						message: { ...line.message, process: `x${line.message.process}`, os: 'Android 17', backend: 'CPU' },
					}
				: line,
		);
		const said = await refusal(APP, other);
		expect(said).toMatchObject({ code: 'exchange.other', params: { fields: ['backend', 'os'] } });
		expectBothLanguages(said);
		const plan = onMessage('welcome', { session: 'another' }).replaceAll(/"process":"/gu, '"process":"y');
		expect(await refusal(APP, plan)).toMatchObject({ params: { fields: ['plan'] } });
	});

	it('counts the first answer where a sample was asked again, and says so', async () => {
		const later = APP.replaceAll('"process":"', '"process":"z').replaceAll('T09:', 'T10:').replaceAll('숨을', '늦게');
		const files = [later, APP].map((text, index) => ({ file: `${index}`, text }));
		const { log, lines, prepared } = await playRun(files, {}, undefined);
		await prepared.close();
		expect(JSON.stringify(log.samples)).not.toContain('늦게');
		const again = lines.find(({ code }) => code === 'exchange.again');
		expect(again?.params.list).toHaveLength(3);
		expectBothLanguages(again as Message);
	});

	it('does not record a sampler that the app does not obey', async () => {
		const text = onMessage('hello', { samplers: [] });
		const asked = text.replaceAll('"sampling":{', '"sampling":{"topK":40,');
		const { log, prepared } = await playRun([{ file: 'a', text: asked }], {}, undefined);
		await prepared.close();
		expect(log.header.settings).not.toHaveProperty('topK');
		expect(log.samples).toHaveLength(3);
	});

	it('refuses a chat template that the plan was not made with', async () => {
		const raw = fixture('answers-raw-frames');
		const said = await refusal(raw.replaceAll('"tries":2', '"tries":2,"template":"another"'));
		expect(said).toMatchObject({ code: 'exchange.template' });
		expectBothLanguages(said);
	});

	it('reads a recording without a plan by its asks', async () => {
		const text = changed((line) =>
			line.message.type === 'welcome'
				? { ...line, message: { ...line.message, plan: undefined, run: { suites: ['prefix'], limit: 3 } } }
				: line,
		);
		const { log, prepared } = await playRun([{ file: 'a', text }], {}, undefined);
		await prepared.close();
		expect(log.header.plan).toBeUndefined();
		expect(log.samples).toHaveLength(3);
	});

	it.each([
		['--model', 'x'],
		['--device', 'x'],
		['--engine', 'x 1'],
		['--suite', 'prefix'],
		['--temperature', '1'],
		['--commit', 'abc'],
	])('refuses %s: the file says it', async (...flag) => {
		const { status, stderr } = await cli(['ingest', 'app.jsonl', ...flag, '--out', 'flag'], folder);
		expect([status, stderr]).toEqual([
			2,
			`gemmark: ${flag[0]} cannot be combined with an exchange: the file says it. Remove ${flag[0]}.\n`,
		]);
	});

	it('refuses a capture beside an exchange', async () => {
		writeFileSync(join(folder, 'capture.txt'), '[gemmark-corpus] {"v":1,"n":0,"t":"user","text":"x"}\n');
		const { status, stderr } = await cli(['ingest', 'app.jsonl', 'capture.txt'], folder);
		expect([status, stderr]).toEqual([2, expect.stringContaining('cannot be ingested together')]);
	});
});

describe('gemmark plan', () => {
	it('asks what the shared example asks, and names its content in the session', async () => {
		const { status, stdout } = await cli(
			['plan', '--suite', 'prefix', '--limit', '3', '--cool-down', 'nominal', '--out', 'plan.jsonl'],
			folder,
		);
		expect([status, stdout]).toEqual([
			0,
			expect.stringMatching(/^plan\.jsonl: prefix, 3 samples, 3 asks, level app, 2 kB, plan 8581f804de89\./u),
		]);
		const [, ...rest] = readFileSync(join(folder, 'plan.jsonl'), 'utf8').split('\n');
		const [, ...shared] = fixture('plan-app').split('\n');
		const json = (lines: readonly string[]): unknown =>
			lines.filter((line) => line !== '').map((line) => JSON.parse(line));
		expect(json(rest)).toEqual(json(shared));
	});

	it('refuses a suite whose asks depend on answers', async () => {
		const { status, stderr } = await cli(['plan', '--suite', 'prefix', '--level', 'engine', '--limit', '1'], folder);
		expect([status, stderr]).toEqual([
			2,
			expect.stringMatching(/^gemmark: suite prefix: what sample prefix-01 asks depends on answers/u),
		]);
	});

	it('plans single generations at level chat, and at level raw for an app like one', async () => {
		mkdirSync(join(folder, 'raw'), { recursive: true });
		writeFileSync(join(folder, 'like.jsonl'), fixture('answers-raw-frames'));
		const chat = await cli(
			['plan', '--suite', 'frame', '--level', 'engine', '--limit', '2', '--out', 'raw/chat.jsonl'],
			folder,
		);
		expect(chat.stdout).toMatch(/frame, 2 samples, 2 asks, level chat/u);
		const raw = await cli(
			[
				'plan',
				'--suite',
				'frame',
				'--level',
				'engine',
				'--limit',
				'1',
				'--like',
				'like.jsonl',
				'--out',
				'raw/raw.jsonl',
			],
			folder,
		);
		expect(raw.stdout).toMatch(/frame, 2 samples, 2 asks, level raw/u);
		const asked = (text: string): unknown =>
			text
				.split('\n')
				.slice(1, 3)
				.map((line) => JSON.parse(line));
		expect(asked(readFileSync(join(folder, 'raw/raw.jsonl'), 'utf8'))).toEqual(asked(fixture('plan-raw-frames')));
	});
});
