import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import type { EvaluatedRun } from './header.ts';
import { inPlanOrder, isOfShard } from './plan.ts';
import { type SampleIdentity, sampleKey } from './sample.ts';

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

/** Planned samples without a line, in plan order. */
export function missingSamples(run: EvaluatedRun): readonly MissingSample[] {
	const there = new Set(run.samples.map(sampleKey));
	const absent = plannedSamples(run).filter((planned) => !there.has(sampleKey(planned)));
	if (absent.length === 0) return [];
	const inputs = new Map(run.samples.map(({ suite, sampleId, sample }) => [`${suite} ${sampleId}`, sample.input]));
	return absent.map((planned) => {
		const input = inputs.get(`${planned.suite} ${planned.sampleId}`);
		return typeof input === 'string' ? { ...planned, input } : planned;
	});
}

/** Number of missing samples, as a cause: of all, or of one suite's variant. */
export function missingCauses(missing: readonly SampleIdentity[], suite?: string, variant?: string): ReasonCounts {
	const isOf = (one: SampleIdentity): boolean =>
		suite === undefined || (one.suite === suite && one.variant === variant);
	return countReasons(missing.filter(isOf).map(() => 'missing'));
}
