import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../base/errors.ts';
import type { LogSample } from '../../log/record.ts';
import { decisionFixture, declaredSuiteFixture } from '../../testing/declared-suite-fixture.ts';
import { logHeaderFixture, logSampleFixture } from '../../testing/log-line-fixture.ts';
import type { EvaluatedSuite } from '../header.ts';
import { sampleKey } from '../sample.ts';
import type { UnscoredCause } from '../score.ts';
import { type Label, labelHash, labelToRow, mergeLabels, readLabels, resolveLabels } from './labels.ts';

function sampleOf(text: string, id = 'p01', epoch = 0, scores: LogSample['scores'] = {}): LogSample {
	return logSampleFixture({
		scores,
		sampleId: id,
		epoch,
		transcript: {
			messages: [],
			facts: {},
			generations: [
				{
					pieces: [],
					events: [
						{ type: 'text', text },
						{ type: 'call', call: { id: 'call-0', name: 'search', arguments: {} } },
					],
					finish: { unified: 'stop', raw: '' },
					usage: {},
				},
			],
		},
	});
}

const label = (sampleHash: string, meaningful: boolean, who = '지민'): Label => ({
	promptId: 'p01',
	sampleHash,
	meaningful,
	who,
});

describe('labelHash', () => {
	it('is the same for the same text, composed or not, in any epoch', async () => {
		expect(await labelHash(sampleOf('수면'.normalize('NFD'), 'p01', 3))).toBe(await labelHash(sampleOf('수면')));
	});
	it('is another for another text', async () => {
		expect(await labelHash(sampleOf('수면'))).not.toBe(await labelHash(sampleOf('운동')));
	});
});

describe('readLabels', () => {
	const row = { prompt_id: 'p01', sample_hash: '0123456789abcdef', label: 'Y', who: '지민', note: '' };

	it('reads small letters too, as people type them', () => {
		expect(readLabels([{ ...row, label: 'n' }], 'labels.csv')[0]?.meaningful).toBe(false);
		const marks = ['O', 'x'].map((label) => readLabels([{ ...row, label }], 'labels.csv')[0]?.meaningful);
		expect(marks).toEqual([true, false]);
	});

	it('reads what labelToRow wrote', () => {
		const [read] = readLabels([row], 'labels.csv');
		expect(read).toEqual({ promptId: 'p01', sampleHash: '0123456789abcdef', meaningful: true, who: '지민' });
		expect(read && labelToRow(read)).toEqual(row);
	});
	it('ignores unlabelled rows', () => expect(readLabels([{ ...row, label: '' }], 'labels.csv')).toEqual([]));
	it('names the row that is wrong', () => {
		expect(() => readLabels([row, { ...row, label: 'maybe' }], 'labels.csv')).toThrow(ConfigError);
		expect(() => readLabels([row, { ...row, label: 'maybe' }], 'labels.csv')).toThrow('labels.csv, row 2: label');
	});
});

describe('mergeLabels', () => {
	it('keeps the last word of each person', () => {
		const merged = mergeLabels([label('a', true), label('a', true, '수아')], [label('a', false)]);
		expect(merged.map(({ who, meaningful }) => [who, meaningful])).toEqual([
			['지민', false],
			['수아', true],
		]);
	});
});

describe('resolveLabels', () => {
	const prefix = declaredSuiteFixture({ view: 'prefix', decision: decisionFixture(5, 15) });
	const header = logHeaderFixture({ suites: [prefix] });

	it.each<[string, EvaluatedSuite]>([
		['decides nothing', declaredSuiteFixture({ view: 'prefix' })],
		['decides on another score', { ...prefix, decision: decisionFixture(5, 15, 'polite') }],
		['is of another kind, whatever its score is called', declaredSuiteFixture({ decision: decisionFixture(5, 15) })],
	])('judges no sample of a suite that %s', async (_title, suite) => {
		const sample = sampleOf('수면 목록을 볼게요');
		const labels = [label(await labelHash(sample), true)];
		const suites = [suite];
		const resolved = await resolveLabels({ header: { ...header, suites }, samples: [sample] }, labels);
		expect(resolved).toEqual({ judgements: new Map(), stale: labels, unjudgeable: [] });
	});

	it('finds the judged samples and names labels of another text stale', async () => {
		const sample = sampleOf('수면 목록을 볼게요');
		const fits = label(await labelHash(sample), true);
		const stale = label('0'.repeat(16), false);
		const resolved = await resolveLabels({ header, samples: [sample, sampleOf('다른 말', 'p02')] }, [fits, stale]);
		expect([...resolved.judgements]).toEqual([[sampleKey(sample), { meaningful: true, labels: [fits] }]]);
		expect(resolved.stale).toEqual([stale]);
	});

	it('takes the majority of several people, and none of a tie', async () => {
		const sample = sampleOf('수면 목록을 볼게요');
		const hash = await labelHash(sample);
		const run = { header, samples: [sample] };
		const two = [label(hash, true), label(hash, false, '수아')];
		expect((await resolveLabels(run, two)).judgements.get(sampleKey(sample))).toEqual({ labels: two });
		const three = [...two, label(hash, false, '도윤')];
		expect((await resolveLabels(run, three)).judgements.get(sampleKey(sample))?.meaningful).toBe(false);
	});

	it.each<[UnscoredCause, boolean]>([
		['cut-length', false],
		['contradictory', false],
		['unreadable', false],
		['scorer-failed', true],
	])('takes the label of an answer that is %s: %s', async (unscored, taken) => {
		const { score } = decisionFixture(5, 15);
		const sample = sampleOf('수면 목록을', 'p01', 0, { [score]: { unscored } });
		const labels = [label(await labelHash(sample), true)];
		const resolved = await resolveLabels({ header, samples: [sample] }, labels);
		expect(resolved.judgements.has(sampleKey(sample))).toBe(taken);
		expect(resolved).toMatchObject({ stale: [], unjudgeable: taken ? [] : labels });
		const whole = sampleOf('수면 목록을', 'p01', 1);
		const both = await resolveLabels({ header, samples: [sample, whole] }, labels);
		expect(both.judgements.has(sampleKey(whole))).toBe(true);
		expect(both.unjudgeable).toEqual([]);
	});
});
