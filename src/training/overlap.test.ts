import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import { type CorpusRow, findOverlaps } from './overlap.ts';
import { readTraining } from './read.ts';

it('finds the overlaps of the reference', async () => {
	const path = (...parts: readonly string[]): string => join(packageRoot(), ...parts);
	const reference = JSON.parse(readFileSync(path('lab/tuning/expected-findings.json'), 'utf8'));
	const corpus = readFileSync(path('examples/tuning/corpus.jsonl'), 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as CorpusRow);
	const file = path('lab/tuning/train-contaminated.jsonl');
	const found = await findOverlaps(corpus, readTraining(file), (_, argument) => argument === 'day');
	const shown = found.overlaps.map(({ input: _, at, differs, ...one }) => ({
		...one,
		at: at.split('/').at(-1),
		...(differs && { differs: differs.join(', ') }),
	}));
	const wanted = reference.findings.map(({ level: _, ...one }: { level: string }) => one);
	const key = ({ code, at }: { readonly code: string; readonly at: string }): string => code + at;
	const sorted = <T extends { readonly code: string; readonly at: string }>(all: readonly T[]): readonly T[] =>
		all.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
	expect(sorted(shown as never)).toEqual(sorted(wanted));
	expect(found).toMatchObject({ rows: reference.rows, values: reference.values, inTraining: reference.dev.inTraining });
	expect(found.clean.map((place) => place.split('/').at(-1))).toEqual(reference.clean);
});

it('reads the last user turn of a prompt, and a plain prompt', async () => {
	const inputs: unknown[] = [];
	for await (const row of readTraining(join(packageRoot(), 'lab/tuning/training-text.jsonl'))) inputs.push(row?.input);
	expect(inputs.slice(-1)).toEqual(['Thanks, that is all.']);
});
