import { describe, expect, it } from 'vitest';
import type { CapturedFinish, CorpusEvent } from '../chat/corpus-log.ts';
import { missingEvidence } from '../eval/evidence/turn-evidence.ts';
import type { SampleResult } from '../eval/sample.ts';
import { turnOf } from '../eval/turn.ts';
import { sampleProblem } from '../log/line.ts';
import type { Repair } from '../model/generation.ts';
import { isFailedTurn } from '../summary/turn-times.ts';
import type { ToolDefaults } from '../tool/declaration.ts';
import { called, captured, chunk, lines, linesOf, reply, scoresOf, suite, turn } from './capture-fixture.ts';
import { ingestCaptures } from './ingest.ts';
import { readCorpusLines } from './lines.ts';

describe('ingestCaptures of one answer', () => {
	it('ignores an empty chunk', () => {
		const { samples, endingUnknown } = captured(chunk(''), { t: 'end', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'not-recorded' });
		expect(endingUnknown).toEqual([]);
	});

	it('scores an answer without a call and lists its unknown end', () => {
		const { samples, endingUnknown } = captured(chunk('수면 습관부터 차근차근 고르고 나서'), { t: 'end', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'no-tool-call' });
		expect(endingUnknown).toEqual(['p01']);
	});

	it('uses the finish that the app reports', () => {
		const spoken = chunk('수면 습관부터 차근차근 고르고 나서');
		const cut = captured(spoken, { t: 'end', finish: 'length', atMs: 9 });
		expect(cut.samples[0]?.scores.meaningful).toEqual({ unscored: 'cut-length' });
		const ended = captured(spoken, { t: 'end', finish: 'stop', atMs: 9 });
		expect(ended.samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'no-tool-call' });
		expect([cut.endingUnknown, ended.endingUnknown]).toEqual([[], []]);
		const inGeminis = captured(spoken, { t: 'end', finish: 'MAX_TOKENS' as 'length', atMs: 9 });
		expect(inGeminis.samples[0]?.scores.meaningful).toEqual({ unscored: 'cut-length' });
	});

	const repaired = (...repairs: readonly Repair[]): CorpusEvent => ({ ...called(2), repairs });
	const meaningful = (...events: readonly CorpusEvent[]): unknown => captured(...events).samples[0]?.scores.meaningful;

	it.each<[string, CorpusEvent]>([
		['of its only generation', { t: 'end', finish: 'length', atMs: 9 }],
		['of a generation before the last', { t: 'end', finish: 'stop', earlier: ['length'], atMs: 9 }],
	])('does not score a repaired call that was cut off, at the end %s', (_title, end) => {
		const rest = end.t === 'end' && end.earlier ? [reply(1, 5)] : [];
		expect(meaningful(repaired('missing-closer'), ...rest, end)).toEqual({ unscored: 'cut-length' });
		expect(meaningful(repaired('raw-quotes'), ...rest, end)).toMatchObject({ value: true });
	});

	it('does not score a call with a repaired end if its finish is unknown', () => {
		const end = { t: 'end', atMs: 9 } as const;
		const notRecorded = { unscored: 'not-recorded', detail: expect.anything() };
		expect(meaningful(repaired('missing-braces'), end)).toEqual(notRecorded);
		expect(meaningful(repaired('missing-closer'), reply(1, 5), { ...end, finish: 'stop' })).toEqual(notRecorded);
		expect(meaningful(repaired('missing-closer'), { ...end, error: 'out of memory' })).toEqual(notRecorded);
		expect(meaningful(repaired('missing-closer'), { ...end, finish: 'stop' })).toMatchObject({ value: true });
		for (const open of [repaired('python-arguments'), repaired(), called(2)])
			expect(meaningful(open, end)).toMatchObject({ value: true });
	});

	it.each<CapturedFinish>(['swallowed', 'tool-call'])(
		'does not score an answer without a call that ends with %s',
		(finish) => {
			const { samples } = captured(chunk('수면 습관을 찾아볼게요.'), { t: 'end', finish, atMs: 9 });
			expect(samples[0]?.scores.meaningful).toMatchObject({ unscored: 'swallowed-by-engine' });
			expect(
				captured(called(2), { t: 'end', finish: 'tool-call', atMs: 9 }).samples[0]?.scores.meaningful,
			).toMatchObject({
				value: true,
			});
		},
	);

	it('marks the times of a turn as not comparable', () => {
		const [sample] = captured(called(2), { t: 'end', notComparable: ['throttled: severe'], atMs: 9 }).samples;
		expect(sample?.timings.device).toEqual({ states: [], cold: true, notComparable: ['throttled: severe'] });
	});

	it('scores an answer that was cut off while thinking as cut', () => {
		expect(meaningful({ t: 'end', finish: 'length', atMs: 9 })).toEqual({ unscored: 'cut-length' });
		const { samples } = captured(called(2), { t: 'end', finish: 'length', earlier: ['stop'], atMs: 9 });
		expect(samples[0]?.transcript.generations.map(({ finish }) => finish.unified)).toEqual(['tool-call', 'length']);
		expect(samples.map((sample) => sampleProblem({ ...sample }))).toEqual([undefined]);
	});

	it.each<[string, readonly CorpusEvent[]]>([
		['before its first word', []],
		['after its call', [called(2), reply(1, 5)]],
	])('marks a turn as failed that failed %s', (_title, events) => {
		const { samples } = captured(...events, { t: 'end', error: 'out of memory', atMs: 9 });
		expect(samples.map(isFailedTurn)).toEqual([true]);
	});

	it.each([5_000, 1_700_000_000_000])('counts times from the user line, on a clock that begins at %i', (from) => {
		const capture = readCorpusLines(lines.join('\n'));
		const later = capture.events.map(({ n, event }) => ({ n, event: { ...event, atMs: event.atMs + from } }));
		const round = ({ timings }: SampleResult): number => Math.round(timings.endToEndMs);
		const here = ingestCaptures(suite, [capture]);
		const there = ingestCaptures(suite, [{ ...capture, events: later }]);
		expect(there.contradictory).toEqual([]);
		expect(there.samples.map(round)).toEqual(here.samples.map(round));
		expect(scoresOf(there.samples)).toEqual(scoresOf(here.samples));
	});

	const LEAKED = ['print(default_api.find(a="1"))', 'await find(a="1")', 'find (a="1")', 'tool: find'];

	it.each(LEAKED)('recognizes a leaked call by the name of a tool: %s', (leaked) => {
		const prefix = `수면 카탈로그를 보여드릴게요.\n${leaked}`;
		const events = [chunk(prefix), { t: 'call', turn: 0, prefix, name: 'find', args: {}, atMs: 2 } as const];
		const lines = linesOf(...events, { t: 'end', atMs: 3 });
		const scoredFor = (tools: readonly string[]): unknown =>
			ingestCaptures(suite, [readCorpusLines(lines)], { language: 'ko', tools }).samples[0]?.scores.meaningful;
		expect(scoredFor(['find'])).toEqual({ unscored: 'unreadable' });
		expect(scoredFor([])).toMatchObject({ value: true });
	});

	it('keeps the defaults of the app', () => {
		const prefix = '수면 카탈로그를 보여드릴게요.';
		const events = [chunk(prefix), { t: 'call', turn: 0, prefix, name: 'find', args: {}, atMs: 2 } as const];
		const captures = [readCorpusLines(linesOf(...events, { t: 'end', atMs: 3 }))];
		const kept = (defaults: ToolDefaults): unknown =>
			ingestCaptures(suite, captures, { language: 'ko', defaults }).samples[0]?.transcript.defaults;
		expect(kept({ find: { limit: 3 } })).toEqual({ find: { limit: 3 } });
		expect(kept({})).toBeUndefined();
	});

	it('recognizes a leaked call by the tools that the corpus expects', () => {
		const text = '수면 카탈로그를 보여드릴게요.\nprint(search_catalog(category="sleep"))';
		expect(turn([text], text).samples[0]?.scores.meaningful).toEqual({ unscored: 'unreadable' });
	});

	const unnamed: CorpusEvent = { t: 'call', turn: 0, prefix: '수면 습관을 찾아볼게요.', name: '', args: {}, atMs: 2 };

	it('scores a call without a name as malformed if the model stopped by itself', () => {
		const { samples, endingUnknown } = captured(unnamed, { t: 'end', finish: 'stop', atMs: 9 });
		expect(samples[0]?.scores.meaningful).toMatchObject({ value: false, reason: 'malformed-call' });
		expect(endingUnknown).toEqual([]);
	});

	it.each<[Partial<Extract<CorpusEvent, { t: 'end' }>>, string]>([
		[{}, 'not-recorded'],
		[{ finish: 'length' }, 'cut-length'],
		[{ finish: 'deadline', error: '너무 오래 걸렸습니다' }, 'cut-deadline'],
		[{ finish: 'aborted' }, 'interrupted'],
		[{ finish: 'unknown' }, 'engine-failed'],
		[{ finish: 'swallowed' }, 'swallowed-by-engine'],
		[{ error: 'out of memory' }, 'not-recorded'],
	])('does not score a malformed call that may have been cut off, at an end of %j: %s', (end, unscored) => {
		expect(meaningful(unnamed, { t: 'end', ...end, atMs: 9 })).toMatchObject({ unscored });
	});

	it.each<[string, readonly CorpusEvent[], Partial<Extract<CorpusEvent, { t: 'end' }>>, string | undefined]>([
		['failed after it', [called(2)], { error: 'out of memory' }, 'engine-failed'],
		['failed after another generation', [called(2), reply(1, 5)], { error: 'out of memory' }, 'engine-failed'],
		['failed before its next word', [called(2)], { error: 'out of memory', earlier: ['stop'] }, 'engine-failed'],
		['was stopped after it', [called(2)], { finish: 'deadline' }, 'cut-deadline'],
		['reached a limit of the app', [called(2)], { finish: 'stop', error: '호출이 너무 많습니다' }, undefined],
	])('scores only the first call of a turn that %s', (_title, events, end, unscored) => {
		const [sample] = captured(...events, { t: 'end', ...end, atMs: 9 }).samples;
		expect(sample?.scores.meaningful).toMatchObject({ value: true });
		const turn = turnOf(sample?.transcript ?? { generations: [], facts: {} });
		expect(missingEvidence(turn, 'turn')).toBe(unscored);
	});
});
