import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/eval/decision.ts';
import type { Log } from '../../../src/log/record.ts';
import { logHeaderFixture, logSampleFixture } from '../../../src/testing/log-line-fixture.ts';
import { renderCsv } from '../../csv.ts';
import { localeOf } from '../../messages/catalogue.ts';
import { renderDecision, renderSummary } from '../../render-run.ts';
import { reportedRun } from '../../reported-run.ts';
import { renderHtml } from '../render-html.ts';

const en = localeOf('en');
const ko = localeOf('ko');

const CALL = '<|tool_call>call:get_streak{habit_id:<|"|>h1<|"|>}<tool_call|>';
const QUOTED = '<|tool_call>call:get_streak{habit_id:"<b>h1</b>"}<tool_call|>';

const DECISION: Decision = {
	score: 'meaningful',
	threshold: { hits: 1, of: 3 },
	paths: [
		{ name: 'A', title: 'keep' },
		{ name: 'B', title: 'drop' },
	],
};

function logOf(dialect: string, raws: readonly string[]): Log {
	const suite = {
		name: 'prefix',
		version: '1',
		corpus: { name: 'prefix', version: '1', sha256: '0', prompts: [] },
		skipped: [],
		planned: raws.length,
		samples: raws.length,
		scores: { meaningful: { kind: 'rate' as const, main: true, title: { en: 'meaningful', ko: '의미' } } },
		decision: DECISION,
	};
	const { settings } = logHeaderFixture();
	const samples = raws.map((raw, index) =>
		logSampleFixture({
			sampleId: `p${index}`,
			sample: { id: `p${index}`, input: '며칠째야?' },
			transcript: {
				generations: [{ pieces: [raw], events: [], finish: { unified: 'stop', raw: 'eog' }, usage: {} }],
				facts: {},
			},
			scores: { meaningful: { value: true } },
		}),
	);
	return {
		header: logHeaderFixture({
			app: { name: 'coach', version: '1', language: 'ko', engine: 'flutter-gemma' },
			suites: [suite],
			settings: { ...settings, dialect },
		}),
		samples,
		failures: [],
		footer: { type: 'footer', endedAt: '2026-11-21T00:00:01.000Z', outcome: 'complete' },
	};
}

describe('the fates in a report', () => {
	const log = logOf('gemma4', [CALL, `볼게요. ${CALL}`, QUOTED]);

	it('are a matrix in both languages', () => {
		const page = renderHtml(reportedRun(log), 'en');
		expect(page).toContain(en.fates.title);
		expect(page).toMatch(
			/<th scope="row">Ollama <span class="rules"[^>]*>rules of [^<]*<\/span><\/th><td class="num">3<\/td>/u,
		);
		expect(renderHtml(reportedRun(log), 'ko')).toContain(ko.fates.title);
	});

	it('open to the raw text, marked where engines differ', () => {
		const page = renderHtml(reportedRun(log), 'en');
		expect(page).toContain('<mark>&lt;|tool_call&gt;call:get_streak{habit_id:&quot;&lt;b&gt;h1&lt;/b&gt;');
		expect(page).not.toContain('<b>h1</b>');
	});

	it('are a warning at the verdict if they change what the user sees', () => {
		const beside =
			'Path A. Warning: on flutter_edge_ai,</b> 1 of 3 generations with a call leaks it as text, 1 fails the turn.';
		expect(renderHtml(reportedRun(log), 'en')).toContain(beside);
		expect(renderHtml(reportedRun(log), 'ko')).toContain('경로 A. 주의: flutter_edge_ai에서는');
		for (const render of [renderDecision, renderSummary]) {
			expect(render(reportedRun(log))).toContain(beside.replace('</b>', ''));
			expect(render(reportedRun(log), 'ko')).toContain('경로 A. 주의: flutter');
			expect(render(reportedRun(logOf('gemma4', [CALL])))).not.toContain('but on flutter');
		}
		expect(renderHtml(reportedRun(logOf('gemma4', [CALL])), 'en')).not.toContain('but on flutter_edge_ai');
	});

	it('are columns of the CSV', () => {
		expect(parse(renderCsv(reportedRun(log)), { bom: true, columns: true })).toMatchObject([
			{ fate_flutter_gemma: 'call', fate_flutter_gemma_web: 'leaked', fate_litert_lm: 'call', fate_llama_cpp: 'call' },
			{ fate_flutter_gemma: 'leaked', fate_ollama: 'call', fate_vllm: 'call', fate_mlx_lm: 'call' },
			{ fate_flutter_gemma: 'error', fate_litert_lm_tolerant: 'leaked', fate_llama_cpp: 'error', fate_ollama: 'call' },
		]);
	});

	it('are absent without raw text', () => {
		const captured = logOf('engine', ['네.']);
		expect(renderHtml(reportedRun(captured), 'en')).not.toContain('Parsing by engine');
		expect(renderCsv(reportedRun(captured))).not.toContain('fate_');
	});
});
