import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { message } from '../../src/base/message.ts';
import { logHeaderFixture } from '../../src/testing/log-line-fixture.ts';
import { gateFile, gatingFixture, logged } from '../gating-fixture.ts';
import { reportToGithub } from './conclude.ts';
import { gateRuns } from './gate.ts';

const output = gatingFixture();

describe('a GitHub workflow', () => {
	it('gets the summary of the step, and an annotation for each rule that was not passed', async () => {
		vi.stubEnv('GITHUB_ACTIONS', 'true');
		vi.stubEnv('GITHUB_STEP_SUMMARY', join(output.folder, 'step.md'));
		const gate = gateFile('{metric: prefix.hits, min: 16}', '{metric: prefix.n, min: 99, soft: true}');
		await gateRuns([logged('run', fixtureLog())], { gate, lang: 'en' });
		expect(output.printed).toMatch(/^::error title=gemmark gate%3A \S+::✗ prefix\.hits \d+, required >= 16$/mu);
		expect(output.printed).toMatch(/^::warning title=gemmark gate%3A \S+::! prefix\.n/mu);
		expect(readFileSync('step.md', 'utf8')).toBe(readFileSync('run/summary.md', 'utf8'));
	});

	it('gets no text that ends an annotation or begins another', () => {
		const lines: string[] = [];
		const line = {
			metric: 'a%0A\n::set-env name=x::y',
			status: 'fail',
			expected: message('gate.at-least', { bound: 1 }),
		} as const;
		const result = { passed: false, undecided: false, lines: [line] };
		const log = { header: logHeaderFixture({ target: 'q8,\n::set-env' }) };
		reportToGithub({ log, out: output.folder }, result, { GITHUB_ACTIONS: 'true' }, (text) => lines.push(text));
		expect(lines).toEqual([
			'::error title=gemmark gate%3A q8%2C %3A%3Aset-env::✗ a%250A ::set-env name=x::y, required >= 1',
		]);
	});
});
