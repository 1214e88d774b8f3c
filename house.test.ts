import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The house, bottom-up: a folder imports its own row's files and the rows before it, and never a neighbour of its row. */
const ROWS: readonly (readonly string[])[] = [
	...[
		...['base', 'package', 'json', 'errors', 'files', 'stats', 'text', 'model', 'dialects', 'gguf', 'download', 'tool'],
		...['fates', 'lint', 'corpus', 'chat', 'frame', 'mcp', 'eval', 'summary', 'log', 'capture', 'config', 'queue'],
		...['history', 'benchmarks', 'bench'],
	].map((folder) => [`src/${folder}`]),
	['runners', 'suites', 'reports', 'app'],
	['src/run'],
	['src'],
	['api'],
	['promptfoo'],
	['cli', 'vitest'],
	['lab'],
];

/** The row of the four arms. */
const ARMS: number = ROWS.findIndex((parts) => parts.includes('runners'));

/** What the neighbours know of the library: its public surface, and its doubles in tests and doubles of their own. */
const SURFACE = ['src/index.ts', 'src/node.ts'];

interface Import {
	readonly from: string;
	readonly to: string;
}

const root = import.meta.dirname;

function imports(): readonly Import[] {
	return ['src', 'runners', 'suites', 'reports', 'app', 'api', 'cli', 'vitest', 'promptfoo', 'lab']
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|-(?:double|fixture)\.ts$/u.test(name))
				.flatMap((name) => importsOf(join(folder, name))),
		);
}

function importsOf(file: string): readonly Import[] {
	const source = readFileSync(join(root, file), 'utf8');
	return Array.from(source.matchAll(/(?:\bfrom |\bimport\()\s*'(\.[^']+)'/gu), ([, to = '']) => ({
		from: file.split(sep).join('/'),
		to: relative(root, join(root, dirname(file), to))
			.split(sep)
			.join('/'),
	}));
}

/** Row and name of the part of the house that a file is in. */
function placeOf(file: string): { readonly row: number; readonly part: string } {
	const places = ROWS.flatMap((parts, row) => parts.map((part) => ({ row, part }))).filter(({ part }) =>
		file.startsWith(`${part}/`),
	);
	const place = places.toSorted((one, other) => other.part.length - one.part.length)[0];
	if (place === undefined) throw new Error(`${file} stands outside of the house: give it a place in ROWS`);
	return place;
}

function breaks({ from, to }: Import): boolean {
	if (from.startsWith('src/testing/')) return !to.startsWith('src/');
	const here = placeOf(from);
	// A campaign is a test that takes too long to be one.
	if (to.startsWith('src/testing/')) return here.part !== 'lab';
	const there = placeOf(to);
	if (there.row > here.row) return true;
	if (there.row === here.row) return there.part !== here.part;
	// What stands above the arms, and the library's own parts, see all of the library; the arms see its surface.
	return here.row === ARMS && !SURFACE.includes(to);
}

describe('the house', () => {
	const all = imports();

	it('has imports that run downwards only', () => {
		expect(all.length).toBeGreaterThan(1000);
		expect(all.filter(breaks).map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
	});

	it.each<[string, string]>([
		['src/eval/plan.ts', 'src/log/record.ts'],
		['src/eval/plan.ts', 'cli/run/run.ts'],
		['runners/openai/wire/http.ts', 'src/eval/plan.ts'],
		['runners/openai/wire/http.ts', 'suites/tools/index.ts'],
		['runners/openai/wire/http.ts', 'src/testing/index.ts'],
	])('would be caught with %s importing %s', (from, to) => {
		expect(breaks({ from, to })).toBe(true);
	});
});
