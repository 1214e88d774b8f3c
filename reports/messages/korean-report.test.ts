import { describe, expect, it } from 'vitest';
import { message, say } from '../../src/base/message.ts';
import { findingMessage } from '../../src/lint/subject.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { textOf } from '../fixture/read-page.ts';
import { renderRun } from '../render-run.ts';
import { reportedRun } from '../reported-run.ts';
import { coreKo } from './core-ko.ts';

describe('a Korean report', () => {
	it('has foreign words as they are', () => {
		const header = { ...fixtureLog().header, warnings: ['disk on fire', '디스크에 불이 남'] };
		const { 'report.html': page = '', 'summary.md': summary } = renderRun(
			reportedRun({ ...fixtureLog(), header }),
			'ko',
		);
		expect(page).toContain('disk on fire');
		expect(page).toContain('디스크에 불이 남');
		expect(summary).toContain('disk on fire');
	});

	it('gives findings of the prompt in Korean, with their remedies', () => {
		const finding = { level: 'warning', said: message('lint.tool-unseen'), where: 'search' } as const;
		const header = { ...fixtureLog().header, lint: [finding], warnings: [findingMessage(finding)] };
		const page = textOf(renderRun(reportedRun({ ...fixtureLog(), header }), 'ko')['report.html'] ?? '');
		expect(page).toContain(say(findingMessage(finding), coreKo));
	});
});
