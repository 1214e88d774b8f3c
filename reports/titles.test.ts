import { describe, expect, it } from 'vitest';
import { fixtureLog } from './fixture/fixture-log.ts';
import { renderHtml } from './html/render-html.ts';
import { renderDecision, renderSummary } from './render-run.ts';
import { reportedRun } from './reported-run.ts';

describe('several suites of one kind', () => {
	const { header, samples, ...log } = fixtureLog({ frames: false });
	const [suite] = header.suites;
	const suites = ['prefix', 'words'].flatMap((name) =>
		suite === undefined
			? []
			: { ...suite, name, title: { en: 'Prefix before a tool call', ko: 'prefix(도구 호출 전 발화)' } },
	);
	const several = {
		...log,
		header: { ...header, suites },
		samples: suites.flatMap(({ name }) => samples.map((sample) => ({ ...sample, suite: name }))),
	};

	it('have headings of their own in every report', () => {
		const titles = ['Prefix before a tool call', 'Prefix before a tool call (words)'];
		expect(headings(renderSummary(reportedRun(several)), '###')).toEqual(titles);
		expect(headings(renderDecision(reportedRun(several)), '##')).toEqual([...titles, 'Repeat']);
		const page = renderHtml(reportedRun(several), 'en');
		expect(page).toContain('<p class="eyebrow">Prefix before a tool call (words)');
		expect(page).toContain('<h2 id="suite-words-title">Prefix before a tool call (words)</h2>');
		expect(renderHtml(reportedRun(several), 'ko')).toContain('prefix(도구 호출 전 발화) (words)');
	});
});

function headings(text: string, mark: string): readonly string[] {
	return text.split('\n').flatMap((line) => (line.startsWith(`${mark} `) ? [line.slice(mark.length + 1)] : []));
}
