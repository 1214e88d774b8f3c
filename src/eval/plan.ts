import { Overtime } from '../base/call-with-timeout.ts';
import { UsageError } from '../base/errors.ts';
import { message, type Said } from '../base/message.ts';
import { isInstance } from '../base/thrown.ts';
import { lookedInTime } from '../text/guarded-pattern.ts';
import { declaredSuite, type EvaluatedSuite } from './header.ts';
import { type Sample, type SampleIdentity, sampleKey, sampleSeed } from './sample.ts';
import { type AskedChoices, type OpenChoices, type RunSettings, reflectedVariant } from './settings.ts';
import { canPairReflection, type Suite } from './suite.ts';

/** A unit of work. The seed depends on its identity alone, so any order, shard or worker gives the same sample. */
export interface PlannedSample {
	readonly suite: Suite;
	readonly sample: Sample;
	readonly variant: string;
	readonly epoch: number;
	readonly seed: number;
}

/** Identity of its result. */
export function identityOf({ suite, sample, variant, epoch }: PlannedSample): SampleIdentity {
	return { suite: suite.name, sampleId: sample.id, variant, epoch };
}

/** As {@link sampleKey} of its result. */
export function plannedKey(planned: PlannedSample): string {
	return sampleKey(identityOf(planned));
}

/** The plan of a suite. */
export interface SuitePlan {
	readonly suite: Suite;
	readonly skipped: readonly { readonly variant: string; readonly reason: Said }[];
	/** Before sharding. */
	readonly planned: number;
	/** Variants, and ids of the selected samples. */
	readonly plan: { readonly variants: readonly string[]; readonly ids: readonly string[] };
	/** This shard's part, in plan order: see {@link inPlanOrder}. */
	readonly samples: readonly PlannedSample[];
}

/** The suites of a plan, as a run's header has them. */
export function declaredSuites(plans: readonly SuitePlan[]): readonly EvaluatedSuite[] {
	return plans.map(({ suite, skipped, planned, plan }) => declaredSuite(suite, { skipped, planned, plan }));
}

interface Capabilities {
	/** Whether the engine supports grammars. */
	readonly grammar: boolean;
	/** Why the engine takes no history; absent if it does. */
	readonly noHistory?: Said;
}

/** Settings that select a run's work. */
export type PlanChoices = Pick<AskedChoices, 'seed' | 'epochs' | 'limit' | 'filter' | 'shard'> &
	Pick<OpenChoices, 'reflection'>;

/**
 * Plans a run: all samples in all variants and epochs, filtered, limited and sharded. Throws {@link UsageError} for a
 * filter that is invalid or matches nothing, and for a suite that the engine cannot run.
 */
export function planRun(
	suites: readonly Suite[],
	settings: PlanChoices,
	capabilities: Capabilities,
	filterMs: number = FILTER_MS,
): readonly SuitePlan[] {
	const both = settings.reflection === 'both';
	if (both && !suites.some(canPairReflection)) throw noPairs(suites);
	requireEpochs(settings.epochs, suites);
	const filtered = filteredSamples(suites, settings.filter, filterMs);
	const histories = suites.find(({ needsHistory }) => needsHistory === true);
	if (histories !== undefined && capabilities.noHistory !== undefined) {
		throw new UsageError(message('usage.no-history', { suite: histories.name, problem: capabilities.noHistory }));
	}
	let position = 0;
	const plans = suites.map((suite, index) => {
		const variants = suite.variants.filter((variant) => capabilities.grammar || variant.needsGrammar !== true);
		const skipped = suite.variants
			.filter((variant) => !variants.includes(variant))
			.map((variant) => ({ variant: variant.name, reason: message('run.no-constrained-decoding') }));
		const chosen = filtered[index]?.slice(0, settings.limit) ?? [];
		const asked = variants.flatMap(({ name }) =>
			both && canPairReflection(suite) ? [name, reflectedVariant(name)] : [name],
		);
		const ofShard = chosen.filter(() => isOfShard(position++, settings.shard));
		const samples = Array.from(
			inPlanOrder(settings.epochs, asked, ofShard),
			({ epoch, variant, sample }): PlannedSample => ({
				suite,
				sample,
				variant,
				epoch,
				seed: seedOf(settings.seed, suite, sample.id, epoch),
			}),
		);
		const plan = { variants: asked, ids: chosen.map(({ id }) => id) };
		return { suite, skipped, planned: chosen.length * asked.length * settings.epochs, plan, samples };
	});
	if (settings.filter !== undefined && plans.every(({ planned }) => planned === 0)) {
		throw new UsageError(
			message('usage.filter-none', { filter: settings.filter, suites: suites.map(({ name }) => name) }),
		);
	}
	return plans;
}

/** Variants share seeds, as they are compared sample by sample; the name of an only variant is part of its seeds. */
function seedOf(seed: number, { name, variants }: Suite, sampleId: string, epoch: number): number {
	return sampleSeed(
		seed,
		name,
		sampleId,
		...(variants.length > 1 ? [] : variants.map((variant) => variant.name)),
		epoch,
	);
}

/**
 * All samples in all variants and epochs. What is asked of one sample runs back to back, so that its prompt is evaluated
 * once; which variant comes first rotates from sample to sample, because the first one pays for it.
 */
export function* inPlanOrder<Variant, Sample>(
	epochs: number,
	variants: readonly Variant[],
	samples: readonly Sample[],
): Generator<{ readonly epoch: number; readonly variant: Variant; readonly sample: Sample }, void, void> {
	for (const [index, sample] of samples.entries()) {
		const first = index % Math.max(1, variants.length);
		const order = [...variants.slice(first), ...variants.slice(0, first)];
		for (let epoch = 0; epoch < epochs; epoch += 1) for (const variant of order) yield { epoch, variant, sample };
	}
}

/** Whether the shard has the sample at this place, 0-based over the samples of all suites: in all variants and epochs. */
export function isOfShard(position: number, shard: RunSettings['shard'] | undefined): boolean {
	return shard === undefined || position % shard.count === shard.index - 1;
}

function noPairs(suites: readonly Suite[]): UsageError {
	return new UsageError(message('usage.reflection-pairs', { suites: suites.map(({ name }) => name) }));
}

/** Library callers pass no flag parser. */
function requireEpochs(epochs: number, suites: readonly Suite[]): void {
	if (!Number.isInteger(epochs) || epochs < 1) {
		throw new UsageError(message('usage.epochs', { epochs }));
	}
	const most = suites.reduce((sum, { samples, variants }) => sum + samples.length * variants.length * epochs, 0);
	if (most <= MAX_PLANNED) return;
	throw new UsageError(message('usage.too-many-samples', { n: most, limit: MAX_PLANNED }));
}

/** Limit of what a log and its reports hold in memory. */
export const MAX_PLANNED = 1_000_000;

/** Time limit of a filter over all samples, milliseconds. */
export const FILTER_MS = 10_000;

/**
 * Samples of each suite whose id or input matches the filter. Throws {@link UsageError} if it is not a regular
 * expression or takes too long.
 */
function filteredSamples(
	suites: readonly Suite[],
	filter: string | undefined,
	ms: number,
): readonly (readonly Sample[])[] {
	if (filter === undefined) return suites.map(({ samples }) => samples);
	const pattern = compileFilter(filter);
	const fits = ({ id, input }: Sample): boolean => pattern.test(id) || pattern.test(input);
	try {
		// One call: a timeout costs more than most patterns.
		return lookedInTime(pattern.source, () => suites.map(({ samples }) => samples.filter(fits)), ms);
	} catch (cause) {
		if (!isInstance(cause, Overtime)) throw cause;
		throw new UsageError(message('usage.filter-slow', { problem: cause.message }), { cause });
	}
}

function compileFilter(source: string): RegExp {
	try {
		return new RegExp(source.normalize('NFC'), 'u');
	} catch (cause) {
		throw new UsageError(message('usage.filter-invalid', { filter: source }), { cause });
	}
}

/**
 * The samples of all suites, those of each suite spread evenly over the whole, epochs outermost. A sample keeps its variants
 * together.
 */
export function spreadPlan(plans: readonly SuitePlan[]): readonly PlannedSample[] {
	const placed = plans.flatMap(({ samples }) => {
		const blocks = [...Map.groupBy(samples, ({ epoch, sample }) => `${epoch} ${sample.id}`).values()];
		return blocks
			.toSorted(([one], [other]) => (one?.epoch ?? 0) - (other?.epoch ?? 0))
			.map((block, index) => ({ block, place: (index + 0.5) / blocks.length }));
	});
	return placed.toSorted((one, other) => one.place - other.place).flatMap(({ block }) => block);
}
