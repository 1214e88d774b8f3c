import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import budget from './house.budget.json' with { type: 'json' };

/** The house, bottom-up: a folder imports its own row's files and the rows before it, and never a neighbour of its row. */
const ROWS: readonly (readonly string[])[] = [
	...[
		...['base', 'stats', 'text', 'model', 'dialects', 'gguf', 'download', 'tool'],
		...['fates', 'lint', 'corpus', 'chat', 'frame', 'mcp', 'eval', 'summary', 'log', 'capture', 'config', 'queue'],
		...['history', 'benchmarks', 'training', 'bench'],
	].map((folder) => [`src/${folder}`]),
	['runners', 'suites', 'reports', 'app'],
	['run'],
	['src'],
	['promptfoo'],
	['cli', 'vitest', 'clients'],
	['lab'],
];

/**
 * The order inside `src/eval`, bottom-up: a file imports files of earlier lines, and every file has its line.
 */
const EVAL: readonly (readonly string[])[] = [
	['score', 'settings/rows', 'app', 'match/values'],
	['sample', 'settings', 'decision', 'match/calls'],
	['turn', 'match/expected', 'evaluate/confirm'],
	['suite', 'evidence/generation-evidence'],
	['header', 'user-code', 'evidence/turn-evidence', 'scoring/calls', 'define/suite-options'],
	['plan'],
	[
		...['verdict', 'scoring/score-sample', 'scoring/turns', 'scoring/labels'],
		...['define/app-turn', 'evaluate/sample-record', 'settings/identity'],
	],
	['missing', 'scoring/rescore', 'scoring/scorers', 'define/define-suite', 'evaluate/asker'],

	['evaluate/evaluate-plan'],
];

const OPTIONAL_PEERS =
	/^(?:node-llama-cpp|@litert-lm|@mlc-ai|@modelcontextprotocol|@wllama|bullmq|ioredis|playwright-core|promptfoo)/u;
const MAX_FILES = 12;
const DEEPEST = 3;
const MAX_LINES = 300;

interface Import {
	readonly from: string;
	readonly to: string;
}

const root = import.meta.dirname;
const sources = new Map<string, string>(
	['src', 'runners', 'suites', 'reports', 'app', 'run', 'cli', 'vitest', 'promptfoo', 'clients', 'lab']
		.filter((folder) => existsSync(join(root, folder)))
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
				.filter((name) => name.endsWith('.ts'))
				.map((name) => join(folder, name).split(sep).join('/')),
		)
		.map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);
/** Without tests and what serves tests alone. */
const house = [...sources.keys()].filter(
	(file) => !/\.(?:test|cases)\.ts$|-(?:fixture|double)\.ts$|(?:^|\/)(?:testing|fixture)\//u.test(file),
);
const imports: readonly Import[] = [...sources.keys()].flatMap(importsOf);
const houseImports = imports.filter(({ from }) => house.includes(from));

function importsOf(file: string): readonly Import[] {
	return Array.from((sources.get(file) ?? '').matchAll(/(?:\bfrom |\bimport\()\s*'(\.[^']+)'/gu), ([, to = '']) => ({
		from: file,
		to: relative(root, join(root, dirname(file), to))
			.split(sep)
			.join('/'),
	}));
}

/** What stands in a room for code: neither comments, imports nor layout. */
const TOKEN =
	/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\p{L}\p{N}_$]+|=>|\.\.\.|\?\?=?|\?\.|[=!]==?|&&|\|\||[^\s\p{L}\p{N}_$]/gu;
const SLACK = 500;

function tokensOf(file: string): number {
	const code = (sources.get(file) ?? '').replace(/^import [\s\S]*?;$/gmu, '');
	return Array.from(code.matchAll(TOKEN)).filter(([token]) => !/^\/[/*]/u.test(token)).length;
}

function roomOf(file: string): string {
	const [top = '', next = ''] = file.split('/');
	return top === 'src' && !next.endsWith('.ts') ? `src/${next}` : top;
}

/** Row and name of the part of the house that a file is in. */
function placeOf(file: string): { readonly row: number; readonly part: string } {
	const places = ROWS.flatMap((parts, row) => parts.map((part) => ({ row, part }))).filter(({ part }) =>
		file.startsWith(`${part}/`),
	);
	const place = places.toSorted((one, other) => other.part.length - one.part.length)[0];
	if (place === undefined) throw new Error(`${file} is in no row: add its folder to ROWS`);
	return place;
}

function breaks({ from, to }: Import): boolean {
	const here = placeOf(from);
	// The lab's campaigns use the doubles as tests do.
	if (to.startsWith('src/testing/')) return here.part !== 'lab';
	const there = placeOf(to);
	return there.row > here.row || (there.row === here.row && there.part !== here.part);
}

function floorOf(file: string): number {
	const name = file.slice('src/eval/'.length, -'.ts'.length);
	return file.startsWith('src/eval/') ? EVAL.findIndex((files) => files.includes(name)) : -1;
}

/** A file that is not in {@link EVAL} yet has no floor, and runs nowhere. */
function runsUp({ from, to }: Import): boolean {
	return floorOf(from) !== -1 && floorOf(to) >= floorOf(from);
}

/** Groups of files that import each other, types included (Tarjan). */
function circles(all: readonly Import[]): readonly (readonly string[])[] {
	const next = Map.groupBy(all, ({ from }) => from);
	const index = new Map<string, number>();
	const low = new Map<string, number>();
	const open: string[] = [];
	const found: (readonly string[])[] = [];
	const visit = (file: string): number => {
		const at = index.size;
		index.set(file, at);
		let lowest = at;
		open.push(file);
		for (const { to } of next.get(file) ?? []) {
			const seen = index.get(to);
			if (seen === undefined) lowest = Math.min(lowest, visit(to));
			else if (open.includes(to)) lowest = Math.min(lowest, seen);
		}
		low.set(file, lowest);
		if (lowest === at) {
			const circle = open.splice(open.indexOf(file));
			if (circle.length > 1) found.push(circle);
		}
		return lowest;
	};
	for (const file of next.keys()) if (!index.has(file)) visit(file);
	return found;
}

describe('the house', () => {
	const arrow = ({ from, to }: Import): string => `${from} -> ${to}`;
	const folders = Map.groupBy(
		house.filter((file) => !file.startsWith('lab/')),
		(file) => dirname(file),
	);

	it('has imports that run downwards only', () => {
		expect(houseImports.length).toBeGreaterThan(1000);
		const up = houseImports.filter(breaks);
		expect(up.map(arrow)).toEqual([]);
	});

	it('loads an engine only where it runs, because each is an optional peer', () => {
		const eager = house.filter((file) => {
			const values = (sources.get(file) ?? '').matchAll(/^import (?!type )[^;]*? from '([^.'][^']*)';/gmu);
			return Array.from(values, ([, name = '']) => name).some((name) => OPTIONAL_PEERS.test(name));
		});
		expect(eager.filter((file) => !/^lab\/|\/(?:engine|page)\//u.test(file))).toEqual([]);
	});

	it('imports nothing of the lab, not even in tests', () => {
		const outside = imports.filter(({ from, to }) => to.startsWith('lab/') && !from.startsWith('lab/'));
		expect(outside.map(arrow)).toEqual([]);
	});

	it('has no circle of files', () => {
		const found = circles(houseImports.filter(({ from }) => !from.startsWith('lab/')));
		expect(found.map((circle) => circle.join(' '))).toEqual([]);
	});

	it('has imports inside src/eval that run downwards only', () => {
		expect(houseImports.filter(runsUp).map(arrow)).toEqual([]);
	});

	it('has a place in that order for every file of src/eval', () => {
		const lost = house.filter((file) => file.startsWith('src/eval/') && floorOf(file) === -1);
		expect(lost).toEqual([]);
	});

	it(`has at most ${MAX_FILES} files in a folder, at most ${DEEPEST} folders deep`, () => {
		const full = [...folders].filter(([, files]) => files.length > MAX_FILES);
		expect(full.map(([folder, files]) => `${folder} ${files.length}`)).toEqual([]);
		const deep = [...folders.keys()].filter((folder) => folder.split('/').length > DEEPEST);
		expect(deep).toEqual([]);
	});

	it(`has no file of more than ${MAX_LINES} lines`, () => {
		const long = [...folders.values()]
			.flat()
			.filter((file) => (sources.get(file) ?? '').split('\n').length - 1 > MAX_LINES);
		expect(long).toEqual([]);
	});

	it.each<[string, string]>([
		['src/eval/plan.ts', 'src/log/record.ts'],
		['src/eval/plan.ts', 'cli/commands/run.ts'],
		['src/text/text.ts', 'src/index.ts'],
		['runners/openai/http.ts', 'run/prepare.ts'],
		['runners/openai/http.ts', 'suites/tools/index.ts'],
		['runners/openai/http.ts', 'src/testing/index.ts'],
	])('would be caught with %s importing %s', (from, to) => {
		expect(breaks({ from, to })).toBe(true);
	});

	it('has rooms within their budgets, which only fall but where a feature says why', () => {
		const rooms = Map.groupBy(house, roomOf);
		const most: Readonly<Record<string, number>> = budget;
		const now: Readonly<Record<string, number>> = Object.fromEntries(
			Array.from(rooms, ([room, files]) => [room, files.reduce((sum, file) => sum + tokensOf(file), 0)]),
		);
		const above = Object.entries(now).filter(([room, n]) => room !== 'lab' && n > (most[room] ?? 0));
		expect(above, 'write the number into house.budget.json, and the reason into the commit').toEqual([]);
		// Who makes a room smaller lowers its number.
		const slack = Object.entries(most).filter(([room, n]) => n - (now[room] ?? 0) > SLACK);
		expect(slack).toEqual([]);
	});

	it('would be caught with a circle, and with an import that runs up in src/eval', () => {
		const circle = [
			{ from: 'a.ts', to: 'b.ts' },
			{ from: 'b.ts', to: 'a.ts' },
		];
		expect(circles(circle)).toEqual([['a.ts', 'b.ts']]);
		expect(runsUp({ from: 'src/eval/sample.ts', to: 'src/eval/plan.ts' })).toBe(true);
		expect(runsUp({ from: 'src/eval/plan.ts', to: 'src/eval/sample.ts' })).toBe(false);
	});

	it('shows its version without zod, which takes half of the time', () => {
		const reached = new Set(['cli/process.ts', 'cli/terminal.ts', 'cli/program.ts', 'src/download/folders.ts']);
		for (const file of reached) {
			const statics = (sources.get(file) ?? '').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gmu);
			for (const [, to = ''] of statics) reached.add(to.startsWith('.') ? join(dirname(file), to) : to);
		}
		expect(reached).toContain('src/base/messages.ts');
		expect(reached).not.toContain('zod');
	});
});
