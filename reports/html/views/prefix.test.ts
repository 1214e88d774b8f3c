import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Log, LogSample } from '../../../src/log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { renderCsv } from '../../csv.ts';
import { fixtureLog } from '../../fixture/fixture-log.ts';
import { textAt } from '../../fixture/read-page.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const pageOf = (samples: readonly LogSample[]): string => renderHtml(reportedRun(fixtureLog({ samples })), 'en');
const sectionOf = (samples: readonly LogSample[]): string => textAt(pageOf(samples), 'suite-prefix');

describe('the view of prefixes', () => {
	it('shows the text before the call, the call, its correctness and its times', () => {
		const sample = logSampleFixture({
			transcript: {
				messages: [],
				generations: [
					{
						pieces: [],
						events: [
							{ type: 'thinking', text: '생각' },
							{ type: 'text', text: ' 수면 목록을 ' },
							{ type: 'text', text: '찾아볼게요.\n' },
							{
								type: 'call',
								call: { id: 'call-0', name: 'search_catalog', arguments: { a: 1 }, raw: '', repairs: [] },
							},
							{ type: 'text', text: '뒤' },
						],
						finish: { unified: 'tool-call', raw: '' },
						usage: {},
					},
				],
				facts: {},
			},
			scores: {
				meaningful: { value: true },
				firstTool: { value: true },
				arguments: { value: false, detail: 'category: expected "sleep"' },
			},
			timings: {
				generations: [
					{ source: 'engine', firstTokenMs: 30, callCompleteMs: 120, totalMs: 130, pieceAtMs: [], eventAtMs: [] },
				],
				endToEndMs: 200,
				cold: true,
			},
		});
		expect(sectionOf([sample])).toMatch(
			/안녕\s?수면 목록을 찾아볼게요\.\s*search_catalog\s?✕ wrong arguments\s?category: expected "sleep"\s*TTFT 30 ms\s?call 120 ms/u,
		);
	});

	it('keeps the epochs of a prompt together, in corpus order', () => {
		const samples = [0, 1].flatMap((epoch) =>
			['b', 'a'].map((sampleId) => logSampleFixture({ sampleId, epoch, scores: { meaningful: { value: true } } })),
		);
		const places = pageOf(samples).match(/<div class="body" data-sample="\d"/gu);
		expect(places?.map((place) => place.at(-2))).toEqual(['0', '2', '1', '3']);
	});

	it('calls a sample without its score unscored, not a miss', () => {
		expect(sectionOf([logSampleFixture()])).toContain('score missing');
	});
});

const CALL = ['{"', 'name": "get_streak", "para', 'meters": {"habit_id": "h1"}}'];

function sampleOf(pieces: readonly string[], changes: Partial<LogSample> = {}): LogSample {
	const generation = { pieces, events: [], finish: { unified: 'stop' as const, raw: 'eog' }, usage: {} };
	return logSampleFixture({ transcript: { generations: [generation], facts: {} }, ...changes });
}

const logOf = (dialect: string, samples: readonly LogSample[]): Log => {
	const corpus = { name: 'prefix', version: '1', sha256: '0', prompts: [] };
	const suites = [
		{ name: 'prefix', version: '1', view: 'prefix', corpus, skipped: [], planned: samples.length, scores: {} },
	];
	const { settings } = logHeaderFixture();
	return { header: logHeaderFixture({ suites, settings: { ...settings, dialect } }), samples, failures: [] };
};

describe('the flutter_edge_ai section of a report', () => {
	const log = logOf('gemma3-json', [sampleOf(['<b>볼게요</b>', ...CALL])]);

	it('lists shown and lost text, escaped, in both languages', () => {
		const page = renderHtml(reportedRun(log), 'en');
		expect(page).toContain('On flutter_edge_ai');
		expect(page).toContain('shown, then lost');
		expect(page).toContain('&lt;b&gt;볼게요&lt;/b&gt;');
		expect(page).not.toContain('<b>볼게요</b>');
		expect(renderHtml(reportedRun(log), 'ko')).toContain('표시된 뒤 사라짐');
	});

	it('has CSV columns, empty for other suites', () => {
		const other = sampleOf(['네'], { suite: 'tools', sampleId: 't01' });
		const rows = parse(renderCsv(reportedRun({ ...log, samples: [...log.samples, other] })), {
			bom: true,
			columns: true,
		});
		expect(rows).toMatchObject([
			{ flutter_gemma_shown: '<b>볼게요</b>', flutter_gemma_saved: CALL.join(''), flutter_gemma_lost: '<b>볼게요</b>' },
			{ flutter_gemma_shown: '', flutter_gemma_saved: '' },
		]);
	});

	it('is absent without raw streams', () => {
		const captured = logOf('engine', [sampleOf(['네'])]);
		expect(renderHtml(reportedRun(captured), 'en')).not.toContain('On flutter_edge_ai');
		expect(renderCsv(reportedRun(captured))).not.toContain('flutter_gemma');
	});
});
