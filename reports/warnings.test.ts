import { describe, expect, it } from 'vitest';
import { fixtureLog } from './fixture/fixture-log.ts';
import { textAt } from './fixture/read-page.ts';
import { renderRun } from './render-run.ts';
import { reportedRun } from './reported-run.ts';

describe('what was known before a run to put its results in doubt', () => {
	const warning = 'suite frame: there is no pattern of habit type <build>';
	const log = fixtureLog({ header: { warnings: [warning] } });

	it.each(['en', 'ko'] as const)('stands beside the verdict of the page, in %s', (lang) => {
		expect(textAt(renderRun(reportedRun(log), lang)['report.html'] ?? '', 'verdict')).toContain(warning);
	});

	it.each(['decision.md', 'summary.md', 'junit.xml'])('stands in %s, without markup of its own', (name) => {
		const text = renderRun(reportedRun(log), 'en')[name];
		expect(text).toContain('there is no pattern of habit type');
		expect(text).not.toContain('<build>');
	});

	it('is not spoken of where there is nothing', () => {
		expect(renderRun(reportedRun(fixtureLog()), 'en')['summary.md']).not.toContain('Warning: a');
	});
});
