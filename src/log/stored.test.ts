import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { readLogFile } from './read-log.ts';
import type { Log } from './record.ts';
import { scoredAgain, storedLine } from './stored.ts';
import { writeLogFile } from './write-log.ts';

const log = fixtureLog({ frames: false, tools: true });

function written(content: Log): string {
	const path = join(mkdtempSync(join(tmpdir(), 'gemmark-stored-')), 'log.jsonl');
	writeLogFile(path, content);
	return path;
}

it('a line is copied, but for its scores', async () => {
	for (const [index, sample] of (await readLogFile(written(log))).samples.entries()) {
		const [before, now] = [JSON.parse(String(storedLine(sample))), { own: { value: index } }];
		const line = String(storedLine(scoredAgain(sample, { groups: sample.groups, scores: now })));
		expect(JSON.parse(line)).toEqual({ ...before, scores: now });
	}
});

it('a log that is scored again in place keeps what its lines have', async () => {
	const path = written(log);
	const read = await readLogFile(path);
	const scores = { meaningful: { value: true } };
	const samples = read.samples.map((sample) => scoredAgain(sample, { groups: sample.groups, scores }));
	writeLogFile(path, { ...read, samples });
	const again = await readLogFile(path);
	expect(again.digestDiffers).toBeUndefined();
	expect(again.samples).toEqual(read.samples.map((sample) => ({ ...sample, scores })));
});
