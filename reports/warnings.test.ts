import { describe, expect, it } from 'vitest';
import { fixtureLog } from './fixture/fixture-log.ts';
import { textAt } from './fixture/read-page.ts';
import { renderRun } from './render-run.ts';
import { reportedRun } from './reported-run.ts';

describe('warnings of a run', () => {
	const warning = 'suite frame: there is no pattern of habit type <build>';
	const log = fixtureLog({ header: { warnings: [warning] } });

	it.each(['en', 'ko'] as const)('are at the verdict of the page, in %s', (lang) => {
		expect(textAt(renderRun(reportedRun(log), lang)['report.html'] ?? '', 'verdict')).toContain(warning);
	});

	it.each(['decision.md', 'summary.md', 'junit.xml'])('are in %s, escaped', (name) => {
		const text = renderRun(reportedRun(log), 'en')[name];
		expect(text).toContain('there is no pattern of habit type');
		expect(text).not.toContain('<build>');
	});

	it('are absent without warnings', () => {
		expect(renderRun(reportedRun(fixtureLog()), 'en')['summary.md']).not.toContain('Warning: a');
	});
});
