import { describe, expect, it } from 'vitest';
import { message, say } from '../../src/base/message.ts';
import { findingMessage } from '../../src/lint/subject.ts';
import { fixtureLog } from '../fixture/fixture-log.ts';
import { textOf } from '../fixture/read-page.ts';
import { renderRun } from '../render-run.ts';
import { reportedRun } from '../reported-run.ts';
import { coreKo } from './core-ko.ts';

describe('a Korean report', () => {
	it('gives findings of the prompt in Korean, with their remedies', () => {
		const finding = { level: 'warning', said: message('lint.tool-unseen'), where: 'search' } as const;
		const header = { ...fixtureLog().header, lint: [finding], warnings: [findingMessage(finding)] };
		const page = textOf(renderRun(reportedRun({ ...fixtureLog(), header }), 'ko')['report.html'] ?? '');
		expect(page).toContain(say(findingMessage(finding), coreKo));
	});
});
