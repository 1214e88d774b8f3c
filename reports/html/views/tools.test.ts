import { describe, expect, it } from 'vitest';
import type { Score } from '../../../src/eval/score.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { textAt } from '../../fixture/read-page.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

function sampleOf(
	id: string,
	correct: Score,
	expected: readonly string[],
	changes: Partial<LogSample> = {},
): LogSample {
	return logSampleFixture({
		suite: 'tools',
		sampleId: id,
		sample: { id, input: '물어보기', expected: expected.map((tool) => ({ tool, arguments: {} })) },
		scores: { correct, turnOrder: { value: true } },
		...changes,
	});
}

const sectionOf = (samples: readonly LogSample[]): string =>
	textAt(renderHtml(reportedRun(fixtureLog({ samples })), 'en'), 'suite-tools');

describe('the view of tool calls', () => {
	it('counts needed and unneeded calls apart, without unscored samples', () => {
		const section = sectionOf([
			sampleOf('a', { value: true }, ['f']),
			sampleOf('b', { value: false, reason: 'wrong_func_name', detail: 'expected f, got g' }, ['f']),
			sampleOf('c', { value: true }, []),
			sampleOf('d', { value: false, reason: 'irrelevance_error:decoder_success' }, []),
			sampleOf('e', { value: false, reason: 'irrelevance_error:decoder_success' }, []),
			sampleOf('f', { unscored: 'cut-deadline' }, ['f']),
		]);
		expect(section).toMatch(/right calls 40\.0% 2 of 5 · 1 unscored: hit the deadline/u);
		expect(section).toMatch(/Call needed ?50\.0% 1 of 2/u);
		expect(section).toMatch(/No call needed ?33\.3% 1 of 3/u);
		expect(section).toMatch(/order of turns kept ?100\.0% 6 of 6/u);
		expect(section).not.toContain('right state of the app');
		expect(section).toContain('irrelevance_error:decoder_success 2');
		expect(section).toContain('expected f, got g');
	});

	it("translates reasons in rows and in the search, with BFCL's names", () => {
		const samples = ['slot_not_asked', 'wrong_func_name'].map((reason) =>
			sampleOf(reason, { value: false, reason }, []),
		);
		const page = renderHtml(reportedRun(fixtureLog({ samples })), 'ko');
		expect(page).toContain('<option value="누락된 값을 묻지 않음">누락된 값을 묻지 않음</option>');
		expect(page).toContain('<option value="다른 도구를 호출함(wrong_func_name)">');
		expect(page).not.toContain('slot_not_asked</');
	});

	it('says that nothing was called only of scored samples', () => {
		const silent = { transcript: { facts: {}, generations: [] } };
		expect(sectionOf([sampleOf('a', { value: false }, ['f'], silent)])).toMatch(/물어보기 no call ?expected f/u);
		expect(sectionOf([sampleOf('a', { unscored: 'cut-length' }, ['f'], silent)])).toMatch(/물어보기 – hit the token/u);
	});

	it('counts by kind if the corpus has kinds', () => {
		const section = sectionOf(
			['chain', 'single', 'chain'].map((kind, index) =>
				sampleOf(`s${index}`, { value: index > 0 }, ['f'], { groups: { call: 'needed', kind } }),
			),
		);
		expect(section).toMatch(/kind ?chain ?50\.0% 1 of 2/u);
		expect(section).toMatch(/kind ?single ?100\.0% 1 of 1/u);
	});

	it('reads a hostile expectation as none', () => {
		const sample = sampleOf('a', { value: false }, [], { sample: { expected: [1, { tool: 2 }, null] } });
		expect(sectionOf([sample])).toContain('no call expected');
	});
});
