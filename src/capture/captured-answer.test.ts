import { describe, expect, it } from 'vitest';
import type { CapturedFinish, CorpusEvent } from '../chat/corpus-log.ts';
import { missingEvidence } from '../eval/evidence/turn-evidence.ts';
import type { SampleResult } from '../eval/sample.ts';
import { turnOf } from '../eval/turn.ts';
import { sampleProblem } from '../log/line.ts';
import type { Repair } from '../model/generation.ts';
import { isFailedTurn } from '../summary/turn-times.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import { called, chunk, lines, linesOf, reply, scoresOf, suite, told, turn } from './capture-fixture.ts';
import { ingestCaptures } from './ingest.ts';
import { readCorpusLines } from './lines.ts';

describe('ingestCaptures, of one answer,', () => {
	it('takes an empty chunk for nothing that a model said', () => {
		const { samples, endingUntold } = told(chunk(''), { t: 'end', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'not-recorded' });
		expect(endingUntold).toEqual([]);
	});

	it('tells of an answer without a call that a cut would not show, and scores it', () => {
		const { samples, endingUntold } = told(chunk('수면 습관부터 차근차근 고르고 나서'), { t: 'end', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'no-tool-call' });
		expect(endingUntold).toEqual(['p01']);
	});

	it('takes the word of an app that knows how its answer ended', () => {
		const spoken = chunk('수면 습관부터 차근차근 고르고 나서');
		const cut = told(spoken, { t: 'end', finish: 'length', atMs: 9 });
		expect(cut.samples[0]?.scores.meaningful).toEqual({ unscored: 'cut-length' });
		const ended = told(spoken, { t: 'end', finish: 'stop', atMs: 9 });
		expect(ended.samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'no-tool-call' });
		expect([cut.endingUntold, ended.endingUntold]).toEqual([[], []]);
		const inGeminis = told(spoken, { t: 'end', finish: 'MAX_TOKENS' as 'length', atMs: 9 });
		expect(inGeminis.samples[0]?.scores.meaningful).toEqual({ unscored: 'cut-length' });
	});

	const mended = (...repairs: readonly Repair[]): CorpusEvent => ({ ...called(2), repairs });
	const meaningful = (...events: readonly CorpusEvent[]): unknown => told(...events).samples[0]?.scores.meaningful;

	it.each<[string, CorpusEvent]>([
		['of its only generation', { t: 'end', finish: 'length', atMs: 9 }],
		['of a generation before the last', { t: 'end', finish: 'stop', earlier: ['length'], atMs: 9 }],
	])('scores no call that was cut within and mended, at the end %s', (_title, end) => {
		const rest = end.t === 'end' && end.earlier ? [reply(1, 5)] : [];
		expect(meaningful(mended('missing-closer'), ...rest, end)).toEqual({ unscored: 'cut-length' });
		expect(meaningful(mended('raw-quotes'), ...rest, end)).toMatchObject({ value: true });
	});

	it('scores no call without its end where nobody tells whether its generation was cut there', () => {
		const end = { t: 'end', atMs: 9 } as const;
		const untold = { unscored: 'not-recorded', detail: expect.anything() };
		expect(meaningful(mended('missing-braces'), end)).toEqual(untold);
		expect(meaningful(mended('missing-closer'), reply(1, 5), { ...end, finish: 'stop' })).toEqual(untold);
		expect(meaningful(mended('missing-closer'), { ...end, error: 'out of memory' })).toEqual(untold);
		expect(meaningful(mended('missing-closer'), { ...end, finish: 'stop' })).toMatchObject({ value: true });
		for (const open of [mended('python-arguments'), mended(), called(2)])
			expect(meaningful(open, end)).toMatchObject({ value: true });
	});

	it.each<CapturedFinish>(['swallowed', 'tool-call'])('takes silence for no silence that ends with %s', (finish) => {
		const { samples } = told(chunk('찾아볼게요.'), { t: 'end', finish, atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'swallowed-by-engine' });
		expect(told(called(2), { t: 'end', finish: 'tool-call', atMs: 9 }).samples[0]?.scores.meaningful).toMatchObject({
			value: true,
		});
	});

	it('has no time of a turn whose times the capture calls not comparable', () => {
		const [sample] = told(called(2), { t: 'end', notComparable: ['throttled: severe'], atMs: 9 }).samples;
		expect(sample?.timings.device).toEqual({ states: [], cold: true, notComparable: ['throttled: severe'] });
	});

	it('has an answer of which all was thought, and cut, as cut', () => {
		expect(meaningful({ t: 'end', finish: 'length', atMs: 9 })).toEqual({ unscored: 'cut-length' });
		const { samples } = told(called(2), { t: 'end', finish: 'length', earlier: ['stop'], atMs: 9 });
		expect(samples[0]?.transcript.generations.map(({ finish }) => finish.unified)).toEqual(['tool-call', 'length']);
		expect(samples.map((sample) => sampleProblem({ ...sample }))).toEqual([undefined]);
	});

	it.each<[string, readonly CorpusEvent[]]>([
		['before its first word', []],
		['behind its call', [called(2), reply(1, 5)]],
	])('takes no time of a turn that failed %s', (_title, events) => {
		const { samples } = told(...events, { t: 'end', error: 'out of memory', atMs: 9 });
		expect(samples.map(isFailedTurn)).toEqual([true]);
	});

	it.each([5_000, 1_700_000_000_000])(
		'counts times from the user’s words, also on a clock that begins at %i',
		(from) => {
			const capture = readCorpusLines(lines.join('\n'));
			const later = capture.events.map(({ n, event }) => ({ n, event: { ...event, atMs: event.atMs + from } }));
			const round = ({ timings }: SampleResult): number => Math.round(timings.endToEndMs);
			const here = ingestCaptures(suite, [capture]);
			const there = ingestCaptures(suite, [{ ...capture, events: later }]);
			expect(there.contradictory).toEqual([]);
			expect(there.samples.map(round)).toEqual(here.samples.map(round));
			expect(scoresOf(there.samples)).toEqual(scoresOf(here.samples));
		},
	);

	const LEAKED = ['print(default_api.find(a="1"))', 'await find(a="1")', 'find (a="1")', 'tool: find'];

	it.each(LEAKED)('takes a leaked call for no prefix, by the name of a tool of the app: %s', (leaked) => {
		const prefix = `수면 카탈로그를 보여드릴게요.\n${leaked}`;
		const events = [chunk(prefix), { t: 'call', turn: 0, prefix, name: 'find', args: {}, atMs: 2 } as const];
		const lines = linesOf(...events, { t: 'end', atMs: 3 });
		const scoredFor = (tools: readonly string[]): unknown =>
			ingestCaptures(suite, [readCorpusLines(lines)], { language: 'ko', tools }).samples[0]?.scores.meaningful;
		expect(scoredFor(['find'])).toEqual({ unscored: 'unreadable' });
		expect(scoredFor([])).toMatchObject({ value: true });
	});

	it('keeps what the app it is held against fills in, for the call of the device is compared with it', () => {
		const prefix = '수면 카탈로그를 보여드릴게요.';
		const events = [chunk(prefix), { t: 'call', turn: 0, prefix, name: 'find', args: {}, atMs: 2 } as const];
		const captures = [readCorpusLines(linesOf(...events, { t: 'end', atMs: 3 }))];
		const kept = (defaults: ToolDefaults): unknown =>
			ingestCaptures(suite, captures, { language: 'ko', defaults }).samples[0]?.transcript.defaults;
		expect(kept({ find: { limit: 3 } })).toEqual({ find: { limit: 3 } });
		expect(kept({})).toBeUndefined();
	});

	it('knows a leaked call by the names of the tools that the corpus expects', () => {
		const text = '수면 카탈로그를 보여드릴게요.\nprint(search_catalog(category="sleep"))';
		expect(turn([text], text).samples[0]?.scores.meaningful).toEqual({ unscored: 'unreadable' });
	});

	const unnamed: CorpusEvent = { t: 'call', turn: 0, prefix: '찾아볼게요.', name: '', args: {}, atMs: 2 };

	it('has a call without a name as malformed, where its app tells that the model ended there by itself', () => {
		const { samples, endingUntold } = told(unnamed, { t: 'end', finish: 'stop', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'malformed-call' });
		expect(endingUntold).toEqual([]);
	});

	it.each<[Partial<Extract<CorpusEvent, { t: 'end' }>>, string]>([
		[{}, 'not-recorded'],
		[{ finish: 'length' }, 'cut-length'],
		[{ finish: 'deadline', error: '너무 오래 걸렸습니다' }, 'cut-deadline'],
		[{ finish: 'aborted' }, 'interrupted'],
		[{ finish: 'unknown' }, 'engine-failed'],
		[{ finish: 'swallowed' }, 'swallowed-by-engine'],
		[{ error: 'out of memory' }, 'not-recorded'],
	])('scores no malformed call that may have been cut within, as at an end of %j: %s', (end, unscored) => {
		expect(meaningful(unnamed, { t: 'end', ...end, atMs: 9 })).toMatchObject({ unscored });
	});

	it.each<[string, readonly CorpusEvent[], Partial<Extract<CorpusEvent, { t: 'end' }>>, string | undefined]>([
		['failed behind it', [called(2)], { error: 'out of memory' }, 'engine-failed'],
		['failed behind another generation', [called(2), reply(1, 5)], { error: 'out of memory' }, 'engine-failed'],
		['failed before its next word', [called(2)], { error: 'out of memory', earlier: ['stop'] }, 'engine-failed'],
		['was stopped behind it', [called(2)], { finish: 'deadline' }, 'cut-deadline'],
		[
			'reached the limit of the app, and no other',
			[called(2)],
			{ finish: 'stop', error: '호출이 너무 많습니다' },
			undefined,
		],
	])('shows the first call and no whole turn of one that %s', (_title, events, end, unscored) => {
		const [sample] = told(...events, { t: 'end', ...end, atMs: 9 }).samples;
		expect(sample?.scores.meaningful).toMatchObject({ value: true });
		const turn = turnOf(sample?.transcript ?? { generations: [], facts: {} });
		expect(missingEvidence(turn, 'turn')).toBe(unscored);
	});
});
