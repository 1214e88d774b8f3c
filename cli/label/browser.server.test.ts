import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { LOG_NAME, makeFolder } from '../../src/log/folder.ts';
import { writeLogFile } from '../../src/log/write-log.ts';
import { workingFolderFixture } from '../../src/testing/working-folder-fixture.ts';
import { label } from './label.ts';

it('asks in the browser for a name and a text each, and takes no answer twice or from another site', async () => {
	const folder = workingFolderFixture();
	makeFolder(join(folder, 'run'));
	const { header, ...log } = fixtureLog();
	const hostile = log.samples.map((sample) => ({ ...sample, sample: { ...sample.sample, input: '<img src=x>' } }));
	writeLogFile(join(folder, 'run', LOG_NAME), { ...log, header, samples: hostile });
	let printed = '';
	vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
		printed += String(text);
		return true;
	});
	const asking = label('run', { web: true, all: true, lang: 'en' });
	await vi.waitUntil(() => printed.includes('http://127.0.0.1'), { timeout: 30_000 });
	const [url = ''] = /http:\S+/u.exec(printed) ?? [];
	const send = async (form: Record<string, string>, site = 'same-origin'): Promise<string> => {
		const headers = { 'sec-fetch-site': site };
		const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
		return response.status === 403 ? 'refused' : await response.text();
	};
	const placeOf = (page: string): string => /name="place" value="([^"]+)"/u.exec(page)?.[1] ?? '';
	expect(await (await fetch(url)).text()).toContain('name="who"');
	const first = await send({ who: '지민' });
	expect(first).toContain('&lt;img src=x&gt;');
	const answer = { place: placeOf(first), answer: 'yes' };
	expect(await send(answer, 'cross-site')).toBe('refused');
	const second = await send(answer);
	expect(placeOf(second)).not.toBe(answer.place);
	expect(placeOf(await send(answer))).toBe(placeOf(second));
	expect(await send({ place: placeOf(second), answer: 'quit' })).not.toContain('name="place"');
	expect(await asking).toBe(0);
	expect(readFileSync('run/labels.csv', 'utf8').match(/,[YN],지민,/gu)).toEqual([',Y,지민,']);
});
