import { describe, expect, it } from 'vitest';
import { message } from '../../base/message.ts';
import { FINISH_WORDS } from '../../model/generation.ts';
import { callFixture, type TranscriptFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { LoggedEvent } from '../sample.ts';
import type { Score } from '../score.ts';
import type { Scorer } from '../suite.ts';
import { argumentsMatch, called, calledTool, callsMatch, type ExpectingSample, endState } from './calls.ts';
import { scoreSample } from './score-sample.ts';

const TEXT: LoggedEvent = { type: 'text', text: '네' };
const BROKEN: LoggedEvent = { type: 'malformed', reason: 'unclosed', raw: 'call:' };
const SEARCH = callFixture('search', { category: 'sleep' });
const OTHER = callFixture('other');
const search = { tool: 'search', arguments: { category: 'sleep' } };

const sampleOf = (expected: ExpectingSample['expected'], more: Partial<ExpectingSample> = {}): ExpectingSample => ({
	id: 'a',
	input: '찾아줘',
	expected,
	...more,
});
const wanted = sampleOf([search]);
const silent = sampleOf([]);

function scoreOf(
	scorer: Scorer<ExpectingSample>,
	sample: ExpectingSample,
	generations: readonly (readonly LoggedEvent[])[],
	more: TranscriptFixture = {},
): Score | undefined {
	const transcript = transcriptFixture(generations, more);
	return scoreSample({ scorers: [scorer] }, sample, transcript, { language: 'ko' })[scorer.name];
}

describe('called', () => {
	it('is whether anything was called, right or not', () => {
		expect(scoreOf(called(), wanted, [[SEARCH]])).toEqual({ value: true });
		expect(scoreOf(called(), wanted, [[TEXT, OTHER]])).toEqual({ value: true });
		expect(scoreOf(called(), wanted, [[TEXT]])).toEqual({ value: false });
		expect(scoreOf(called(), wanted, [[BROKEN]])).toEqual({ value: false });
	});
});

describe('calledTool', () => {
	it('judges no sample in which the app did not offer the tool', () => {
		expect(scoreOf(calledTool(), wanted, [[OTHER]], { tools: ['other'] })).toMatchObject({
			unscored: 'own-code-failed',
		});
		expect(scoreOf(calledTool(), wanted, [[OTHER]], { tools: ['other', 'search'] })).toMatchObject({ value: false });
	});

	it('is whether the first call is of the first expected tool', () => {
		const chain = sampleOf([search, { tool: 'other', arguments: {} }]);
		expect(scoreOf(calledTool(), chain, [[SEARCH], [OTHER]])).toEqual({ value: true });
		expect(scoreOf(calledTool(), chain, [[OTHER], [SEARCH]])).toEqual({
			value: false,
			reason: 'wrong_func_name',
			detail: message('score.expected-got', { wanted: 'search', given: 'other' }),
		});
	});

	it('does not apply where nothing was called, or no call is right', () => {
		expect(scoreOf(calledTool(), wanted, [[TEXT]])).toBeUndefined();
		expect(scoreOf(calledTool(), silent, [[SEARCH]])).toBeUndefined();
	});
});

describe('argumentsMatch', () => {
	it('is whether the first call has the expected arguments', () => {
		expect(scoreOf(argumentsMatch(), wanted, [[SEARCH]])).toEqual({ value: true });
		expect(scoreOf(argumentsMatch(), wanted, [[callFixture('search', { category: 'food' })]])).toMatchObject({
			value: false,
			reason: 'value_error:string',
		});
		expect(scoreOf(argumentsMatch(), wanted, [[callFixture('search')]])).toMatchObject({ reason: 'missing_required' });
	});

	it('does not apply where nothing was called, or another tool', () => {
		expect(scoreOf(argumentsMatch(), wanted, [[TEXT]])).toBeUndefined();
		expect(scoreOf(argumentsMatch(), wanted, [[OTHER]])).toBeUndefined();
		expect(scoreOf(argumentsMatch(), silent, [[SEARCH]])).toBeUndefined();
	});
});

describe('callsMatch', () => {
	it.each<[string | undefined, ExpectingSample, readonly (readonly LoggedEvent[])[]]>([
		[undefined, wanted, [[SEARCH], [TEXT]]],
		[undefined, silent, [[TEXT]]],
		['wrong_func_name', wanted, [[OTHER], [TEXT]]],
		['wrong_count', wanted, [[SEARCH, OTHER], [TEXT]]],
		['relevance_error:decoder_failed', wanted, [[TEXT]]],
		['irrelevance_error:decoder_success', silent, [[SEARCH], [TEXT]]],
		['malformed_call', silent, [[BROKEN]]],
		['malformed_call', wanted, [[SEARCH, BROKEN], [TEXT]]],
		['malformed_call', wanted, [[BROKEN, SEARCH], [TEXT]]],
		['relevance_error:decoder_failed', wanted, [[BROKEN]]],
	])('gives the reason %s', (reason, sample, generations) => {
		const score = scoreOf(callsMatch(), sample, generations);
		expect(score).toMatchObject({ value: reason === undefined, ...(reason !== undefined && { reason }) });
	});

	it('judges no sample in which the app did not offer the tool', () => {
		const unscored = {
			unscored: 'own-code-failed',
			detail: message('score.tool-not-offered', { tool: 'search' }),
		};
		expect(scoreOf(callsMatch(), wanted, [[OTHER]], { tools: ['other'] })).toEqual(unscored);
		expect(scoreOf(callsMatch(), wanted, [[TEXT]], { tools: [] })).toEqual(unscored);
		expect(scoreOf(callsMatch(), wanted, [[OTHER]], { tools: ['other', 'search'] })).toMatchObject({ value: false });
		expect(scoreOf(callsMatch(), silent, [[OTHER]], { tools: [] })).toMatchObject({ value: false });
	});

	it('takes calls in any order unless the sample gives one', () => {
		const both = [search, { tool: 'other', arguments: {} }];
		const turned = [[OTHER], [SEARCH], [TEXT]];
		expect(scoreOf(callsMatch(), sampleOf(both), turned)).toEqual({ value: true });
		expect(scoreOf(callsMatch(), sampleOf(both, { order: 'given' }), turned)).toMatchObject({ value: false });
	});

	it('does not take a turn that failed for silence', () => {
		const failed = scoreOf(callsMatch(), silent, [[TEXT]], { error: 'too many turns' });
		expect(failed).toEqual({ value: false, reason: 'turn_failed', detail: 'too many turns' });
	});
});

describe('endState', () => {
	const facts = { before: { habits: [] }, after: { habits: ['walk'] } };
	const left = (expected: ExpectingSample['endState'], seen: TranscriptFixture = { facts }): Score | undefined =>
		scoreOf(endState(), sampleOf([], { endState: expected }), [[TEXT]], seen);

	it('compares the end state with the sample’s', () => {
		expect(left({ habits: ['walk'] })).toEqual({ value: true });
		expect(left({ habits: ['run'] })).toMatchObject({ value: false, reason: 'wrong_state' });
		expect(left('unchanged')).toMatchObject({ value: false, reason: 'wrong_state' });
		expect(left('unchanged', { facts: { before: 1, after: 1 } })).toEqual({ value: true });
	});

	it('is unscored where an app on a device was captured, which does not tell its state', () => {
		const captured = { facts: {}, finish: { unified: 'stop', raw: FINISH_WORDS.captured } } as const;
		expect(left('unchanged', captured)).toEqual({
			unscored: 'not-recorded',
			detail: message('score.state-not-captured'),
		});
		expect(left(undefined, captured)).toBeUndefined();
	});

	it('does not apply without an expected or an observed state', () => {
		expect(left(undefined)).toBeUndefined();
		expect(left('unchanged', { facts: {} })).toBeUndefined();
	});

	it('judges no app that shows nothing of what its tools changed', () => {
		expect(left('unchanged', { facts: { before: {} } })).toMatchObject({ unscored: 'not-recorded' });
	});
});

describe('a ready scorer', () => {
	it('takes another name and title, and keeps what it judges', () => {
		const scorer = called({ name: 'asked', title: 'asked', main: true });
		expect(scorer).toMatchObject({ name: 'asked', title: 'asked', main: true, needs: 'first-call' });
		expect(scoreOf(scorer, wanted, [[SEARCH]])).toEqual({ value: true });
	});
});

describe('a sample without a list of expected calls', () => {
	it.each([calledTool(), argumentsMatch(), callsMatch()])('is reported by $name', (scorer) => {
		const sample = { id: 'a', input: '찾아줘' } as ExpectingSample;
		const thrown = 'TypeError: sample a has no list `expected` of the calls that are right';
		const detail = message('score.code-threw', { thrown });
		expect(scoreOf(scorer, sample, [[SEARCH]])).toEqual({ unscored: 'scorer-failed', detail });
	});
});
