import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { inPlanOrder, isOfShard } from './plan.ts';
import type { EvaluatedRun } from './run.ts';
import { type SampleIdentity, sampleKey } from './sample.ts';
import { decisionVerdict } from './verdict.ts';

/** What a run of this header asks (a shard its part), in the order of its plan; nothing of suites that do not tell theirs. */
export function plannedSamples({ header }: Pick<EvaluatedRun, 'header'>): readonly SampleIdentity[] {
	const { epochs, shard } = header.settings;
	let position = 0;
	return header.suites.flatMap(({ name, plan = NO_PLAN }) =>
		Array.from(inPlanOrder(epochs, plan.variants, plan.ids), ({ epoch, variant, sample }) => ({
			suite: name,
			sampleId: sample,
			variant,
			epoch,
		})).filter(() => isOfShard(position++, shard)),
	);
}

const NO_PLAN = { variants: [], ids: [] };

/** A sample that was planned and is not in the log; what its prompt says where another epoch or variant tells it. */
export interface MissingSample extends SampleIdentity {
	readonly input?: string | undefined;
}

/** What was planned and has no line: what was to be asked, and what an early stop left out on purpose. */
export interface AbsentSamples {
	/** In the order of the plan. */
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

/** What was planned and has no line, in the order of the plan; what an early stop left out on purpose is not missing. */
export function missingSamples(run: EvaluatedRun): readonly MissingSample[] {
	return absentSamples(run).missing;
}

/** The same by what became of them: `missing`, or `left-out` by an early stop. */
export function absentCauses({ missing, leftOut }: AbsentSamples, suite?: string, variant?: string): ReasonCounts {
	const isOf = (one: SampleIdentity): boolean =>
		suite === undefined || (one.suite === suite && one.variant === variant);
	return countReasons([...missing.filter(isOf).map(() => 'missing'), ...leftOut.filter(isOf).map(() => 'left-out')]);
}

/** Suites that an early stop ended: no sample that is absent could change what they decide. */
function settledSuites({ header, samples }: EvaluatedRun): ReadonlySet<string> {
	if (header.settings.earlyStop !== true) return new Set();
	const settled = header.suites.filter((suite) => {
		if (suite.decision === undefined) return false;
		const results = samples.filter((sample) => sample.suite === suite.name);
		return decisionVerdict(suite, suite.decision, header.settings, results).status === 'truncated';
	});
	return new Set(settled.map(({ name }) => name));
}
