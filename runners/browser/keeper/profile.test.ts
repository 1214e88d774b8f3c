import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptProfile, temporaryProfile } from './profile.ts';

let cache: string;
beforeAll(() => {
	cache = mkdtempSync(join(tmpdir(), 'gemmark-profile-'));
});
afterAll(() => rmSync(cache, { recursive: true }));

describe("a browser's folders", () => {
	it('are other ones for each temporary profile, the profile within what is removed', () => {
		const [one, two] = [temporaryProfile(), temporaryProfile()];
		expect(one.profile).toBe(join(one.temporary, 'profile'));
		expect(two.temporary).not.toBe(one.temporary);
		expect(existsSync(one.temporary)).toBe(false);
	});

	it('hold a kept profile in the cache that the user chose, outside what is removed', () => {
		const { profile, temporary } = keptProfile('web-llm', { GEMMARK_CACHE: cache });
		expect(profile).toBe(join(cache, 'browser', 'web-llm'));
		expect(existsSync(profile)).toBe(true);
		expect(temporary.startsWith(cache)).toBe(false);
	});

	it("hold it in the system's cache otherwise", () => {
		expect(keptProfile('web-llm', { XDG_CACHE_HOME: cache }).profile).toBe(
			join(cache, 'gemmark', 'browser', 'web-llm'),
		);
	});
});
