import { describe, expect, it } from 'vitest';
import type { LoggedEvent, SampleResult } from '../../eval/sample.ts';
import { logSampleFixture } from '../../testing/log-line-fixture.ts';
import { pairSamples } from '../flips.ts';
import { otherScoring } from './compare.ts';

const call = (id: string, area: string): LoggedEvent => ({
	type: 'call',
	call: { id, name: 'find', arguments: { area } },
});

function sampleOf(sampleId: string, events: readonly LoggedEvent[], long: boolean | undefined): SampleResult {
	const generation = { pieces: [], events, finish: { unified: 'stop' as const, raw: 'stop' }, usage: {} };
	return logSampleFixture({
		sampleId,
		suite: 'polite',
		transcript: { generations: [generation], facts: {} },
		scores: { long: long === undefined ? { unscored: 'scorer-failed' } : { value: long } },
	});
}

describe('scores of the very same answers', () => {
	it('that differ are found, however the answer came in pieces and whatever its calls are called', () => {
		const first = [
			sampleOf('a', [{ type: 'text', text: '네, ' }, { type: 'text', text: '그래요' }, call('c1', '시청')], true),
			sampleOf('b', [{ type: 'text', text: '네' }], true),
		];
		const second = [
			sampleOf('a', [{ type: 'text', text: '네, 그래요' }, call('x9', '시청')], false),
			sampleOf('b', [{ type: 'text', text: '네' }], true),
		];
		const [found] = otherScoring(pairSamples({ samples: first }, { samples: second }));
		expect(found).toEqual({ suite: 'polite', alike: 2, otherwise: 1, scores: ['long'] });
	});

	it.each([
		['another text', [{ type: 'text' as const, text: '아니요' }], false],
		['other arguments of a call', [{ type: 'text' as const, text: '네' }, call('c', '부산')], false],
		['no score', [{ type: 'text' as const, text: '네' }, call('c', '시청')], undefined],
		['the same score', [{ type: 'text' as const, text: '네' }, call('c', '시청')], true],
	])('are no matter where the other has %s', (_, events, long) => {
		const first = [sampleOf('a', [{ type: 'text', text: '네' }, call('c', '시청')], true)];
		expect(otherScoring(pairSamples({ samples: first }, { samples: [sampleOf('a', events, long)] }))).toEqual([]);
	});
});
