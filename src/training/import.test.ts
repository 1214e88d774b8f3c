import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import type { DialogSample } from '../benchmarks/dialog-sample.ts';
import { readChats } from './import.ts';

it.each(['mobile-actions', 'trl'])('reads the calls that an export of %s wrote', async (format) => {
	const file = join(packageRoot(), 'lab/tuning', `training-${format}.jsonl`);
	const rows = readFileSync(file, 'utf8')
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	const samples: DialogSample[] = [];
	for await (const item of readChats([file], { train: true, onTrain: () => undefined }))
		if ('sample' in item) samples.push(item.sample);
	const wanted = rows.map(({ messages }) =>
		(messages.at(-1).tool_calls ?? []).map(({ function: made }: { function: { name: string; arguments: object } }) => {
			return { tool: made.name, arguments: made.arguments };
		}),
	);
	expect(samples.map(({ expected }) => expected)).toEqual(wanted);
	expect(samples.map(({ turn, category }) => [turn, category])).toContainEqual(['relevance', 'no-call']);
	const left: string[] = [];
	for await (const item of readChats([file], { train: false, onTrain: (place) => left.push(place) }))
		expect(item).toHaveProperty('sample');
	expect(new Set(left).size).toBe(format === 'trl' ? 0 : rows.length);
});
