import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Log, LogSample } from '../../../src/index.ts';
import { logHeaderFixture, logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { renderCsv } from '../../csv/render-csv.ts';
import { renderHtml } from '../render-html.ts';

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

describe('the flutter_gemma section of a report', () => {
	const log = logOf('gemma3-json', [sampleOf(['<b>볼게요</b>', ...CALL])]);

	it('says in both languages what would be shown and lost, as text', () => {
		const page = renderHtml(log, { lang: 'en' });
		expect(page).toContain('On flutter_gemma');
		expect(page).toContain('shown, then lost');
		expect(page).toContain('&lt;b&gt;볼게요&lt;/b&gt;');
		expect(page).not.toContain('<b>볼게요</b>');
		expect(renderHtml(log, { lang: 'ko' })).toContain('보였다가 사라짐');
	});

	it('is columns of the CSV too, empty for the other suites', () => {
		const other = sampleOf(['네'], { suite: 'tools', sampleId: 't01' });
		const rows = parse(renderCsv({ ...log, samples: [...log.samples, other] }), { bom: true, columns: true });
		expect(rows).toMatchObject([
			{ flutter_gemma_shown: '<b>볼게요</b>', flutter_gemma_saved: CALL.join(''), flutter_gemma_lost: '<b>볼게요</b>' },
			{ flutter_gemma_shown: '', flutter_gemma_saved: '' },
		]);
	});

	it('is left out where the raw stream is not known', () => {
		const captured = logOf('engine', [sampleOf(['네'])]);
		expect(renderHtml(captured, { lang: 'en' })).not.toContain('On flutter_gemma');
		expect(renderCsv(captured)).not.toContain('flutter_gemma');
	});
});
