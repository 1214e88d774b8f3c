import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Score } from '../../../src/eval/score.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { saying } from '../../../src/testing/saying.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { textAt } from '../../fixture/read-page.ts';
import { localeOf } from '../../messages/catalogue.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const ko = localeOf('ko');

const l2 = { level: 'L2', framed_text: '술 생각이 나면 탄산수를 마신다' };
const l3 = { level: 'L3', framed_text: '나는 맑은 정신으로 잠드는 사람이다' };

function sampleOf(id: string, valid: Score, facts: JsonObject, changes: Partial<LogSample> = {}): LogSample {
	return logSampleFixture({
		suite: 'frame',
		sampleId: id,
		sample: { id, input: '술 끊고 싶어', habitType: 'break' },
		transcript: { messages: [], generations: [], facts },
		scores: { valid },
		...changes,
	});
}

const answered = (id: string, valid: Score, ...candidates: readonly JsonObject[]): LogSample =>
	sampleOf(id, valid, { response: { candidates } });

const sectionOf = (samples: readonly LogSample[]): string =>
	textAt(renderHtml(reportedRun(fixtureLog({ samples })), 'en'), 'suite-frame');

describe('the view of frames', () => {
	it('adds outcomes up to the scored inputs and counts candidates', () => {
		const section = sectionOf([
			answered('a', { value: true }, l2, l3, { ...l2, level: 'L0' }),
			answered('b', { value: false, reason: 'wrong-level' }, { ...l2, level: 'L1' }),
			sampleOf('c', { value: false, reason: 'timeout' }, { failure: 'timeout' }),
			sampleOf('d', { value: false, reason: 'empty' }, { response: { candidates: [] } }),
			sampleOf('e', { unscored: 'cut-length' }, { failure: 'no-call' }),
		]);
		expect(section).toContain('a valid L2/L3 candidate 25.0% 1 of 4 · 1 unscored: hit the token limit');
		for (const outcome of ['passed 1', 'no candidate 1', 'timeout 1', 'wrong level 1'])
			expect(section).toContain(outcome);
		expect(section).toContain('Candidates accepted 50.0% 2 of 4');
		expect(section).toContain('Levels accepted: L2 1, L3 1 · Rejected candidates: wrong level 2');
	});

	it('keeps variants apart, and times cold and warm', () => {
		const cold = sampleOf('a', { value: true }, {}, { timings: { generations: [], endToEndMs: 900, cold: true } });
		const warm = sampleOf('b', { value: true }, {}, { timings: { generations: [], endToEndMs: 100, cold: false } });
		const section = sectionOf([cold, warm, { ...warm, variant: 'constrained' }]);
		expect(section).toMatch(/free decoding a valid L2\/L3 candidate 100\.0% 2 of 2/u);
		expect(section).toMatch(/constrained decoding a valid L2\/L3 candidate 100\.0% 1 of 1/u);
		expect(section).toContain('p50 100 ms, p95 100 ms (warm)');
	});
});

describe('suggestions later than the app waits', () => {
	const at = (id: string, endToEndMs: number, facts: JsonObject): LogSample =>
		sampleOf(id, facts.failure === undefined ? { value: true } : { value: false, reason: 'timeout' }, facts, {
			timings: { generations: [], endToEndMs, cold: false },
		});

	it('are counted, with the median time of all beside them, in both languages', () => {
		const late = { failure: 'timeout', timeoutMs: 10_000 };
		const samples = [at('a', 10_050, late), at('b', 9000, {}), at('c', 8000, {})];
		expect(sectionOf(samples)).toContain(
			"1 of 3 suggestions exceeded the app's time limit (10.0 s) · median time 9.00 s",
		);
		expect(textAt(renderHtml(reportedRun(fixtureLog({ samples })), 'ko'), 'suite-frame')).toEqual(
			saying(ko.frames.late, { n: 3, count: 1, median: 9 }),
		);
	});

	it('are not mentioned if there are none', () => {
		expect(sectionOf([at('b', 9000, {})])).not.toContain('the app waits');
	});
});

describe('candidates of an input', () => {
	it('have their offending words marked', () => {
		const text = '저녁이 되면 술을 마시지 않는다';
		const sample = answered('a', { value: false }, { level: 'L2', framed_text: text });
		const page = renderHtml(reportedRun(fixtureLog({ samples: [sample] })), 'en');
		expect(page).toMatch(/<li class="candidate rejected">.*?<mark>[^<]*않[^<]*<\/mark>.*?rejected: hard avoid/su);
	});

	it('beyond the third do not count', () => {
		const section = sectionOf([answered('a', { value: true }, l2, l3, l2, l3)]);
		expect(section).toContain('3 of 4 accepted');
		expect(section.match(/✓ ok/gu)).toHaveLength(3);
		expect(section.match(/\+ beyond three/gu)).toHaveLength(1);
	});

	it('of a hostile log are none', () => {
		const samples = [
			sampleOf('a', { value: false }, { response: [1] }),
			sampleOf('b', { value: false }, { response: { candidates: [null] } }),
			sampleOf('c', { value: false }, { failure: { x: 1 } }, { sample: {} }),
			sampleOf('d', { value: false }, { response: JSON.parse('{"__proto__": {"candidates": []}}') }),
		];
		expect(sectionOf(samples).match(/no candidates/gu)).toHaveLength(4);
	});
});
