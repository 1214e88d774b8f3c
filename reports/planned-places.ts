import type { DecisionSummary } from '../src/index.ts';

/** The place of a prompt in its suite's plan, from 1, so that what nobody asked moves no other; undefined where no plan tells it. */
export function plannedPlaces({ plan }: DecisionSummary['suite']): (id: string) => number | undefined {
	const places = new Map(plan?.ids.map((id, index) => [id, index + 1]));
	return (id) => places.get(id);
}
