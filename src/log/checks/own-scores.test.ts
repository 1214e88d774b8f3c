import { describe, expect, it } from 'vitest';
import { prefixSuite } from '../../../suites/prefix/index.ts';
import { declaredSuite } from '../../eval/evaluated-run.ts';
import type { Score } from '../../eval/score/score.ts';
import { scoreSample } from '../../eval/score/score-sample.ts';
import type { Suite } from '../../eval/suite.ts';
import { builtSuite } from '../../testing/doubles/suite-context-double.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import { callFixture, transcriptFixture } from '../../testing/transcript-fixture.ts';
import type { Log } from '../record.ts';
import { type KnownSuites, otherScores, uncheckedScores } from './own-scores.ts';

const row = { id: 'p1', input: '잠이 안 와', expected: [{ tool: 'get_streak', arguments: {}, acceptable: {} }] };
const suite = (await builtSuite(prefixSuite({ corpus: [row] }))) as unknown as Suite;
const transcript = transcriptFixture([[{ type: 'text', text: '기록부터 살펴볼게요.' }, callFixture('get_streak')]]);
const OWN: KnownSuites = { own: [suite], app: 'habit-coach' };
const scores = scoreSample(suite, row, transcript, { language: 'ko' });

function log(changes: Readonly<Record<string, Score>>, version = suite.version): Log {
	const declared = { ...declaredSuite(suite, { skipped: [], planned: 1 }), version };
	const own = logSampleFixture({ suite: 'prefix', sampleId: 'p1', sample: row, transcript });
	return {
		header: logHeaderFixture({ suites: [declared] }),
		samples: [{ ...own, scores: { ...scores, ...changes } }],
		failures: [],
	};
}

describe('otherScores', () => {
	it('is none where scores are those of the transcript, also with the main one lost or with other words for people', () => {
		const { meaningful: _, ...fewer } = log({ called: { value: true, detail: 'yes' } }).samples[0]?.scores ?? {};
		expect(otherScores(log({ called: { value: true, detail: 'yes' } }), OWN)).toEqual([]);
		expect(otherScores(log({}), OWN)).toEqual([]);
		const [sample] = log({}).samples;
		if (sample === undefined) throw new Error('one sample');
		expect(otherScores({ ...log({}), samples: [{ ...sample, scores: fewer }] }, OWN)).toEqual([]);
	});

	it('names another score that was taken out', () => {
		const [sample] = log({}).samples;
		if (sample === undefined) throw new Error('one sample');
		const { called: _, ...fewer } = sample.scores;
		expect(otherScores({ ...log({}), samples: [{ ...sample, scores: fewer }] }, OWN)).toMatchObject([
			{ score: 'called', said: 'no score' },
		]);
	});

	it('tells that a suite of another version was not checked', () => {
		expect(uncheckedScores(log({}), OWN)).toEqual([]);
		expect(uncheckedScores(log({}, '99'), OWN)).toEqual([expect.stringMatching(/version \(99, here/u)]);
	});

	it('names a score that was edited, into a value or out of one', () => {
		const edited: Readonly<Record<string, Score>> = { meaningful: { unscored: 'cut-length' } };
		expect(otherScores(log(edited), OWN)).toMatchObject([
			{ score: 'meaningful', said: 'unscored (cut-length)', gives: 'yes' },
		]);
		expect(otherScores(log({ called: { value: false } }), OWN)).toMatchObject([{ score: 'called', said: 'no' }]);
	});

	it('asks no suite of another version', () => {
		expect(otherScores(log({ called: { value: false } }, '0'), OWN)).toEqual([]);
	});

	it('asks the suite of a config that was named, where its files of the app are the same, and else says so', () => {
		const edited = log({ called: { value: false } });
		const named = (suites: readonly Suite[]): KnownSuites => ({ own: [], app: 'habit-coach', named: suites });
		const files = [{ name: 'system.md', version: '1', sha256: 'a'.repeat(64) }];
		const other = { ...suite, corpus: { ...suite.corpus, prompts: files } };
		const [declared] = edited.header.suites;
		if (declared === undefined) throw new Error('one suite');
		const asked = { ...declared, corpus: { ...declared.corpus, prompts: [{ ...files[0], sha256: 'b'.repeat(64) }] } };
		const others = { ...edited, header: { ...edited.header, suites: [asked] } } as Log;
		expect(otherScores(edited, named([suite]))).toMatchObject([{ score: 'called', said: 'no', gives: 'yes' }]);
		expect(otherScores(edited, named([other]))).toHaveLength(1);
		expect(otherScores(others, named([other]))).toEqual([]);
		expect(uncheckedScores(others, named([other]))).toEqual([expect.stringMatching(/^prefix: .* are others here/u)]);
		expect(uncheckedScores(edited, named([]))).toEqual([
			'prefix: its scores were not held against its transcripts, as the config that was named has no suite of that name',
		]);
		expect(uncheckedScores(edited, { own: [], app: 'habit-coach' })).toEqual([]);
	});
});
