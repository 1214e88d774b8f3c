import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { inPlanOrder, isOfShard } from './plan.ts';
import type { EvaluatedRun } from './run.ts';
import { type SampleIdentity, sampleKey } from './sample.ts';
import { decisionVerdict } from './verdict.ts';

/** All samples planned by a run's header (of a shard, its part), in order. A suite without a logged plan has none. */
export function plannedSamples({ header }: Pick<EvaluatedRun, 'header'>): readonly SampleIdentity[] {
	const { epochs, shard } = header.settings;
	let position = 0;
	return header.suites.flatMap(({ name, plan = NO_PLAN }) => {
		const ids = plan.ids.filter(() => isOfShard(position++, shard));
		return Array.from(inPlanOrder(epochs, plan.variants, ids), ({ epoch, variant, sample }) => ({
			suite: name,
			sampleId: sample,
			variant,
			epoch,
		}));
	});
}

const NO_PLAN = { variants: [], ids: [] };

/** A planned sample without a line in the log; `input` is known from another epoch or variant. */
export interface MissingSample extends SampleIdentity {
	readonly input?: string;
}

/** Planned samples without a line: missing ones, and those that an early stop skipped. */
export interface AbsentSamples {
	/** In plan order. */
	readonly missing: readonly MissingSample[];
	readonly leftOut: readonly SampleIdentity[];
}

export function absentSamples(run: EvaluatedRun): AbsentSamples {
	const there = new Set(run.samples.map(sampleKey));
	const absent = plannedSamples(run).filter((planned) => !there.has(sampleKey(planned)));
	if (absent.length === 0) return { missing: [], leftOut: [] };
	const settled = settledSuites(run);
	const inputs = new Map(run.samples.map(({ suite, sampleId, sample }) => [`${suite} ${sampleId}`, sample.input]));
	const missing = absent
		.filter(({ suite }) => !settled.has(suite))
		.map((planned) => {
			const input = inputs.get(`${planned.suite} ${planned.sampleId}`);
			return typeof input === 'string' ? { ...planned, input } : planned;
		});
	return { missing, leftOut: absent.filter(({ suite }) => settled.has(suite)) };
}

/** Counts absent samples by cause: `missing`, or `left-out` by an early stop. */
export function absentCauses({ missing, leftOut }: AbsentSamples, suite?: string, variant?: string): ReasonCounts {
	const isOf = (one: SampleIdentity): boolean =>
		suite === undefined || (one.suite === suite && one.variant === variant);
	return countReasons([...missing.filter(isOf).map(() => 'missing'), ...leftOut.filter(isOf).map(() => 'left-out')]);
}

/** Suites that an early stop ended: their absent samples cannot change the decision. */
function settledSuites({ header, samples }: EvaluatedRun): ReadonlySet<string> {
	if (header.settings.earlyStop !== true) return new Set();
	const settled = header.suites.filter((suite) => {
		if (suite.decision === undefined) return false;
		const results = samples.filter((sample) => sample.suite === suite.name);
		return decisionVerdict(suite, suite.decision, header.settings, results).status === 'truncated';
	});
	return new Set(settled.map(({ name }) => name));
}
