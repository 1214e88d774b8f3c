import { describe, expect, it } from 'vitest';
import { renderComparison } from './comparison/render.ts';
import { compared } from './fixture/compared.ts';
import { fixtureLog } from './fixture/fixture-log.ts';
import { renderHtml } from './html/render-html.ts';
import { renderDecision, renderSummary } from './render-run.ts';
import { reportedRun } from './reported-run.ts';

describe('two targets with names on one model', () => {
	const warm = fixtureLog({ frames: false, header: { target: 'warm' } });
	const cold = fixtureLog({ frames: false, header: { target: 'cold' } });

	it('are named in the reports of each, with the model', () => {
		expect(renderSummary(reportedRun(warm))).toMatch(/^## gemmark: warm \(gemmark-mini-q8_0\.gguf\)$/mu);
		expect(renderDecision(reportedRun(cold))).toContain('Target: cold · Model: gemmark-mini-q8_0.gguf');
		expect(renderHtml(reportedRun(warm), 'en')).toContain('<b>warm (gemmark-mini-q8_0.gguf)</b>');
	});

	it('are named in their comparison, without numbers', () => {
		const files = renderComparison(compared([warm, cold]), 'en');
		expect(files['comparison.md']).toContain('cold');
		expect(files['comparison.md']).not.toMatch(/\((?:1|2)\)/u);
		expect(files['comparison.html']).toMatch(/<b>warm<\/b>.*<b>cold<\/b>/su);
	});
});
