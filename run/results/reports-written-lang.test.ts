import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { renderHtml } from '../../reports/render-run.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { langOfRuns, writtenLang } from './reports.ts';

const root = mkdtempSync(join(tmpdir(), 'gemmark-lang-'));
afterAll(() => rmSync(root, { recursive: true }));

it('is that of the first run which has a report', () => {
	for (const folder of ['bare', 'ko', 'en']) {
		mkdirSync(join(root, folder));
		writeFileSync(join(root, folder, 'log.jsonl'), '');
	}
	for (const lang of ['ko', 'en'] as const) {
		writeFileSync(join(root, lang, 'report.html'), renderHtml(reportedRun(fixtureLog()), lang));
	}
	expect([writtenLang(join(root, 'bare')), writtenLang(join(root, 'ko'))]).toEqual([undefined, 'ko']);
	expect(langOfRuns([join(root, 'bare'), join(root, 'ko', 'log.jsonl'), join(root, 'en')])).toBe('ko');
	expect(langOfRuns([join(root, 'bare')])).toBeUndefined();
});
