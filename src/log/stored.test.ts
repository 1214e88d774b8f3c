import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixtureLog } from '../../reports/fixture/fixture-log.ts';
import { readLine } from './line.ts';
import { readLogFile } from './read-log.ts';
import type { Log } from './record.ts';
import { SampleStore, scoredAgain, storedLine } from './stored.ts';
import { writeLogFile } from './write-log.ts';

const log = fixtureLog({ frames: false, tools: true });

function written(content: Log): string {
	const path = join(mkdtempSync(join(tmpdir(), 'gemmark-stored-')), 'log.jsonl');
	writeLogFile(path, content);
	return path;
}

/** The samples as a large log keeps them. */
function stored(path: string): Log['samples'] {
	const store = new SampleStore(path, 0);
	const lines = readFileSync(path, 'utf8').split(/(?<=\n)/u);
	let from = 0;
	return lines.flatMap((text) => {
		const bytes = Buffer.from(text);
		from += bytes.length;
		const read = readLine(text);
		const record = 'value' in read ? read.value : undefined;
		return record?.type === 'sample' ? [store.keep(record, { from: from - bytes.length, bytes })] : [];
	});
}

describe('a sample of a large log', async () => {
	const path = written(log);
	const { samples } = await readLogFile(path);

	it('is the same as one in memory', () => {
		expect(JSON.parse(JSON.stringify(stored(path)))).toEqual(JSON.parse(JSON.stringify(samples)));
		expect(stored(path).map((sample) => ({ ...sample }).transcript.generations.map(({ events }) => events))).toEqual(
			samples.map(({ transcript }) => transcript.generations.map(({ events }) => events)),
		);
	});

	it('is written with other scores, and else as it was', () => {
		for (const [index, sample] of stored(path).entries()) {
			const [before, now] = [JSON.parse(String(storedLine(sample))), { own: { value: index } }];
			const line = String(storedLine(scoredAgain(sample, { groups: sample.groups, scores: now })));
			expect(JSON.parse(line)).toEqual({ ...before, scores: now });
		}
	});
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
