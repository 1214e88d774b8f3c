import type { DivergenceFigures } from '../locale/comparison/comparison-locale.ts';
import { formatCount, formatShare } from '../locale/format-number.ts';
import type { ComparedRun } from './compared-run.ts';

/** A run's divergence from the baseline as text; undefined where its model was not asked again. */
export function divergenceFigures({ tokenDivergence }: ComparedRun): DivergenceFigures | undefined {
	if (tokenDivergence === undefined) return undefined;
	const { positions, sameTop, kl, top, wholeVocabulary } = tokenDivergence;
	if (kl.mean === undefined || kl.p99 === undefined) return undefined;
	return {
		positions: formatCount(positions),
		share: formatShare(sameTop / positions),
		mean: nats(kl.mean),
		p99: nats(kl.p99),
		...(wholeVocabulary ? {} : { top: formatCount(top) }),
	};
}

/** A divergence as text. */
export function nats(value: number): string {
	if (value === 0) return '0';
	return value < 1e-4 ? value.toExponential(1) : value.toPrecision(3);
}
