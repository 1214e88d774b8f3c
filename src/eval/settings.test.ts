import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import { runSettingsFixture } from '../testing/run-settings-fixture.ts';
import {
	choiceFields,
	DEFAULT_CHOICES,
	isWhole,
	LOGGED_FIELDS,
	loggedSettingsSchema,
	RESUMABLE_FIELDS,
	settingRows,
	settingTitles,
	UNCOMPARED_FIELDS,
} from './settings.ts';

describe('a setting of a run', () => {
	it.each(settingRows)('%s has a default that may be chosen, and a flag if it may', (_, { chosen, help, ...row }) => {
		expect(help === undefined).toBe(chosen === undefined);
		expect(chosen?.optional().safeParse(row.default).success ?? row.default === undefined).toBe(true);
	});

	it('is in docs/config.md with its default', () => {
		const documented = readFileSync(join(packageRoot(), 'docs/config.md'), 'utf8');
		for (const name of Object.keys(choiceFields)) {
			const usual = DEFAULT_CHOICES[name as keyof typeof DEFAULT_CHOICES];
			const [, fallback = ''] = new RegExp(`\\n\\| [^|]*\`${name}\`[^|]*\\| ([^|]*) \\|`, 'u').exec(documented) ?? [];
			expect([name, fallback.replaceAll('`', '')]).toEqual([name, expect.stringContaining(String(usual ?? ''))]);
		}
	});

	it('is compared and resumed as its row says', () => {
		expect([...UNCOMPARED_FIELDS]).toEqual(['policyFrom', 'limit', 'filter', 'shard', 'sustainS', 'missingShards']);
		expect([...RESUMABLE_FIELDS]).toEqual(['shard']);
	});

	it('has a name in reports, but for two that only gemmark sets', () => {
		const unnamed = LOGGED_FIELDS.filter((field) => settingTitles('ko')[field] === undefined);
		expect(unnamed).toEqual(['trigger', 'missingShards']);
	});
});

describe('settings in a log', () => {
	it('need nothing but epochs: a captured run does not know more', () => {
		expect(loggedSettingsSchema.safeParse({ epochs: 1, later: true }).success).toBe(true);
		expect(loggedSettingsSchema.safeParse({ seed: 1 }).success).toBe(false);
	});

	it('are whole if a run wrote them', () => {
		expect(isWhole(runSettingsFixture())).toBe(true);
		const { dialect: _, ...others } = runSettingsFixture();
		expect(isWhole(others)).toBe(false);
	});
});
