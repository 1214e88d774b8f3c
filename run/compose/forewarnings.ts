import { message, type Said } from '../../src/base/message.ts';
import { declaredSuites, type SuitePlan } from '../../src/eval/plan.ts';
import { toolCount } from '../../src/eval/suite.ts';
import { type Margins, suitesTooSmall } from '../../src/summary/compare/answer.ts';

/** What a suite of several models cannot answer, whatever they write. */
export function smallSuites(plans: readonly SuitePlan[], margins: Margins | undefined): readonly Said[] {
	return suitesTooSmall(declaredSuites(plans), margins).map(({ suite, prompts, margin, smallestMargin, needed }) => {
		const least = Math.ceil(smallestMargin * 100);
		return message('run.suite-too-small', { suite, n: prompts, needed, margin: points(margin), least });
	});
}

/** Prompts with a choice of tools, of which no cache spares the beginning. */
export function toolCountCosts(plans: readonly SuitePlan[]): readonly Said[] {
	return plans.flatMap((one) => {
		const { suite, plan } = one;
		const counts = [...new Set(plan.variants.flatMap((variant) => toolCount(suite, variant) ?? []))];
		if (counts.length === 0) return [];
		const rows = plan.ids.length;
		const [small] = suitesTooSmall(declaredSuites([one]));
		const few = small && { needed: small.needed, margin: points(small.margin) };
		return [message('run.tool-counts', { suite: suite.name, n: rows * counts.length, rows, counts, ...few })];
	});
}

function points(share: number): number {
	return Number((share * 100).toPrecision(3));
}
