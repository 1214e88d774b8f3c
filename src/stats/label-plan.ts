import { logChoose, logSum } from './intervals.ts';
import {
	atLeast,
	choices,
	distributionOf,
	isEnough,
	isSettled,
	type JudgedPrompts,
	type LabelledCounts,
	logWeight,
	type State,
	stateOf,
} from './judge-error.ts';

/** Which label says most about a decision by count. */
export interface LabelPlan {
	/** The kind of text to label next, the one before most prompts first. */
	readonly next: 'flagged' | 'unflagged';
	/** The fewest labels that settle the decision with 80 %, given at once; absent if all of them do not. */
	readonly batch?: { readonly flagged: number; readonly unflagged: number };
	/** Labels that settle it one by one, on average; absent, like the rest, of more than {@link MOST_PLANNED} texts. */
	readonly expected?: number;
	/** The most labels that it can take. */
	readonly most?: number;
}

/** Plans the labels of a decision that is not settled. Undefined if it is, or if every text is labelled. */
export function labelPlan(prompts: JudgedPrompts, rule: LabelledCounts, need: number): LabelPlan | undefined {
	if (!isEnough(rule)) return undefined;
	const planner = new LabelPlanner(rule, need);
	const state = stateOf(prompts.texts);
	const next = planner.next(state);
	if (isSettled(planner.probability(state)) || next === undefined) return undefined;
	if (state.flagged.length + state.unflagged.length > MOST_PLANNED) return { next };
	return { next, batch: planner.batch(state), ...planner.oneByOne(state) };
}

/** Texts without a label of which every outcome is followed: 60 would take seconds. */
const MOST_PLANNED = 40;

type Kind = LabelPlan['next'];

/** Labels the texts of a kind in order, the heaviest first, and follows each outcome. */
class LabelPlanner {
	readonly #rule: LabelledCounts;
	readonly #need: number;
	readonly #probabilities = new Map<string, number>();
	readonly #remaining = new Map<string, { readonly expected: number; readonly most: number }>();

	constructor(rule: LabelledCounts, need: number) {
		this.#rule = rule;
		this.#need = need;
	}

	probability(state: State): number {
		const key = keyOf(state);
		const known = this.#probabilities.get(key);
		if (known !== undefined) return known;
		const p = atLeast(distributionOf(state, this.#rule), this.#need);
		this.#probabilities.set(key, p);
		return p;
	}

	/** The kind of which one label is expected to say more; undefined without unlabelled texts. */
	next(state: State): Kind | undefined {
		const kinds = (['flagged', 'unflagged'] as const).filter((kind) => state[kind].length > 0);
		const [first, second] = kinds;
		if (first === undefined || second === undefined) return first;
		return this.#gain(state, first) >= this.#gain(state, second) ? first : second;
	}

	#gain(state: State, kind: Kind): number {
		const p = this.probability(state);
		const after = this.#outcomes(state, kind).reduce((sum, outcome) => {
			const then = this.probability(outcome.state);
			return sum + outcome.p * then * (1 - then);
		}, 0);
		return p * (1 - p) - after;
	}

	#outcomes(state: State, kind: Kind): readonly { readonly p: number; readonly state: State }[] {
		const [isFlagged, isUnflagged] = kind === 'flagged' ? [1, 0] : [0, 1];
		return labelled(state, { flagged: isFlagged, unflagged: isUnflagged }).map((outcome) => ({
			p: this.#chance(state, outcome),
			state: outcome.state,
		}));
	}

	#chance(before: State, { logWays, state }: Outcome): number {
		return Math.exp(logWays + this.#logTotal(state) - this.#logTotal(before));
	}

	readonly #totals = new Map<string, number>();

	#logTotal(state: State): number {
		const key = keyOf(state);
		const known = this.#totals.get(key);
		if (known !== undefined) return known;
		const logs = state.flagged.concat(0).flatMap((_, j) =>
			state.unflagged.concat(0).map((__, l) => {
				const ways = logChoose(state.flagged.length, j) + logChoose(state.unflagged.length, l);
				return ways + logWeight(state, this.#rule, j, l);
			}),
		);
		const total = logSum(logs);
		this.#totals.set(key, total);
		return total;
	}

	batch(state: State): LabelPlan['batch'] {
		const [m1, m0] = [state.flagged.length, state.unflagged.length];
		for (let size = 1; size <= m1 + m0; size += 1) {
			const plans = Array.from({ length: size + 1 }, (_, unflagged) => ({ flagged: size - unflagged, unflagged }))
				.filter(({ flagged, unflagged }) => flagged <= m1 && unflagged <= m0)
				.map((plan) => ({ plan, settled: this.#settles(state, plan) }));
			const best = plans.reduce((one, other) => (other.settled > one.settled + 1e-12 ? other : one));
			if (best.settled >= 0.8) return best.plan;
		}
		return undefined;
	}

	#settles(state: State, plan: { readonly flagged: number; readonly unflagged: number }): number {
		return labelled(state, plan)
			.filter((outcome) => isSettled(this.probability(outcome.state)))
			.reduce((sum, outcome) => sum + this.#chance(state, outcome), 0);
	}

	oneByOne(state: State): { readonly expected: number; readonly most: number } {
		const key = keyOf(state);
		const known = this.#remaining.get(key);
		if (known !== undefined) return known;
		const next = isSettled(this.probability(state)) ? undefined : this.next(state);
		const outcomes = next === undefined ? [] : this.#outcomes(state, next);
		const after = outcomes.map(({ p, state: then }) => ({ p, ...this.oneByOne(then) }));
		const remaining =
			next === undefined
				? { expected: 0, most: 0 }
				: {
						expected: 1 + after.reduce((sum, { p, expected }) => sum + p * expected, 0),
						most: 1 + Math.max(...after.map(({ most }) => most)),
					};
		this.#remaining.set(key, remaining);
		return remaining;
	}
}

function keyOf({ flagged, unflagged, k11, k10, k01, k00, weight }: State): string {
	return [flagged.length, unflagged.length, k11, k10, k01, k00, weight].join(' ');
}

interface Outcome {
	readonly logWays: number;
	readonly state: State;
}

/** The states after labelling the first texts of each kind, with the number of ways to get there. */
function labelled(state: State, plan: { readonly flagged: number; readonly unflagged: number }): readonly Outcome[] {
	return choices(state.flagged.slice(0, plan.flagged)).flatMap((one) =>
		choices(state.unflagged.slice(0, plan.unflagged)).map((other) => ({
			logWays: one.logWays + other.logWays,
			state: {
				flagged: state.flagged.slice(plan.flagged),
				unflagged: state.unflagged.slice(plan.unflagged),
				k11: state.k11 + one.texts,
				k01: state.k01 + plan.flagged - one.texts,
				k10: state.k10 + other.texts,
				k00: state.k00 + plan.unflagged - other.texts,
				weight: state.weight + one.weight + other.weight,
			},
		})),
	);
}
