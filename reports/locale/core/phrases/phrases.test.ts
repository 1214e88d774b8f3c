import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../../../src/base/read-file.ts';
import { coreParts } from '../core-text.ts';
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

it('every failure that ends a run or a sample of it has a Korean sentence', () => {
	const failures = sources.flatMap((source) =>
		Array.from(source.matchAll(FAILURE), ([, text = '']) => text.slice(1, -1).replaceAll('\\', '')),
	);
	expect(failures.length).toBeGreaterThan(50);
	const unknown = failures.filter(
		(text) =>
			/[a-z]{2,} [a-z]{2,}/u.test(text.replaceAll(SLOT, '')) &&
			FILLED.every((words) => coreParts(text.replaceAll(SLOT, words), 'ko')[0]?.foreign === true),
	);
	// Who was silent, and how: the watchdog's users say both.
	expect(unknown.map((text) => text.replaceAll(SLOT, '…'))).toEqual(['… …, and was ended']);
});

/** The text of an error that is no failure to load. */
const FAILURE =
	/new (?:EngineError|EngineProblem|PageFailure)\(\s*'(?!model-|load-|out-of)[a-z-]+',\s*(`[^`]*`|'(?:[^'\\]|\\.)*'|"[^"]*")/gu;
const SLOT = /\$\{(?:[^{}]|\{[^{}]*\})*\}/gu;
/** What may stand in the place of an expression. */
const FILLED = ['3', ' (3)', '3 tokens', 'generating', 'the connection was lost'];
