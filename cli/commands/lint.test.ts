import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEMPLATES } from '../../src/testing/template-fixture.ts';
import { lintSource } from './lint.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

let printed = '';
beforeEach(() => {
	printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += text;
		return true;
	});
});
afterEach(() => vi.restoreAllMocks());

function written(name: keyof typeof TEMPLATES): string {
	const path = join(folder, `${name}.jinja`);
	writeFileSync(path, TEMPLATES[name]);
	return path;
}

describe('lintSource', () => {
	it('exits with 1 for an error, which comes first', async () => {
		expect(await lintSource(written('zephyr'), { json: false })).toBe(1);
		const lines = printed.trimEnd().split('\n');
		expect(lines[0]).toMatch(/zephyr\.jinja with habit-coach$/u);
		expect(lines[1]).toMatch(
			/^ {2}error {4}template: does not open turns as Gemma does.*\. Use .* \[foreign-template\]$/u,
		);
		expect(lines[2]).toMatch(/\[no-tool-support\]$/u);
		expect(lines.at(-1)).toMatch(/^2 errors, \d warnings?, \d notes?$/u);
	});

	it('exits with 0 where there are only warnings', async () => {
		expect(await lintSource(written('olderGemma4'), { json: false })).toBe(0);
		expect(printed).toContain('  warning  list_active_habits.type: ');
	});

	it('prints findings in Korean', async () => {
		await lintSource(written('zephyr'), { json: false, lang: 'ko' });
		expect(printed).toMatch(/template: [^\n]*[가-힣]/u);
	});

	it('prints one JSON object', async () => {
		await lintSource(written('functionGemma'), { json: true });
		const report = JSON.parse(printed);
		expect(report).toMatchObject({ kind: 'jinja', app: 'habit-coach', counts: { warning: 1 } });
		expect(report.findings).toContainEqual(
			expect.objectContaining({
				code: 'default-unseen',
				remedy: expect.objectContaining({ en: "Add it to the tool's description." }),
			}),
		);
		expect(report.findings[0]).toMatchObject({ level: 'warning', code: 'trigger-missing', where: 'system' });
	});
});
