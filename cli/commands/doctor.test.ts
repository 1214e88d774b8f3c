import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { doctor } from './doctor.ts';

let printed = '';
beforeEach(() => {
	printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += text;
		return true;
	});
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
});

async function browser(): Promise<unknown> {
	printed = '';
	await doctor({ json: true });
	return (JSON.parse(printed) as { what: string }[]).find(({ what }) => what === 'browser');
}

it('finds the browser that runs would start, and says of one that is not there what to do', async () => {
	vi.stubEnv('GEMMARK_BROWSER', process.execPath);
	expect(await browser()).toEqual({ what: 'browser', state: 'ok', found: process.execPath });
	vi.stubEnv('GEMMARK_BROWSER', '/no/browser');
	expect(await browser()).toMatchObject({
		state: 'warning',
		found: 'GEMMARK_BROWSER is not a program: /no/browser',
		advice: expect.stringMatching(/full path of Chromium.* Only needed for --runner wllama/u),
	});
});

it('marks whatever wants doing with what to do', async () => {
	vi.stubEnv('PATH', '');
	vi.stubEnv('GEMMARK_BROWSER', '/no/browser');
	await doctor({ json: true });
	const findings = JSON.parse(printed) as readonly { readonly state: string; readonly advice?: string }[];
	expect(findings.filter(({ state }) => state !== 'ok').length).toBeGreaterThan(1);
	expect(findings.filter(({ state, advice }) => (state === 'ok') !== (advice === undefined))).toEqual([]);
});
