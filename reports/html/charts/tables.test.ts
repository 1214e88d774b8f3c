import { describe, expect, it } from 'vitest';
import { logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { textAt } from '../../fixture/read-page.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const facets = {
	tools: { title: { en: 'tools shown', ko: '도구 수' } },
	like: { title: 'others', values: { close: { en: 'close', ko: '비슷한 도구' } } },
};

function sectionIn(lang: 'en' | 'ko'): string {
	const samples = Array.from({ length: 20 }, (_, index) =>
		logSampleFixture({
			suite: 'tools',
			sampleId: `s${index}`,
			groups: { tools: index % 2 === 0 ? '12' : '4', like: 'close', kind: 'x' },
			scores: { correct: { value: index % 2 === 1 } },
		}),
	);
	const log = fixtureLog({ samples });
	const suites = log.header.suites.map((suite) => ({ ...suite, facets }));
	return textAt(renderHtml(reportedRun({ ...log, header: { ...log.header, suites } }), lang), 'suite-tools');
}

describe('facetTables', () => {
	it("has rates by a facet's values, and the first below half", () => {
		const section = sectionIn('en');
		expect(section).toMatch(
			/By tools shown.*right calls ?4 ?100\.0% 10 of 10 · 95% CI 72.2–100.0% ?12 ?0\.0% 0 of 10/u,
		);
		expect(section).toContain('12 is the first value whose rate is below half');
		expect(section).toMatch(/By others.*close ?50\.0% 10 of 20/u);
	});

	it('has the other groups in their own table', () => {
		expect(sectionIn('en')).toMatch(/By group.*kind ?x ?50\.0%/u);
		expect(sectionIn('en').match(/tools shown/gu)).toHaveLength(2);
	});

	it('speaks Korean', () => {
		expect(sectionIn('ko')).toMatch(
			/도구 수별 결과.*95% 신뢰 수준에서 비율이 절반에 못 미치는 첫 값: 12.*비슷한 도구/u,
		);
	});
});
