import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../../src/base/read-file.ts';
import { PHRASES } from './phrases.ts';

/** Everything that says something into a log, tests apart, as one text; zod's own English is part of it. */
const sources = ['src', 'runners', 'suites', 'api', 'cli', 'vitest'].flatMap((folder) =>
	readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|-fixture\.ts$|(?:^|\/)testing\//u.test(name))
		.map((name) => readFileSync(join(packageRoot(), folder, name), 'utf8')),
);
const zod = readFileSync(join(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/locales/en.js'), 'utf8');
const said = [...sources, zod].join('\n').replaceAll('\\', '');

/** Words that stand there as they are, or in a few pieces that are put together. */
function isSaid(words: string, pieces = 3): boolean {
	if (said.includes(words)) return true;
	if (pieces === 1) return false;
	const cuts = Array.from({ length: words.length - 1 }, (_, at) => words.length - 1 - at);
	return cuts.some((at) => said.includes(words.slice(0, at)) && at >= LEAST && isSaid(words.slice(at), pieces - 1));
}

const LEAST = 4;

it('every sentence that Korean reports know is one that gemmark says: a word changed there is changed here', () => {
	const unsaid = PHRASES.flatMap(([english]) =>
		english
			.split(/\{[^{}]*\}/u)
			.map((words) => words.replace(/^(?:\P{L}|s: )+|\P{L}+$/gu, ''))
			.filter((words) => words !== '' && !isSaid(words))
			.map((words) => `${english}: ${words}`),
	);
	expect(unsaid).toEqual([]);
});
