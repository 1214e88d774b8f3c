import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import { readCorpusLines } from '../../src/capture/lines.ts';
import type { CorpusEvent } from '../../src/chat/corpus-log.ts';
import type { PlannedSample } from '../../src/eval/plan.ts';
import type { LoggedGeneration, SampleResult } from '../../src/eval/sample.ts';
import { logSampleFixture } from '../../src/testing/log-line-fixture.ts';
import { RunCapture, type RunCaptureOptions } from './capture.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-capture-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SILENT: LoggedGeneration = {
	pieces: ['네'],
	events: [{ type: 'text', text: '네' }],
	finish: { unified: 'stop', raw: 'stop' },
	usage: { outputTokens: 2 },
};

/** The end of one turn of an engine that reads its calls. */
function endOf(
	generation: Partial<LoggedGeneration>,
	timings: Partial<SampleResult['timings']> = {},
	options: Partial<RunCaptureOptions> = {},
): CorpusEvent | undefined {
	const path = join(mkdtempSync(join(folder, 'run-')), 'run.capture');
	const capture = new RunCapture(path, { resume: false, miniature: false, engineReads: true, ...options });
	const planned = { suite: { oneTurn: true }, sample: { id: 'p01' } } as unknown as PlannedSample;
	const logger = capture.loggerFor(planned);
	logger?.onUserTurn?.('물 마시기');
	logger?.onTextChunk(0, '네');
	logger?.onTurnEnd?.(undefined, 'stop', []);
	const sample = logSampleFixture({});
	capture.sampled({
		...sample,
		transcript: { ...sample.transcript, generations: [{ ...SILENT, ...generation }] },
		timings: { ...sample.timings, ...timings },
	});
	capture.requireWhole();
	expect(capture.turns).toBe(1);
	return readCorpusLines(readFileSync(path, 'utf8')).events.at(-1)?.event;
}

it.each<[string | undefined, string, Partial<LoggedGeneration>, Partial<RunCaptureOptions>]>([
	['stop', 'that counts what it shows', {}, {}],
	['swallowed', 'that counts 400 tokens and shows one', { usage: { outputTokens: 400 } }, {}],
	['unknown', 'that is empty', { pieces: [], events: [], usage: {} }, {}],
	[undefined, 'that counts nothing', { usage: {} }, {}],
	['stop', 'that counts nothing, of which gemmark reads the calls', { usage: {} }, { engineReads: false }],
])('has %s for an answer %s', (finish, _title, generation, options) => {
	const end = endOf(generation, {}, options);
	expect(end?.t === 'end' && [end.finish]).toEqual([finish]);
});

it('has the reason why times of a turn are not comparable', () => {
	const throttled = { states: [], cold: false, notComparable: ['thermal: severe'] };
	expect(endOf({}, { device: throttled }, { timingsNotComparable: 'a software GPU' })).toMatchObject({
		notComparable: ['a software GPU', 'thermal: severe'],
	});
	expect(endOf({})).not.toHaveProperty('notComparable', expect.anything());
});

it('is not written through a link that leads nowhere', () => {
	const path = join(folder, 'link.capture');
	symlinkSync(`${path}.gone`, path);
	expect(() => new RunCapture(path, { miniature: false, engineReads: false, resume: false })).toThrow(
		expect.objectContaining({ said: expect.objectContaining({ code: 'usage.capture-unwritable' }) }),
	);
	expect(existsSync(`${path}.gone`)).toBe(false);
});

it('overwrites no file, and goes on with one', () => {
	const path = join(folder, 'phone.capture');
	writeFileSync(path, 'of an hour on a phone');
	const options = { miniature: false, engineReads: false };
	expect(() => new RunCapture(path, { ...options, resume: false })).toThrow(
		expect.objectContaining({ said: message('usage.capture-exists', { path }) }),
	);
	new RunCapture(path, { ...options, resume: true }).requireWhole();
	expect(readFileSync(path, 'utf8')).toBe('of an hour on a phone');
});

it('ends a turn whose sample failed the run as its app reported', () => {
	const path = join(folder, 'failed.capture');
	const capture = new RunCapture(path, { resume: false, miniature: false, engineReads: true });
	const planned = { suite: { oneTurn: true }, sample: { id: 'p01' } } as unknown as PlannedSample;
	const logger = capture.loggerFor(planned);
	logger?.onUserTurn?.('물 마시기');
	logger?.onTurnEnd?.('EngineError (crashed)', undefined, []);
	capture.end();
	capture.end();
	expect(readCorpusLines(readFileSync(path, 'utf8')).events.map(({ event }) => event)).toEqual([
		expect.objectContaining({ t: 'user', prompt: 'p01' }),
		expect.objectContaining({ t: 'end', error: 'EngineError (crashed)' }),
	]);
});
