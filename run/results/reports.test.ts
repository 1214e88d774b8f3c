import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { renderHtml } from '../../reports/html/render-html.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { EnvironmentError } from '../../src/base/errors.ts';
import { configFolderFixture } from '../../src/testing/config-folder-fixture.ts';
import { langOfRuns, writeReports, writtenLang } from './reports.ts';

describe('writeReports', () => {
	const log = fixtureLog({ frames: false });

	it('makes the folder that it writes into', async () => {
		const folder = configFolderFixture({});
		const out = join(folder, 'lib', 'rep');
		const written = await writeReports({ folder, log }, { out });
		expect(readdirSync(out).sort()).toEqual(['decision.md', 'junit.xml', 'report.csv', 'report.html', 'summary.md']);
		expect(written).toContain(join(out, 'summary.md'));
	});

	it('keeps the language of the report that it writes over', async () => {
		const folder = configFolderFixture({});
		const written = async (options: object): Promise<string> => {
			await writeReports({ folder, log }, options);
			return readFileSync(join(folder, 'report.html'), 'utf8').slice(0, 60);
		};
		expect(await written({})).toContain('lang="en"');
		expect(await written({ lang: 'ko' })).toContain('lang="ko"');
		expect(await written({})).toContain('lang="ko"');
	});

	it.each([
		['a folder alone', 'results/latest', {}, 'usage.reports-given'],
		['nothing', undefined, {}, 'usage.reports-given'],
		['a language that is not there', { folder: '.', log }, { lang: 'fr' }, 'config.field'],
	])('refuses %s', async (_, run, options, code) => {
		await expect(writeReports(run as never, options as object)).rejects.toMatchObject({ exitCode: 2, said: { code } });
	});

	it('says which folder cannot be made', async () => {
		const folder = configFolderFixture({});
		writeFileSync(join(folder, 'file'), '');
		const failing = writeReports({ folder, log }, { out: join(folder, 'file', 'rep') });
		await expect(failing).rejects.toThrow(EnvironmentError);
		await expect(failing).rejects.toThrow(/rep: cannot be created/u);
	});
});

const root = mkdtempSync(join(tmpdir(), 'gemmark-lang-'));
afterAll(() => rmSync(root, { recursive: true }));

it('the language of runs is that of the first which has a report', () => {
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
