import { type Message, message } from '../../base/message.ts';
import { VERDICT_METRICS } from '../../eval/define/suite-options.ts';
import { choicesOf, type EvaluatedRun } from '../../eval/header.ts';
import type { IdentifiedRun } from '../compare/identity.ts';
import type { ScoredSample } from '../flips.ts';
import type { RunSummary } from '../summarize.ts';
import type { GatedRun } from './gate.ts';
import { pinsOf } from './pins.ts';
import { pathNames } from './rules.ts';

/** The part of a run that a gate compares with: metrics, identity and scores. Small enough to commit. */
export interface Baseline extends IdentifiedRun, GatedRun {
	readonly samples: readonly ScoredSample[];
}

export function baselineOf(run: EvaluatedRun, summary: RunSummary): Baseline {
	const { metrics, speed, samples } = summary;
	const chosen = choicesOf(run.header.settings);
	// A selection is another set of prompts.
	const parts = samples.parts.filter(({ chosen }) => chosen.length > 0);
	return {
		header: run.header,
		metrics,
		paths: new Map([...pinsOf(run), ...(pathsOf(summary) ?? [])]),
		parts: new Map(
			parts.map(({ suite, there, whole }) => [suite, message('gate.part', { suite, there, whole, chosen })]),
		),
		lacks: lackedOf(run, summary),
		timesNotComparable: speed.notComparable,
		missing: missingOf(run, summary),
		samples: run.samples.map(({ suite, sampleId, variant, epoch, system, scores }) => {
			return { suite, sampleId, variant, epoch, system, scores };
		}),
	};
}

/** The path that stands, of each suite that decides on all of its prompts. */
function pathsOf({ decisions }: RunSummary): GatedRun['paths'] {
	return new Map(
		decisions.flatMap(({ suite, standing: { verdict }, said }) => {
			if (verdict.status === 'subset') return [];
			const standing = verdict.path === undefined ? (said[0] ?? message('gate.no-path')) : verdict;
			return pathNames(suite.name, decisions.length).map((name) => [name, standing] as const);
		}),
	);
}

/** Decision metrics of a subset, and the probability for a threshold of all prompts, which no sample can show. */
function lackedOf({ header }: EvaluatedRun, { decisions }: RunSummary): ReadonlyMap<string, Message> {
	const { limit, filter, shard } = header.settings;
	const part = Object.entries({ limit, filter, shard }).find(([, chosen]) => chosen !== undefined)?.[0];
	return new Map(
		decisions.flatMap(({ suite: { name: suite }, decision: { threshold }, rule }): [string, Message][] => {
			const named = (name: string): string => `${suite}.${name}`;
			if (rule.verdict.status === 'subset') {
				const names = [...VERDICT_METRICS.map(named), ...pathNames(suite, decisions.length)];
				return names.map((metric) => [
					metric,
					message('gate.needs-all', { metric, part: part ?? message('gate.shards-missing') }),
				]);
			}
			const metric = named('probability');
			return threshold.hits === threshold.of ? [[metric, message('gate.no-probability', { metric })]] : [];
		}),
	);
}

/** Missing shards fail a gate, because they may contain failures; an unfinished run can be continued. */
function missingOf({ header }: EvaluatedRun, { outcome, samples: { missing } }: RunSummary): GatedRun['missing'] {
	const { missingShards: shards = [] } = header.settings;
	if (shards.length > 0) return { status: 'fail', detail: message('gate.missing-shards', { shards }) };
	if (outcome !== 'complete') return { status: 'undecided', detail: message('gate.unended', { outcome }) };
	return missing.length === 0
		? undefined
		: { status: 'undecided', detail: message('gate.missing', { n: missing.length }) };
}
