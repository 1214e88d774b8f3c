import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../base/errors.ts';
import { saying } from '../testing/saying.ts';
import { pathWithin, settingPath } from './where-from.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-setting-'));
	mkdirSync(join(folder, 'app'));
	symlinkSync('..', join(folder, 'app/up'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a path among the settings of a config', () => {
	const placed = (path: string, allowOutside?: boolean) => ({
		config: { out: path, gate: path, baseline: path, allowOutside },
		file: 'app/gemmark.config.yaml',
		folder: join(folder, 'app'),
		lineOf: () => 7,
	});

	it.each(['out', 'gate', 'baseline'] as const)('is found from its folder, and stays there: %s', (setting) => {
		expect(settingPath(placed('a/b'), setting)).toBe(join(folder, 'app/a/b'));
		for (const path of ['../x', '/etc/passwd', 'up/x', 'a/../../x']) {
			const refused = `app/gemmark.config.yaml:7: ${setting}: ${path} is outside `;
			expect(() => settingPath(placed(path), setting)).toThrow(ConfigError);
			expect(() => settingPath(placed(path), setting)).toThrow(refused);
		}
	});

	it('may leave the folder if the config allows it', () => {
		expect(settingPath(placed('../x', true), 'out')).toBe(join(folder, 'x'));
	});

	it('is undefined if absent', () => {
		expect(settingPath({ ...placed(''), config: {} }, 'gate')).toBeUndefined();
	});

	it('applies to the run of a policy', () => {
		expect(() => pathWithin(placed('a'), '../runs/one', 'policy')).toThrow(saying('config.outside'));
	});
});
