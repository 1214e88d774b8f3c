import { ConfigError } from '../../base/errors.ts';
import { counted } from '../../base/message.ts';
import { absentSamples, missingSamples } from '../../eval/absent.ts';
import { type RatedSuite, requireShares } from '../../eval/gate/share-bounds.ts';
import { type EvaluatedRun, runOutcome, unendedText } from '../../eval/run.ts';
import type { Suite } from '../../eval/suite.ts';
import { ENGINE_FATES } from '../../fates/play.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { partText } from '../compare/compare.ts';
import type { IdentifiedRun } from '../compare/identity.ts';
import type { ScoredSample } from '../flips.ts';
import {
	fateMetric,
	LEFT_OUT_METRIC,
	lackedOfDecisions,
	METRIC_STATISTICS,
	metricBounds,
	namedMetrics,
	turnMetrics,
	VERDICT_METRICS,
} from '../metrics.ts';
import { EARLY_STOP, partsOf } from '../suites.ts';
import type { GatedRun } from './gate.ts';
import type { Gate } from './rules.ts';

/** Of a run, what a gate looks at: its metrics, what it asked, and the score of each sample. Small enough to commit. */
export interface Baseline extends IdentifiedRun, GatedRun {
	readonly samples: readonly ScoredSample[];
}

export function baselineOf(run: EvaluatedRun): Baseline {
	const metrics = namedMetrics(run);
	return {
		header: run.header,
		metrics,
		bounds: metricBounds(run, metrics),
		leftOut: new Set(absentSamples(run).leftOut.map(({ suite }) => suite)),
		parts: chosenParts(run),
		lacks: lackedOfDecisions(run),
		timesSayNothing: run.header.engine.timingsNotComparable,
		missing: missingOf(run),
		samples: run.samples.map(({ suite, sampleId, arm, epoch, system, scores }) => {
			return { suite, sampleId, arm, epoch, ...(system !== undefined && { system }), scores };
		}),
	};
}

/** What an early stop leaves out could only be what its bounds say; what is chosen is another set of samples. */
function chosenParts(run: EvaluatedRun): ReadonlyMap<string, string> {
	const chosen = partsOf(run).filter(({ chosen: by }) => by.some((one) => one !== EARLY_STOP));
	return new Map(chosen.map((part) => [part.suite, partText(part)]));
}

/** Shards that nobody merged may hold the very failure that a gate is for; a run that has no end yet can go on, also to ask what its model is. */
function missingOf(run: EvaluatedRun): GatedRun['missing'] {
	const { missingShards = [] } = run.header.settings;
	if (missingShards.length > 0) return { what: `shards are missing: ${missingShards.join(', ')}`, status: 'fail' };
	const missing = missingSamples(run).length;
	const unended = unendedText(run);
	if (unended !== undefined) return { what: unended, status: 'undecided' };
	return missing === 0
		? undefined
		: { what: `${counted(missing, 'sample is', 'samples are')} missing`, status: 'undecided' };
}

/** Of a run's choices, those that may leave prompts out. */
export interface ChosenPrompts {
	readonly earlyStop?: boolean | undefined;
	readonly limit?: number | undefined;
	readonly filter?: string | undefined;
	readonly shard?: object | undefined;
}

/**
 * Throws {@link ConfigError} where a rule names a metric that a run of these suites can never have, or not under these
 * settings: before the run, not behind it, all such rules at once; likewise what no share can pass, or fail.
 */
export function requireKnownMetrics(
	gate: Gate,
	suites: readonly Suite[],
	source: string,
	chosen: ChosenPrompts = {},
): void {
	requireShares(gate, suites.map(ratedSuite), source);
	const names = metricNames(suites);
	const problems = gate.rules.flatMap(({ metric }, index) => {
		const problem = metricProblem(metric, suites, names, chosen);
		return problem === undefined ? [] : [{ ...problem, text: `rules[${index}].metric: ${problem.text}` }];
	});
	const [first, ...others] = problems;
	if (first === undefined) return;
	const more = others.slice(0, MOST_TOLD).map(({ text }) => `; ${text}`);
	const left = others.length > MOST_TOLD ? ` (and ${others.length - MOST_TOLD} more)` : '';
	const hints = new Set(problems.slice(0, 1 + MOST_TOLD).map(({ hint }) => hint));
	throw new ConfigError(`${source}: ${first.text}${more.join('')}${left}`, { hint: [...hints].join(' ') });
}

function ratedSuite({ name, scorers }: Suite): RatedSuite {
	return { name, rates: scorers.flatMap(({ name, kind = 'rate' }) => (kind === 'rate' ? [name] : [])) };
}

/** Beside the first. */
const MOST_TOLD = 9;

function metricProblem(
	metric: string,
	suites: readonly Suite[],
	names: readonly string[],
	chosen: ChosenPrompts,
): { readonly text: string; readonly hint: string } | undefined {
	const part = suites.some((suite) => verdictMetrics(suite).includes(metric)) ? partOf(chosen) : undefined;
	if (part !== undefined) {
		return {
			text: `with ${part} this run will have no ${metric}, which counts all prompts`,
			hint: `Leave ${part} out.`,
		};
	}
	if (names.includes(metric.replace(/\[[^\]]*\]$/u, ''))) return undefined;
	const near = nearestName(metric, names);
	return {
		text: `this run will have no ${metric}`,
		hint: near === undefined ? 'docs/metrics.md lists how metrics are named.' : `Did you mean ${near}?`,
	};
}

/** The option that leaves prompts out. */
function partOf({ earlyStop, limit, filter, shard }: ChosenPrompts): string | undefined {
	if (earlyStop === true) return '--early-stop';
	if (limit !== undefined) return '--limit';
	if (filter !== undefined) return '--filter';
	return shard === undefined ? undefined : '--shard';
}

/**
 * Throws {@link ConfigError} where a baseline cannot be one: a run that did not come to its end, or asked only some of
 * its samples, would let anything pass.
 */
export function requireWholeBaseline(baseline: WholeRun, source: string): void {
	const { settings } = baseline.header;
	const outcome = runOutcome(baseline);
	const part = (['filter', 'limit', 'shard', 'missingShards', 'earlyStop'] as const).find(
		(name) => settings[name] !== undefined && settings[name] !== false,
	);
	const { header, samples } = baseline;
	const missing = samples === undefined ? 0 : missingSamples({ header, samples }).length;
	if (outcome === 'complete' && part === undefined && missing === 0) return;
	const some = part ?? `${missing} are missing in its log`;
	const why = outcome === 'complete' ? `it has only some of its samples (${some})` : `it is not complete (${outcome})`;
	throw new ConfigError(`${source}: no baseline for a gate, ${why}`, { hint: 'Compare with a whole run.' });
}

type WholeRun = Pick<EvaluatedRun, 'header' | 'footer'> & Partial<Pick<EvaluatedRun, 'samples'>>;

/** Every metric that a run of the suites may have, groups apart. */
function metricNames(suites: readonly Suite[]): readonly string[] {
	const fates = ENGINE_FATES.map(({ engine }) => fateMetric(engine));
	return ['loadMs', 'peakRssBytes', 'model.sizeBytes', LEFT_OUT_METRIC, ...fates, ...suites.flatMap(suiteMetrics)];
}

function suiteMetrics(suite: Suite): readonly string[] {
	const { name, arms, scorers } = suite;
	const scores = scorers.map((scorer) => ({ score: scorer.name, kind: scorer.kind ?? 'rate' }));
	const inArm = (prefix: string): readonly string[] => [
		`${prefix}.unscored`,
		...scores.flatMap(({ score, kind }) =>
			kind === 'rate'
				? [`${prefix}.${score}`]
				: METRIC_STATISTICS.map((statistic) => `${prefix}.${score}.${statistic}`),
		),
	];
	return [
		// Of several arms an engine may run but one.
		...inArm(name),
		...verdictMetrics(suite),
		...arms.flatMap((arm) => [
			...inArm(`${name}.${arm.name}`),
			...turnMetrics(name, arm.name),
			...scores.flatMap(({ score }) => ['gained', 'lost'].map((way) => `flips.${name}.${arm.name}.${score}.${way}`)),
		]),
	];
}

function verdictMetrics({ name, decision }: Suite): readonly string[] {
	return decision === undefined ? [] : VERDICT_METRICS.map((metric) => `${name}.${metric}`);
}
