import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../src/base/errors.ts';
import { findBrowser, keptProfile, temporaryProfile } from './browser.ts';

let folder: string;
let program: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'gemmark-browser-test-'));
	program = join(folder, 'google-chrome');
	writeFileSync(program, '#!/bin/sh\n');
	chmodSync(program, 0o755);
	writeFileSync(join(folder, 'chromium'), 'not executable');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('findBrowser', () => {
	it('takes the one that GEMMARK_BROWSER names', () => {
		expect(findBrowser({ GEMMARK_BROWSER: program }, [])).toBe(program);
	});

	it('says what to do when GEMMARK_BROWSER names none', () => {
		for (const path of [join(folder, 'none'), folder, join(folder, 'chromium')]) {
			expect(() => findBrowser({ GEMMARK_BROWSER: path }, [program])).toThrow(EnvironmentError);
		}
	});

	it('prefers a well-known place to the PATH', () => {
		expect(findBrowser({ PATH: '' }, [join(folder, 'none'), program])).toBe(program);
	});

	it('looks through the PATH, past files that are no programs', () => {
		expect(findBrowser({ PATH: ['/nowhere', folder].join(delimiter) }, [])).toBe(program);
	});

	it('says what to do when there is none', () => {
		expect(() => findBrowser({ PATH: '/nowhere' }, [])).toThrow(
			expect.objectContaining({ name: 'EnvironmentError', hint: expect.stringContaining('GEMMARK_BROWSER') }),
		);
	});
});

describe("a browser's folders", () => {
	it('differ for each temporary profile, which is inside the removed folder', () => {
		const [one, two] = [temporaryProfile(), temporaryProfile()];
		expect(one.profile).toBe(join(one.temporary, 'profile'));
		expect(two.temporary).not.toBe(one.temporary);
		expect(existsSync(one.temporary)).toBe(false);
	});

	it('keep a profile in the cache that the user chose', () => {
		const { profile, temporary } = keptProfile('web-llm', { GEMMARK_CACHE: folder });
		expect(profile).toBe(join(folder, 'browser', 'web-llm'));
		expect(existsSync(profile)).toBe(true);
		expect(temporary.startsWith(folder)).toBe(false);
	});

	it("keep it in the system's cache by default", () => {
		expect(keptProfile('web-llm', { XDG_CACHE_HOME: folder }).profile).toBe(
			join(folder, 'gemmark', 'browser', 'web-llm'),
		);
	});
});
