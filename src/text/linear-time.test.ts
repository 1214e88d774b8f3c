import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../base/read-file.ts';
import { readRules } from './rules.ts';

/*
 * Patterns meet text of strangers: what models write, files, answers of servers. Each pattern of the house is run on long
 * repetitions of what it matches, and must need a number of backtracks that grows with the text's length, not with its
 * square. V8 counts them, so that no clock is asked; unoptimized, it counts every one.
 */
setFlagsFromString('--allow-natives-syntax');
setFlagsFromString('--no-regexp-optimization');
afterAll(() => setFlagsFromString('--regexp-optimization'));
const limitedPattern = new Function(
	'source',
	'flags',
	'limit',
	'return %NewRegExpWithBacktrackLimit(source, flags, limit)',
);

const REPEATS = 120;
/** Of a text that long, without suspicion. */
const FEW = 30 * REPEATS;
/** A cost that no longer text has to confirm. */
const MANY = 100 * REPEATS * REPEATS;

/** The first text on which four times its length takes far more than four times the backtracks. */
function slowText({ source, flags }: RegExp): string | undefined {
	const kept = flags.replaceAll(/[dgy]/gu, '');
	// A search tries every place of the text. The empty alternative matches unless the limit is reached.
	const start = flags.includes('y') ? '' : '[^]*?';
	const within = (limit: number): RegExp => limitedPattern(`^(?:${start}(?:${source}))|`, kept, limit) as RegExp;
	let cost = FEW;
	let few = within(cost);
	return textsFor(source, kept).find((textOf) => {
		const text = textOf(REPEATS);
		if (few.exec(text) !== null) return false;
		while (cost < MANY && few.exec(text) === null) {
			cost = Math.ceil(cost * 1.3);
			few = within(cost);
		}
		return cost >= MANY || within(7 * cost).exec(textOf(4 * REPEATS)) === null;
	})?.(4);
}

const UNIT = /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\.|\[(?:\\.|[^\]\\])*\]|[^()|*+?{}[\]^$\\]/gisu;
const ALPHABET = [...' \n\taA0_-"\'`{}[]<>|.,:;/\\=*#@%&?!+~$()^é가다\u0000'];

/** What the pattern's parts match, each part repeated after what stands before it. */
function textsFor(source: string, flags: string): readonly ((repeats: number) => string)[] {
	const bare = source.replaceAll(/\(\?(?:<?[=!]|:|<\w+>)|\{\d+(?:,\d*)?\}/gu, '(');
	const units = (bare.match(UNIT) ?? []).flatMap((unit) => {
		const one = patternOf(`^${unit}$`, flags);
		const matched = one === undefined ? [] : [...ALPHABET, unit].filter((char) => one.test(char));
		return matched.length === 0 ? [] : [matched];
	});
	const kinds = new Map<string, string>();
	for (const char of new Set(units.flat())) kinds.set(units.map((unit) => Number(unit.includes(char))).join(''), char);
	const samples = units.map(([char = '']) => char);
	// A long list of words needs no starts of several.
	const lengths = samples.length > 30 ? [0, 1] : [0, 1, 2, 3, samples.length];
	const words = new Set([
		...kinds.values(),
		...samples.flatMap((_, at) =>
			(samples.length > 30 ? [2] : [2, 3, 4]).map((n) => samples.slice(at, at + n).join('')),
		),
	]);
	const starts = new Set(
		samples.flatMap((_, end) => lengths.map((n) => samples.slice(Math.max(0, end - n), end).join(''))),
	);
	return [...starts].flatMap((start) =>
		Array.from(words, (word) => (repeats: number) => `${start}${word.repeat(repeats)}\u0001`),
	);
}

function patternOf(source: string, flags: string): RegExp | undefined {
	try {
		return new RegExp(source, flags);
	} catch {
		return undefined;
	}
}

const LITERAL =
	/(?<=[=(,:[!&|?{;>]\s*|\breturn |\n\s*)\/(?![*/])((?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)(?![\w/])/gu;

/** Without one, a pattern looks at a bounded piece of the text from each place. */
const UNBOUNDED = /[*+]|\{\d+,\}/u;

function patternsOf(file: string): readonly RegExp[] {
	const text = readFileSync(join(packageRoot(), file), 'utf8');
	const written = file.endsWith('.json')
		? Object.values(readRules(JSON.parse(text)))
		: Array.from(text.matchAll(LITERAL), ([, source = '', flags = '']) => patternOf(source, flags));
	return written.filter(
		(one) => one !== undefined && UNBOUNDED.test(one.source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/gsu, 'x')),
	) as readonly RegExp[];
}

/** Patterns that take quadratic time, by their file: their texts are short. */
const OF_SHORT_TEXTS: ReadonlyMap<string, string> = new Map([
	['src/base/json-loss.ts', 'JSON that was parsed: its strings end'],
	['src/benchmarks/bfcl.ts', 'an id'],
	['src/fates/flutter-gemma.ts', 'one answer of a model, as the plugin reads it'],
	['src/fates/ollama.ts', 'one call of a model, as Ollama reads it'],
	['src/fates/vllm.ts', 'one call of a model, as vLLM reads it'],
	['src/frame/main-clause.ts', 'a frame'],
	['src/frame/main-clause.rules.json', 'a frame'],
	['src/frame/restraints.rules.json', 'a frame'],
	['src/frame/shape.ts', 'a frame'],
	['src/frame/shape.rules.json', 'a frame'],
	['src/summary/metrics.ts', 'a metric'],
	['src/summary/gate/known-metrics.ts', 'a metric'],
	['src/text/secrets.ts', 'a message'],
	['runners/openai/finish.ts', 'a finish reason'],
	['reports/messages/numbers.ts', 'a number'],
	['reports/html/page-script.ts', "a page's own text"],
	['cli/results/ingest.ts', 'an option'],
]);

const files = ['src', 'runners', 'suites', 'reports', 'app', 'cli', 'vitest', 'promptfoo'].flatMap((folder) =>
	readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
		.filter(
			(name) =>
				/\.ts$|\.rules\.json$/u.test(name) &&
				!/\.(?:test|cases)\.ts$|-(?:fixture|double)\.ts$|(?:^|\/)testing\//u.test(name),
		)
		.map((name) => `${folder}/${name.split(sep).join('/')}`),
);

describe('a pattern of the house', () => {
	it('that has blanks on both sides of a lazy text would be caught', () => {
		expect(slowText(/\{\{-?\s*(.*?)\s*-?\}\}/su)).toBeDefined();
		expect(slowText(/(a+)+$/u)).toBeDefined();
		expect(slowText(/\s+$/u)).toBeDefined();
		expect(slowText(/(?<!\s)\s+$/u)).toBeUndefined();
	});

	it('takes linear time', { timeout: 120_000 }, () => {
		const found = files.flatMap((file) => patternsOf(file).map((pattern) => ({ file, pattern })));
		expect(found.length).toBeGreaterThan(300);
		const slow = found.flatMap(({ file, pattern }) => {
			const text = slowText(pattern);
			return text === undefined || OF_SHORT_TEXTS.has(file)
				? []
				: [`${file} ${pattern} ${JSON.stringify(text.slice(0, 20))}`];
		});
		expect(slow).toEqual([]);
	});
});
