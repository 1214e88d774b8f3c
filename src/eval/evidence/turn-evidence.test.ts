import { describe, expect, it } from 'vitest';
import type { Finish } from '../../model/generation.ts';
import { callFixture, type TranscriptFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LoggedEvent, LoggedGeneration } from '../sample.ts';
import type { UnscoredCause } from '../score.ts';
import { turnOf } from '../turn.ts';
import { missingDetail, missingEvidence } from './turn-evidence.ts';

const TEXT: LoggedEvent = { type: 'text', text: '네' };
const CALL = callFixture('get_streak');
const HALF: LoggedEvent = { type: 'malformed', reason: 'unclosed', raw: '<|tool_call>call:f{' };
const ended = (unified: Finish['unified'], raw = ''): TranscriptFixture => ({ finish: { unified, raw } });

describe('missingEvidence', () => {
	it.each<[UnscoredCause | undefined, TranscriptFixture]>([
		[undefined, ended('stop')],
		[undefined, ended('unknown', 'captured')],
		['engine-failed', { ...ended('unknown', 'captured'), error: 'failed' }],
		['engine-failed', ended('unknown', 'end of stream')],
		['cut-length', ended('length')],
		['cut-context-full', ended('length', 'context')],
		['cut-deadline', ended('deadline')],
		['interrupted', ended('aborted')],
		['cut-context-full', { failure: 'context-overflow' }],
		['cut-deadline', { failure: 'generation-timeout' }],
		['not-recorded', { failure: 'not-recorded' }],
		['engine-failed', { failure: 'crashed' }],
		['engine-failed', { failure: 'constructor' }],
	])('is %s of an answer that ended with %o', (cause, end) => {
		const turn = turnOf(transcriptFixture([[TEXT]], end));
		expect(missingEvidence(turn, 'turn')).toBe(cause);
		expect(missingEvidence(turn, 'first-call')).toBe(cause);
	});

	it('is that of the whole turn if an engine contradicts itself', () => {
		const turn = turnOf(transcriptFixture([[TEXT, CALL]], { ...ended('tool-call'), failure: 'contradictory' }));
		expect(missingEvidence(turn, 'first-call')).toBe('contradictory');
	});

	it('has the limit that cut it, unless it is the token limit', () => {
		const raw = '2112 events for 512 tokens, which the server passed';
		const detailOf = (limit?: Finish['limit']) => {
			const finish = { unified: 'length', raw, limit } as const;
			const turn = turnOf(transcriptFixture([[TEXT]], { finish, error: 'too many calls' }));
			expect(missingEvidence(turn, 'turn')).toBe('cut-length');
			return missingDetail(turn, 'cut-length');
		};
		expect([detailOf('gemmark'), detailOf('engine'), detailOf()]).toEqual([raw, raw, 'too many calls']);
	});

	it.each(['missing-braces', 'missing-closer'] as const)(
		'is the cut of a call with %s at the end of its generation',
		(repair) => {
			const half = callFixture('get_streak', {}, [repair]);
			expect(missingEvidence(turnOf(transcriptFixture([[half]], ended('length'))), 'first-call')).toBe('cut-length');
			expect(missingEvidence(turnOf(transcriptFixture([[half]], ended('stop'))), 'first-call')).toBeUndefined();
			expect(missingEvidence(turnOf(transcriptFixture([[half, TEXT]], ended('length'))), 'first-call')).toBeUndefined();
		},
	);

	it('is a call that a server ended with and did not show', () => {
		expect(missingEvidence(turnOf(transcriptFixture([[TEXT]], ended('tool-call'))), 'turn')).toBe(
			'swallowed-by-engine',
		);
	});

	it('is never missing for a first call that is there, however the turn ended', () => {
		for (const end of [ended('length'), ended('deadline'), { failure: 'crashed' }]) {
			expect(missingEvidence(turnOf(transcriptFixture([[CALL], [TEXT]], end)), 'first-call')).toBeUndefined();
			expect(missingEvidence(turnOf(transcriptFixture([[CALL], [TEXT]], end)), 'turn')).toBeDefined();
		}
	});

	it.each<[UnscoredCause | undefined, string, readonly number[] | undefined]>([
		['unreadable', '찾아볼게요.call:search_protocols{query:수면}', undefined],
		[undefined, '찾아볼게요.call:search_protocols{query:수면}', [5, 6]],
		['unreadable', '찾아볼게요.<|tool_call>call:search_protocols{query:수면', undefined],
		['unreadable', '<|tool_call>call:f{}<tool_call|>', [5, 6]],
		[undefined, 'recall:me{', undefined],
	])('is %s of an answer that reads %j, with tokens %j', (cause, text, tokens) => {
		const [generation] = transcriptFixture([[{ type: 'text', text }]]).generations;
		if (generation === undefined) throw new Error('one generation');
		const answer = { ...generation, pieces: [text], ...(tokens && { tokens }) };
		expect(missingEvidence(turnOf({ facts: {}, generations: [answer] }), 'first-call')).toBe(cause);
	});

	it('is missing of a turn whose prompt the engine cut, whatever was called', () => {
		const cut = ended('length', 'context: prompt cut (3 of 900 tokens)');
		expect(missingEvidence(turnOf(transcriptFixture([[CALL]], cut)), 'first-call')).toBe('cut-context-full');
		expect(missingEvidence(turnOf(transcriptFixture([[CALL], [TEXT]], cut)), 'first-call')).toBeUndefined();
	});

	it.each<[UnscoredCause | undefined, string, Partial<LoggedGeneration>]>([
		['engine-failed', 'that is empty and counts nothing', {}],
		['engine-failed', 'that is empty and counts 0 tokens', { usage: { outputTokens: 0 } }],
		[
			'engine-failed',
			'that its runner calls empty',
			{ tokens: [], finish: { unified: 'unknown', raw: 'empty answer' } },
		],
		['swallowed-by-engine', 'that shows nothing of 30 tokens', { tokens: [], usage: { outputTokens: 30 } }],
		[
			'swallowed-by-engine',
			'that ended where answers to a call stand, and shows none',
			{ events: [TEXT], pieces: ['네'], finish: { unified: 'stop', raw: 'stop <|tool_response>' } },
		],
		[
			'not-recorded',
			'of a capture with only an empty chunk',
			{ pieces: [''], events: [{ type: 'text', text: '' }], finish: { unified: 'unknown', raw: 'captured' } },
		],
		[undefined, 'that is empty and counts its end', { usage: { outputTokens: 1 } }],
		[undefined, 'of our own engine that is empty', { tokens: [], usage: { outputTokens: 0 } }],
		[
			undefined,
			'of our own engine that began with the token of answers to calls',
			{ tokens: [], usage: { outputTokens: 0 }, finish: { unified: 'stop', raw: '<|tool_response>' } },
		],
	])('is %s of an answer %s', (cause, _title, changes) => {
		const answer: LoggedGeneration = {
			pieces: [],
			events: [],
			finish: { unified: 'stop', raw: 'stop' },
			usage: {},
			...changes,
		};
		expect(missingEvidence(turnOf({ facts: {}, generations: [answer] }), 'first-call')).toBe(cause);
	});

	it.each<[UnscoredCause, string, Partial<LoggedGeneration>]>([
		['cut-length', 'was cut before it', { finish: { unified: 'length', raw: 'length' } }],
		['cut-deadline', 'was stopped within its own', { finish: { unified: 'deadline', raw: '' }, events: [HALF] }],
		['engine-failed', 'failed', { finish: { unified: 'unknown', raw: 'end of stream' } }],
		['unreadable', 'has an unparsed one', { events: [{ type: 'text', text: '<|tool_call>call:f{}' }] }],
	])('is missing (%s) of a first call where an earlier turn %s', (cause, _title, changes) => {
		const { generations, ...transcript } = transcriptFixture([[TEXT], [CALL]]);
		const earlier = generations.map((generation, index) => (index === 0 ? { ...generation, ...changes } : generation));
		const turn = turnOf({ ...transcript, generations: earlier });
		expect(turn.call?.name).toBe('get_streak');
		expect(missingEvidence(turn, 'first-call')).toBe(cause);
	});

	it('is the cut of an answer in which a call was still open as text', () => {
		const turn = turnOf(transcriptFixture([[{ type: 'text', text: '```tool_code\nget_str' }]], ended('length')));
		expect(missingEvidence(turn, 'turn')).toBe('cut-length');
	});

	it('is missing of a turn that continued after a cut generation', () => {
		const { generations, ...transcript } = transcriptFixture([[CALL], [TEXT]]);
		const cut = generations.map((generation, index) =>
			index === 0 ? { ...generation, finish: { unified: 'length' as const, raw: '' } } : generation,
		);
		expect(missingEvidence(turnOf({ ...transcript, generations: cut }), 'turn')).toBe('cut-length');
	});

	it('is there for a turn that the app ended, because the model did not', () => {
		const turn = turnOf(transcriptFixture([[CALL], [CALL]], { error: 'too many turns' }));
		expect(missingEvidence(turn, 'turn')).toBeUndefined();
	});

	it('distinguishes failed and unrecorded turns without generations', () => {
		expect(missingEvidence(turnOf(transcriptFixture([], { error: 'failed' })), 'turn')).toBe('engine-failed');
		expect(missingEvidence(turnOf(transcriptFixture([])), 'turn')).toBe('not-recorded');
	});
});
