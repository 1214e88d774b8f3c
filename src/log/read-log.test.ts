import { execFileSync } from 'node:child_process';
import {
	appendFileSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EnvironmentError, LogError } from '../base/errors.ts';
import { message } from '../base/message.ts';
import { type Score, UNSCORED_CAUSES } from '../eval/score.ts';
import { decisionFixture, declaredSuiteFixture } from '../testing/declared-suite-fixture.ts';
import { fullDisk } from '../testing/doubles/full-disk.ts';
import { logHeaderFixture, logSampleFixture } from '../testing/log-line-fixture.ts';
import { saying } from '../testing/saying.ts';
import { keepSecret } from '../text/secrets.ts';
import { peekHeader, readLogFile, readResumedLog } from './read-log.ts';
import { logWarnings } from './warnings.ts';
import { lockLog, openLogFile, writeLogFile } from './write-log.ts';

let folder: string;
let file: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-log-'));
	file = join(folder, 'log.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Puts a link to what has the name in its place. */
function relink(name: string): void {
	renameSync(name, `${name}-2`);
	symlinkSync(`${name}-2`, name);
}

/** Goes on with the log as a run does, with one sample. */
async function resume(sampleId: string): Promise<void> {
	const log = openLogFile(file, (await readResumedLog(file)).end);
	log.append(logSampleFixture({ sampleId }));
	log.close();
}

describe('log file', () => {
	it('contains each record after append returns', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.append(logSampleFixture());
		expect((await readLogFile(file)).samples).toHaveLength(1);
		log.close();
	});

	it('is never overwritten by a new run', () => {
		openLogFile(file, 'create').close();
		expect(() => openLogFile(file, 'create')).toThrow(EnvironmentError);
	});

	it('is read, peeked at and resumed with a byte order mark', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.close();
		writeFileSync(file, `\ufeff${readFileSync(file, 'utf8')}`);
		expect(peekHeader(file)).toMatchObject({ type: 'header' });
		await resume('b');
		const { samples, header } = await readLogFile(file);
		expect([samples.map((sample) => sample.sampleId), header.warnings]).toEqual([['b'], logHeaderFixture().warnings]);
	});

	it('drops a partial line before a resumed run appends', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.close();
		appendFileSync(file, '{"type":"sample","sui');
		await resume('b');
		expect((await readLogFile(file)).samples.map((sample) => sample.sampleId)).toEqual(['b']);
	});

	it('drops a broken last line with its newline', async () => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.close();
		appendFileSync(file, 'broken\n');
		await resume('b');
		const { samples, damaged } = await readLogFile(file);
		expect(samples.map((sample) => sample.sampleId)).toEqual(['b']);
		expect(damaged).toBeUndefined();
	});

	it('has Hangul unescaped, one line per record', () => {
		const log = openLogFile(file, 'create');
		log.append(logSampleFixture({ sample: { input: '줄\n바꿈' } }));
		log.close();
		const text = readFileSync(file, 'utf8');
		expect(text).toContain('줄\\n바꿈');
		expect(text.trimEnd().split('\n')).toHaveLength(1);
	});

	it('returns every score as appended, unscored ones with their cause', async () => {
		const scores: Readonly<Record<string, Score>> = {
			...Object.fromEntries(UNSCORED_CAUSES.map((unscored) => [unscored, { unscored, detail: 'so it is' }])),
			bare: { unscored: 'interrupted', detail: undefined },
			right: { value: true },
			wrong: { value: false, reason: 'empty', detail: 'nothing was said' },
			count: { value: 0 },
		};
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.append(logSampleFixture({ scores }));
		log.close();
		expect((await readLogFile(file)).samples[0]?.scores).toEqual(scores);
	});

	it('returns the declarations of suites with any names', async () => {
		const suite = declaredSuiteFixture({
			name: 'units',
			title: { en: 'Units', ko: '단위' },
			view: 'units-view',
			samples: 12,
			scores: {
				metric: { kind: 'rate', title: 'metric units', main: true },
				grams: { kind: 'number', title: 'off by', unit: 'g', direction: 'lower', budget: 5 },
			},
			decision: decisionFixture(4, 12, 'metric'),
		});
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture({ suites: [suite] }));
		log.close();
		expect((await readLogFile(file)).header.suites).toEqual([suite]);
	});

	it('resumes after a kill at any byte, with every whole sample', async () => {
		const lines = [logHeaderFixture(), ...['a', 'b'].map((sampleId) => logSampleFixture({ sampleId }))];
		const whole = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
		const headerEnd = whole.indexOf('\n');
		for (const tail of ['', '\n', 'broken\n', '\n\n', 'broken\n\n', 'broken']) {
			for (let cut = headerEnd; cut <= whole.length; cut += cut < headerEnd + 3 || cut > whole.length - 4 ? 1 : 61) {
				writeFileSync(file, whole.slice(0, cut) + tail);
				const before = await readLogFile(file).catch(() => undefined);
				// A line that is broken in the middle, or the only one, is no cut.
				if (before === undefined) continue;
				await resume('c');
				const after = await readLogFile(file);
				const ids = [...before.samples, { sampleId: 'c' }].map(({ sampleId }) => sampleId);
				expect(
					after.samples.map(({ sampleId }) => sampleId),
					`cut at ${cut}, then ${JSON.stringify(tail)}`,
				).toEqual(ids);
				expect(after.damaged).toBeUndefined();
			}
		}
	});

	it.each(['', '{"type":"he', '{"type":"header","version":2,"mod'])(
		'begins again where %j is all there is',
		async (left) => {
			writeFileSync(file, left);
			await expect(readLogFile(file)).rejects.toMatchObject({
				message: expect.stringMatching(/: (?:the log is empty|its header was cut off)$/u),
				hint: 'Resume its run, which then starts again.',
			});
			const { log, end } = await readResumedLog(file);
			expect(log).toBeUndefined();
			openLogFile(file, end).append(logHeaderFixture());
			expect((await readLogFile(file)).samples).toEqual([]);
		},
	);

	it('does not treat another file as a killed run', async () => {
		writeFileSync(file, 'my diary');
		await expect(readResumedLog(file)).rejects.toThrow(LogError);
	});

	it('has no partial line after a full disk, and continues later', async () => {
		const room = JSON.stringify(logHeaderFixture()).length + 100;
		const log = openLogFile(file, 'create', { disk: fullDisk(room) });
		log.append(logHeaderFixture());
		expect(() => log.append(logSampleFixture())).toThrow(saying('log.append-failed', { code: 'ENOSPC' }));
		log.close();
		const { samples, damaged } = await readLogFile(file);
		expect([samples, damaged]).toEqual([[], undefined]);
		await resume('b');
		expect((await readLogFile(file)).samples).toHaveLength(1);
	});

	it('contains no key of this process, also if echoed in pieces', async () => {
		keepSecret('sk-of-this-process');
		const generation = {
			pieces: ['your key sk-of-', 'this-process'],
			events: [{ type: 'text' as const, text: 'your key sk-of-this-process' }],
			finish: { unified: 'stop' as const, raw: 'sk-of-this-process' },
			usage: {},
		};
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		log.append(logSampleFixture({ transcript: { facts: {}, generations: [generation] } }));
		log.close();
		const [sample] = (await readLogFile(file)).samples;
		expect(sample?.transcript.generations[0]?.pieces.join('')).toBe('your key ******************');
		expect(readFileSync(file, 'utf8')).not.toContain('of-this');
	});

	it.each<[string, (run: string, log: string) => void, string]>([
		['its folder was deleted', (run) => rmSync(run, { recursive: true }), 'log.jsonl: deleted or replaced'],
		['its folder was renamed', (run) => renameSync(run, `${run}-2`), 'log.jsonl: moved or replaced'],
		['its folder was replaced by a link', relink, 'log.jsonl: moved or replaced'],
		['it was deleted', (_, log) => rmSync(log), 'log.jsonl: deleted or replaced'],
		['it was replaced by a link', (_, log) => relink(log), 'log.jsonl: moved or replaced'],
		[
			'it was replaced by another file',
			(_, log) => {
				rmSync(log);
				writeFileSync(log, '');
			},
			'log.jsonl: deleted or replaced',
		],
		['its lock was removed', (_, log) => rmSync(`${log}.lock`), 'log.jsonl.lock: removed or replaced'],
		[
			'another process has taken it over',
			(_, log) => writeFileSync(`${log}.lock`, '1 elsewhere 0123456789abcdef 1'),
			'log.jsonl: another process took over this run',
		],
	])('reports at the next sample that %s', (_, change, line) => {
		const run = join(folder, 'run');
		mkdirSync(run);
		file = join(run, 'log.jsonl');
		const lock = lockLog(file);
		const log = openLogFile(file, 'create', { lock });
		log.append(logHeaderFixture());
		change(run, file);
		expect(() => log.append(logSampleFixture())).toThrow(join(folder, 'run', line));
		log.close();
		lock.release();
	});

	it.each([
		['ENOSPC', 'Free some disk space, and resume the run.'],
		['EROFS', 'Mount its disk for writing, and resume the run.'],
		['EACCES', 'Grant write permission there, and resume the run.'],
	])('has a remedy for %s', (code, hint) => {
		const fails = (): never => {
			throw Object.assign(new Error('no'), { code });
		};
		const log = openLogFile(file, 'create', { disk: { writeSync: fails, fsyncSync: fails } });
		expect(() => log.append(logHeaderFixture())).toThrow(expect.objectContaining({ hint }));
		log.close();
	});

	it.each<[string, (path: string) => void]>([
		['emptied', (path) => truncateSync(path)],
		['cut', (path) => truncateSync(path, 100)],
		['written by another', (path) => appendFileSync(path, 'mine\n')],
	])('reports at the next sample that it was %s, and does not change it', (_, change) => {
		const log = openLogFile(file, 'create');
		log.append(logHeaderFixture());
		change(file);
		const left = readFileSync(file, 'utf8');
		const append = () => log.append(logSampleFixture());
		expect(append).toThrow(EnvironmentError);
		expect(append).toThrow(saying('log.changed'));
		log.close();
		expect(readFileSync(file, 'utf8')).toBe(left);
	});

	it('refuses a pipe, which would block', async () => {
		execFileSync('mkfifo', [file]);
		await expect(readLogFile(file)).rejects.toThrow(/not a file/u);
	});

	it('names the log that cannot be read', async () => {
		await expect(readLogFile(join(folder, 'absent.jsonl'))).rejects.toThrow(LogError);
	});
});

describe('digest of a log', () => {
	const footer = (outcome: 'complete' | 'interrupted') => ({ type: 'footer', endedAt: '', outcome }) as const;

	async function written(): Promise<string> {
		const log = openLogFile(file, 'create');
		for (const record of [logHeaderFixture(), logSampleFixture({ sampleId: 'a' }), footer('interrupted')])
			log.append(record);
		log.close();
		const resumed = openLogFile(file, (await readResumedLog(file)).end);
		for (const record of [logSampleFixture({ sampleId: 'b' }), footer('complete')]) resumed.append(record);
		resumed.close();
		return readFileSync(file, 'utf8');
	}

	it('matches for appended, resumed and rewritten logs', async () => {
		await written();
		const log = await readLogFile(file);
		expect([log.samples.length, log.digestDiffers, log.footer?.digest?.length]).toEqual([2, undefined, 64]);
		writeLogFile(file, log);
		expect((await readLogFile(file)).digestDiffers).toBeUndefined();
	});

	it.each<[string, (text: string) => string]>([
		['a changed score', (text) => text.replace('"scores":{}', '"scores":{"a":{"value":true}}')],
		['a line less', (text) => text.split('\n').toSpliced(1, 1).join('\n')],
		['other line ends', (text) => text.replaceAll('\n', '\r\n')],
	])('differs after %s, and the log is still read', async (_, change) => {
		writeFileSync(file, change(await written()));
		const log = await readLogFile(file);
		expect(log.digestDiffers).toBe(true);
		expect(logWarnings(log)).toEqual([message('run.log-digest-differs')]);
	});
});
