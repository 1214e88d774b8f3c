import { describe, expect, it } from 'vitest';
import type { Score } from '../../../src/eval/score.ts';
import type { LogSample } from '../../../src/log/record.ts';
import { logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { textAt } from '../../fixture/read-page.ts';
import { localeOf } from '../../messages/catalogue.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const en = localeOf('en');

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
		expect(section).toMatch(/turns in order ?100\.0% 6 of 6/u);
		expect(section).not.toContain('right end state of the app');
		expect(section).toContain('called where no call is right 2');
		expect(section).toContain('expected f, got g');
	});

	it('translates reasons in rows and in the search', () => {
		const samples = ['slot_not_asked', 'wrong_func_name'].map((reason) =>
			sampleOf(reason, { value: false, reason }, []),
		);
		const page = renderHtml(reportedRun(fixtureLog({ samples })), 'ko');
		expect(page).toContain('<option value="누락된 값을 묻지 않음">누락된 값을 묻지 않음</option>');
		expect(page).toContain('<option value="다른 도구를 호출함">');
		expect(page).not.toContain('slot_not_asked</');
	});

	it('shows a wrong call argument by argument, with the part that differs marked and the code in small print', () => {
		const args = { protocol_id: 'quit-4', level: 'L0' };
		const call = { id: 'c', name: 'add_habit', arguments: args, raw: '', repairs: [] };
		const expected = [{ tool: 'add_habit', arguments: { protocol_id: 'quit-3', level: '*', dose: 1 } }];
		const sample = sampleOf('a', { value: false, reason: 'missing_required' }, [], {
			sample: { id: 'a', input: '물어보기', expected },
			transcript: {
				facts: {},
				generations: [
					{
						pieces: [],
						events: [{ type: 'call', call }],
						finish: { unified: 'stop', raw: 'stop' },
						usage: { promptTokens: 412, outputTokens: 35 },
					},
				],
			},
			timings: {
				generations: [{ source: 'engine', firstTokenMs: 300, totalMs: 1500, pieceAtMs: [], eventAtMs: [1500] }],
				endToEndMs: 2000,
				cold: false,
			},
		});
		const page = renderHtml(reportedRun(fixtureLog({ samples: [sample] })), 'en');
		expect(page).toContain('quit-<mark>3</mark>');
		expect(page).toContain('quit-<mark>4</mark>');
		for (const code of ['value_error:string', 'missing_required']) expect(page).toContain(`<small>${code}</small>`);
		expect(page.match(/<tr class="(?:bad|fits)">/gu)).toEqual([
			'<tr class="bad">',
			'<tr class="bad">',
			'<tr class="fits">',
		]);
		expect(page).toContain('<rect class="lane reads" x="0.00%" width="15.00%"');
		expect(page).toContain('<rect class="lane else" x="75.00%" width="25.00%"');
		expect(textAt(page, 'suite-tools')).toMatch(/412 tokens in 300 ms.*35 tokens in 1\.20 s/u);
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
		expect(sectionOf([sample])).toContain(en.tools.noCallExpected);
	});
});
