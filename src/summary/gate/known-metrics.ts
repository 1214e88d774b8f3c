import { ConfigError } from '../../base/errors.ts';
import { type Message, message } from '../../base/message.ts';
import { VERDICT_METRICS } from '../../eval/define/suite-options.ts';
import { type EvaluatedRun, runOutcome } from '../../eval/header.ts';
import { missingSamples } from '../../eval/missing.ts';
import { KILLED } from '../../eval/sample.ts';
import type { ExpectingSample } from '../../eval/scoring/calls.ts';
import type { Suite } from '../../eval/suite.ts';
import { ENGINE_READERS } from '../../fates/play.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { NO_CALL } from '../calls.ts';
import { CALL_METRICS, EXCLUDED_METRIC, fateMetric, statistics, turnMetrics } from '../metrics.ts';
import { PINS } from './pins.ts';
import { FLIPS, type Gate, type GateRule, pathNames } from './rules.ts';

/** Options of a run that may drop prompts. */
export interface ChosenPrompts {
	readonly limit?: number;
	readonly filter?: string;
	readonly shard?: object;
}

/** Throws {@link ConfigError} naming every rule whose metric a run of these suites and options cannot have. */
export function requireKnownMetrics(
	gate: Gate,
	suites: readonly Suite[],
	source: string,
	chosen: ChosenPrompts = {},
): void {
	requireShares(gate, suites.map(ratedSuite), source);
	const deciding = suites.filter(({ decision }) => decision !== undefined);
	const paths = deciding.flatMap(({ name }) => pathNames(name, deciding.length));
	const judging = suites.filter(({ scorers }) => scorers.some(({ calls }) => calls === 'all')).map(callNames);
	const inBrackets = judging.flatMap(({ values }) => values.flatMap(({ whole }) => [...whole]));
	const names = [
		...OF_ANY_RUN,
		...suites.flatMap(suiteMetrics),
		...judging.flatMap(({ means }) => means),
		...paths,
		...PINS,
	];
	const problems = gate.rules.flatMap(({ metric }, index): readonly Message[] => {
		const place = `rules[${index}].metric`;
		const part = partOf(chosen);
		if (part !== undefined && [...paths, ...suites.flatMap(verdictMetrics)].includes(metric)) {
			return [message('config.gate-part', { place, metric, part })];
		}
		if (names.includes(metric.replace(/\[[^\]]*\]$/u, '')) || inBrackets.includes(metric)) return [];
		const value = judging.flatMap(({ suite, values }) =>
			values.flatMap(({ start, known }) => {
				if (!metric.startsWith(start) || !metric.endsWith(']')) return [];
				const given = metric.slice(start.length, -1);
				return [message('config.gate-call', { place, suite, given, near: nearestName(given, known) })];
			}),
		);
		if (value.length > 0) return value;
		const near = nearestName(metric, [...names, ...inBrackets]);
		return [message('config.gate-metric', { place, metric, near })];
	});
	if (problems.length > 0) throw new ConfigError(message('config.gate-metrics', { source, problems }));
}

/** The metrics of a suite's table of calls: those of all tools, and those with a tool or an argument in brackets. */
function callNames({ name: suite, variants, samples }: Suite) {
	const expected = (samples as readonly Partial<ExpectingSample>[]).map((sample) => sample.expected ?? []);
	const tools = new Set(expected.flatMap((calls) => (calls.length === 0 ? NO_CALL : calls.map(({ tool }) => tool))));
	const fields = new Set(
		expected
			.flat()
			.flatMap(({ tool, arguments: own, acceptable }) =>
				Object.keys({ ...own, ...acceptable }).map((name) => `${tool}(${name})`),
			),
	);
	const prefixes = [suite, ...variants.map(({ name }) => `${suite}.${name}`)];
	return {
		suite,
		means: prefixes.map((prefix) => `${prefix}.macroRecall`),
		values: prefixes.flatMap((prefix) =>
			Object.entries(CALL_METRICS).map(([metric, group]) => {
				const known = group === 'tool' ? tools : fields;
				const start = `${prefix}.${metric}[${group}=`;
				return { start, known, whole: Array.from(known, (value) => `${start}${value}]`) };
			}),
		),
	};
}

/** A suite, and which of its scores are rates. */
interface RatedSuite {
	readonly name: string;
	readonly rates: readonly string[];
}

function ratedSuite({ name, scorers }: Suite): RatedSuite {
	return { name, rates: scorers.filter(({ kind = 'rate' }) => kind === 'rate').map((scorer) => scorer.name) };
}

/** The option that drops prompts. */
function partOf({ limit, filter, shard }: ChosenPrompts): string | undefined {
	if (limit !== undefined) return '--limit';
	if (filter !== undefined) return '--filter';
	return shard === undefined ? undefined : '--shard';
}

/** Metrics of any run. */
const OF_ANY_RUN: readonly string[] = [
	...['loadMs', 'peakRssBytes', 'model.sizeBytes', EXCLUDED_METRIC, KILLED],
	...ENGINE_READERS.map(({ engine }) => fateMetric(engine)),
];

function suiteMetrics(suite: Suite): readonly string[] {
	const { name, variants, scorers } = suite;
	const inVariant = (prefix: string): readonly string[] => [
		`${prefix}.unscored`,
		...scorers.flatMap(({ name: score, kind = 'rate' }) =>
			kind === 'rate' ? [`${prefix}.${score}`] : statistics(`${prefix}.${score}`),
		),
	];
	return [
		// An engine may run only one of several variants.
		...inVariant(name),
		...verdictMetrics(suite),
		...variants.flatMap((variant) => [
			...inVariant(`${name}.${variant.name}`),
			...turnMetrics(name, variant.name),
			...scorers.flatMap((score) =>
				['gained', 'lost'].map((way) => `${FLIPS}${name}.${variant.name}.${score.name}.${way}`),
			),
		]),
	];
}

function verdictMetrics({ name, decision }: Suite): readonly string[] {
	return decision === undefined ? [] : VERDICT_METRICS.map((metric) => `${name}.${metric}`);
}

/** Throws {@link ConfigError} for a bound above 1 on a share: `maxDrop: 5` is meant as 5 %. */
export function requireShares(gate: Gate, suites: readonly RatedSuite[], source: string): void {
	for (const [index, rule] of gate.rules.entries()) {
		const beyond = BOUNDS.find((name) => typeof rule[name] === 'number' && rule[name] > 1);
		if (beyond === undefined || !isShare(rule.metric, suites)) continue;
		const bound = Number(rule[beyond]);
		const place = `${source}: rules[${index}].${beyond}`;
		const { metric } = rule;
		throw new ConfigError(message('config.gate-share', { place, metric, bound, share: bound / 100 }));
	}
}

const BOUNDS = ['min', 'max', 'maxDrop', 'maxRise'] as const satisfies readonly (keyof GateRule)[];

/** Rates of scores and decisions, format adherence and engine outcomes. */
function isShare(metric: string, suites: readonly RatedSuite[]): boolean {
	const name = metric.replace(/\[[^\]]*\]$/u, '');
	if (/^fate\..+\.call$/u.test(name)) return true;
	const last = name.split('.').at(-1) ?? '';
	const of = suites.filter((suite) => name.startsWith(`${suite.name}.`));
	return of.some(({ rates }) => [...SHARES, ...rates].includes(last));
}

const SHARES: readonly string[] = [
	...['formatAdherence', 'rate', 'probability', 'macroRecall'],
	...Object.keys(CALL_METRICS),
];

/** Throws {@link ConfigError} for a baseline that is not a whole run. */
export function requireWholeBaseline(run: WholeRun, source: string): void {
	const { header, samples } = run;
	const outcome = runOutcome(run);
	if (outcome !== 'complete') throw new ConfigError(message('config.gate-baseline-unended', { source, outcome }));
	const part = (['filter', 'limit', 'shard', 'missingShards'] as const).find(
		(name) => header.settings[name] !== undefined,
	);
	if (part !== undefined) throw new ConfigError(message('config.gate-baseline-part', { source, part }));
	const missing = samples === undefined ? 0 : missingSamples({ header, samples }).length;
	if (missing > 0) throw new ConfigError(message('config.gate-baseline-missing', { source, missing }));
}

type WholeRun = Pick<EvaluatedRun, 'header' | 'footer'> & Partial<Pick<EvaluatedRun, 'samples'>>;
