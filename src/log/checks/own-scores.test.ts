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
import { otherScores, uncheckedScores } from './own-scores.ts';

const row = { id: 'p1', input: '잠이 안 와', expected: [{ tool: 'get_streak', arguments: {}, acceptable: {} }] };
const suite = (await builtSuite(prefixSuite({ corpus: [row] }))) as unknown as Suite;
const transcript = transcriptFixture([[{ type: 'text', text: '기록부터 살펴볼게요.' }, callFixture('get_streak')]]);
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
		expect(otherScores(log({ called: { value: true, detail: 'yes' } }), [suite])).toEqual([]);
		expect(otherScores(log({}), [suite])).toEqual([]);
		const [sample] = log({}).samples;
		if (sample === undefined) throw new Error('one sample');
		expect(otherScores({ ...log({}), samples: [{ ...sample, scores: fewer }] }, [suite])).toEqual([]);
	});

	it('names another score that was taken out', () => {
		const [sample] = log({}).samples;
		if (sample === undefined) throw new Error('one sample');
		const { called: _, ...fewer } = sample.scores;
		expect(otherScores({ ...log({}), samples: [{ ...sample, scores: fewer }] }, [suite])).toMatchObject([
			{ score: 'called', said: 'no score' },
		]);
	});

	it('tells that a suite of another version was not checked', () => {
		expect(uncheckedScores(log({}), [suite], 'habit-coach')).toEqual([]);
		expect(uncheckedScores(log({}, '99'), [suite], 'habit-coach')).toEqual([
			expect.stringMatching(/version \(99, here/u),
		]);
	});

	it('names a score that was edited, into a value or out of one', () => {
		const edited: Readonly<Record<string, Score>> = { meaningful: { unscored: 'cut-length' } };
		expect(otherScores(log(edited), [suite])).toMatchObject([
			{ score: 'meaningful', said: 'unscored (cut-length)', gives: 'yes' },
		]);
		expect(otherScores(log({ called: { value: false } }), [suite])).toMatchObject([{ score: 'called', said: 'no' }]);
	});

	it('asks no suite of another version', () => {
		expect(otherScores(log({ called: { value: false } }, '0'), [suite])).toEqual([]);
	});
});
