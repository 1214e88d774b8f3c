import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the code of the day prints and writes, as facts that outlive its shape. When `--json`, the CSV or JUnit change their
 * form, this file follows and the expected data stay. No sentence, title, folder, time or version is a fact.
 */
export type Fact = string | number | boolean | null | readonly Fact[] | { readonly [name: string]: Fact };
type Json = Record<string, unknown>;

/** `--json` of `run`, `merge` and `ingest`. */
export function readSummary(printed: string): Fact {
	const summary = JSON.parse(printed) as Json;
	if (summary.comparisons !== undefined) return readComparison(printed);
	const { outcome, samples, failed, ownFailures, decisions, replays, reflections, suites, gate } = summary;
	return facts({
		outcome,
		samples,
		failed: counts(failed),
		userCode: (ownFailures as Json[]).map(({ what, name, suite, count, of }) => ({ what, name, suite, count, of })),
		decisions: (decisions as Json[]).map(({ suite, verdict, reasons, people }) => ({
			suite,
			...(verdict as Json),
			reasons,
			people,
		})),
		replays,
		reflections,
		suites: (suites as Json[]).flatMap(({ suite, main, variants }) =>
			(variants as Json[]).map((variant) => ({ suite, main, ...variant })),
		),
		gate: gate === undefined ? undefined : gateOf(gate as Json),
	});
}

/** `--json` of `compare`, and of `run` with several targets. */
export function readComparison(printed: string): Fact {
	const { comparisons, gates } = JSON.parse(printed) as Json;
	return facts({
		comparisons: (comparisons as Json[]).map((reported) => {
			const { identity, latencies: _, turns: __, ...comparison } = reported.comparison as Json;
			const { onlyFirst, onlySecond } = identity as Json;
			return { ...comparison, suitesOfOne: [onlyFirst, onlySecond] };
		}),
		gates: (gates as Json[] | undefined)?.map(gateOf),
	});
}

/** `--json` of `gate`. */
export function readGate(printed: string): Fact {
	const { exitCode, runs } = JSON.parse(printed) as Json;
	return facts({
		exitCode,
		runs: (runs as Json[]).map((run) => ({ ...gateOf(run.gate as Json), exitCode: run.exitCode })),
	});
}

function gateOf({ passed, undecided, lines }: Json): Json {
	return {
		passed,
		undecided,
		lines: (lines as Json[]).map(({ metric, status, value, baseline }) => ({ metric, status, value, baseline })),
	};
}

/** `report --metrics`; of times their names alone. */
export function readMetrics(printed: string, timed: boolean): Fact {
	const lines = printed.split('\n').filter((line) => line.includes(': '));
	const metrics = lines.map((line): [string, string] => [
		line.slice(0, line.lastIndexOf(': ')),
		line.slice(line.lastIndexOf(': ') + 2),
	]);
	const stated = metrics.filter(
		([name]) => !/^(?:loadMs|peakRssBytes|model\.sizeBytes)$/u.test(name) && (timed || !name.startsWith('latency.')),
	);
	return facts(Object.fromEntries(stated.map(([name, value]) => [name, Number(value)])));
}

/** A row per sample of `report.csv`, in its order. */
export function readRows(folder: string, timed: boolean): Fact {
	const file = join(folder, 'report.csv');
	if (!existsSync(file)) return null;
	const [names = [], ...rows] = csv(readFileSync(file, 'utf8').replace(/^\uFEFF/u, ''));
	return facts(
		rows.map((cells) => {
			const row = Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
			const kept = names.filter((name) => row[name] !== '' && isFact(name, timed));
			const fates = names.filter((name) => name.startsWith('fate_')).map((name) => row[name] || '-');
			return {
				id: `${row.suite}/${row.sample}/${row.variant}/${row.epoch}`,
				...Object.fromEntries(kept.map((name) => [name, TEXTS.has(name) ? clipped(row[name] ?? '') : row[name]])),
				...(fates.some((fate) => fate !== '-') && { fates: fates.join(' ') }),
				...(row.error !== '' && { error: true }),
			};
		}),
	);
}

const TEXTS: ReadonlySet<string> = new Set(['prefix', 'answer', 'first_call_arguments', 'calls']);
const COUNTS: ReadonlySet<string> = new Set(['finish', 'seed', 'output_tokens', 'thought_tokens', 'user_turns']);

function isFact(name: string, timed: boolean): boolean {
	if (name.endsWith('_detail')) return false;
	if (timed && (name === 'cold' || name.endsWith('_ms'))) return true;
	return TEXTS.has(name) || COUNTS.has(name) || /^(?:score_|group_)/u.test(name);
}

/** Cases of `junit.xml` by suite: how many, and those that did not pass, with what their marks say. */
export function readCases(folder: string): Fact {
	const file = join(folder, 'junit.xml');
	if (!existsSync(file)) return null;
	const suites = readFileSync(file, 'utf8').matchAll(/<testsuite name="([^"]*)"([^>]*)>(.*?)<\/testsuite>/gsu);
	return facts(
		Array.from(suites, ([, id = '', attributes = '', content = '']) => ({
			id,
			...Object.fromEntries(
				['tests', 'failures', 'errors', 'skipped'].map((name) => [
					name,
					Number(new RegExp(`\\b${name}="(\\d+)"`, 'u').exec(attributes)?.[1] ?? 0),
				]),
			),
			marked: Array.from(content.matchAll(/<testcase ([^>]*?)(?:\/>|>(.*?)<\/testcase>)/gsu)).flatMap(
				([, attributes = '', body = '']) => {
					const marks = Array.from(body.matchAll(/<(failure|error|skipped)\b(?:\s+type="([^"]*)")?/gu));
					const name = /\bname="([^"]*)"/u.exec(attributes)?.[1] ?? '';
					return marks.map(([, mark, type]) => `${name}: ${mark}${type === undefined ? '' : ` ${type}`}`);
				},
			),
		})),
	);
}

/** Drops what is no fact, and what is empty; rounds to what any machine agrees on. */
export function facts(value: unknown): Fact {
	if (typeof value === 'number') return Number(value.toPrecision(10));
	if (typeof value === 'string') return /^-?\d+\.\d{6,}$/u.test(value) ? facts(Number(value)) : value;
	if (value === null || typeof value === 'boolean') return value;
	if (Array.isArray(value)) return value.filter((one) => !isTimed(one)).map(facts);
	const entries = Object.entries(value as Json).filter(
		([name, field]) => field !== undefined && !NO_FACTS.has(name) && !isEmpty(field),
	);
	const fields = Object.fromEntries(entries.map(([name, field]) => [name, facts(field)]));
	const { low, high, ...others } = fields;
	return low !== undefined && high !== undefined && Object.keys(others).length === 0 ? [low, high] : fields;
}

const NO_FACTS: ReadonlySet<string> = new Set([
	...[
		'folder',
		'title',
		'notice',
		'warnings',
		'detail',
		'said',
		'remedies',
		'place',
		'text',
		'message',
		'unit',
		'label',
	],
	...['meaning', 'raw', 'declaration'],
]);

function isEmpty(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

/** A measure of time that a machine took. */
function isTimed(value: unknown): boolean {
	const { measure } = (value ?? {}) as Json;
	return typeof measure === 'string' && measure.endsWith('Ms');
}

function counts(failed: unknown): unknown {
	return (failed as Json[] | undefined)?.map(({ count }) => count);
}

/** Of a long text its beginning and a hash of all. */
function clipped(text: string): string {
	if (text.length <= 48) return text;
	return `${text.slice(0, 32)}… ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

function csv(text: string): string[][] {
	const rows: string[][] = [[]];
	for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gu)) {
		rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
		if (end !== ',') rows.push([]);
	}
	return rows.filter((row) => row.length > 1);
}
