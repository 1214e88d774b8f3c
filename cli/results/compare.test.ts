import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { reportedRun } from '../../reports/reported-run.ts';
import { UsageError } from '../../src/base/errors.ts';
import type { Log } from '../../src/log/record.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { writeComparison } from './compare.ts';

const folder = mkdtempSync(join(tmpdir(), 'gemmark-compare-'));
afterEach(() => vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(logs: readonly Log[], gates?: readonly GateResult[]): Promise<Record<string, unknown>> {
	let text = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
		text += String(chunk);
		return true;
	});
	const runs = logs.map((log, index) => reportedRun(log, { gate: gates?.[index] }));
	await writeComparison(runs, () => mkdtempSync(join(folder, 'c-')), { lang: 'en', json: true });
	return JSON.parse(text);
}

it('JSON numbers runs of one name as the terminal does', async () => {
	const passed = { passed: true, undecided: false, lines: [] };
	const [log, named] = [fixtureLog(), fixtureLog()];
	const name = log.header.model.name;
	const json = await printed([log, log, log], [passed, passed, passed]);
	expect(json.baseline).toBe(`${name} (1)`);
	expect(json.comparisons).toMatchObject([{ name: `${name} (2)` }, { name: `${name} (3)` }]);
	expect(json.gates).toMatchObject([1, 2, 3].map((place) => ({ name: `${name} (${place})` })));
	const own = await printed([log, { ...named, header: { ...named.header, target: 'q4' } }]);
	expect([own.baseline, own.comparisons]).toMatchObject([name, [{ name: 'q4' }]]);
});

it('a field in which no runs differ is refused before anything is written', async () => {
	const log = fixtureLog();
	const made = vi.fn();
	const request = { lang: 'en', json: false, allow: ['corpus.prefx'] } as const;
	await expect(writeComparison([reportedRun(log), reportedRun(log)], made, request)).rejects.toThrow(UsageError);
	expect(made).not.toHaveBeenCalled();
});
