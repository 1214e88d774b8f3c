import { type Interval, incompleteBeta, inverseIncompleteBeta, logBeta } from './intervals.ts';

/**
 * Bounds of a paired loss, each one-sided at `alpha` (Fay and Lumbard 2021, Statistics in Medicine 40:1147). The loss is
 * (lost - gained) / n, -1 to 1. Counts may be fractions of a prompt, as epochs give them. The interval excludes 0 exactly
 * where McNemar's exact test rejects; without flips the upper bound is 1 - alpha^(1/n).
 */
export function lossBounds(lost: number, gained: number, n: number, alpha = 0.05): Interval {
	if (!(lost >= 0 && gained >= 0 && n > 0 && lost + gained <= n + SAME)) {
		throw new RangeError(`not flips of prompts: ${lost} and ${gained} of ${n}`);
	}
	return { low: -upperBound(gained, lost, n, alpha), high: upperBound(lost, gained, n, alpha) };
}

/** Whether the upper bound of {@link lossBounds} is at most the margin, without looking for it. */
export function isLossWithin(margin: number, lost: number, gained: number, n: number, alpha: number): boolean {
	if (lost + gained === 0) return smallestMargin(n, alpha) <= margin;
	return n - lost >= SAME && lossTail(lost, gained, n)(margin) <= alpha;
}

/** The upper bound without a flip: the smallest margin that so many prompts can answer. */
export function smallestMargin(n: number, alpha = 0.05): number {
	return 1 - alpha ** (1 / n);
}

/** Fractions are sums of thirds and the like. */
const SAME = 1e-9;

function upperBound(lost: number, gained: number, n: number, alpha: number): number {
	if (lost + gained === 0) return smallestMargin(n, alpha);
	if (n - lost < SAME) return 1;
	const tail = lossTail(lost, gained, n);
	let [low, high] = [-1, 1];
	for (let step = 0; step < 50; step += 1) {
		const middle = (low + high) / 2;
		if (tail(middle) > alpha) low = middle;
		else high = middle;
	}
	return (low + high) / 2;
}

/** P(T (2B - 1) >= δ): T is the share of flips, B the share of losses among them. */
function lossTail(lost: number, gained: number, n: number): (delta: number) => number {
	const flips = lost + gained;
	const allFlip = n - flips < SAME;
	const lossShare = (u: number): number => {
		if (u <= 0) return 1;
		if (gained === 0) return u <= 1 ? 1 : 0;
		return u >= 1 ? 0 : incompleteBeta(1 - u, gained, lost + 1);
	};
	const sides = { positive: flipShare(flips + 1, n - flips), negative: flipShare(flips, n - flips + 1) };
	return (delta) => {
		const isLoss = delta >= 0;
		if (isLoss && allFlip) return lossShare(0.5 + delta / 2);
		if (gained === 0) return isLoss ? incompleteBeta(1 - delta, n - flips, flips + 1) : 1;
		const share = isLoss ? sides.positive : sides.negative;
		const base = isLoss ? 0 : incompleteBeta(-delta, share.p, share.q);
		return base + share.integrate(Math.abs(delta), (t) => lossShare(0.5 + delta / (2 * t)));
	};
}

/** Beta(p, q), integrated from a lower end over the part that has all but 1e-13 of its mass. */
function flipShare(
	p: number,
	q: number,
): { readonly p: number; readonly q: number; integrate(from: number, of: (t: number) => number): number } {
	let ends: Interval | undefined;
	return {
		p,
		q,
		integrate(from, of) {
			ends ??= { low: inverseIncompleteBeta(1e-14, p, q), high: inverseIncompleteBeta(1 - 1e-13, p, q) };
			const low = Math.max(from, ends.low);
			const width = ends.high - low;
			if (width <= 0) return 0;
			const scale = -logBeta(p, q);
			nodes ??= gaussLegendre(128);
			return nodes.reduce((sum, { at, weight }) => {
				const t = low + width * at ** 3;
				const density = Math.exp(scale + (p - 1) * Math.log(t) + (q - 1) * Math.log1p(-t));
				return sum + weight * width * 3 * at * at * density * of(t);
			}, 0);
		},
	};
}

/** Gauss-Legendre nodes on (0, 1), at first use: 20 ms that most commands need not. */
let nodes: ReturnType<typeof gaussLegendre> | undefined;

function gaussLegendre(count: number): readonly { readonly at: number; readonly weight: number }[] {
	return Array.from({ length: count }, (_, index) => {
		let x = Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
		let slope = 0;
		for (let step = 0; step < 20; step += 1) {
			let [before, value] = [0, 1];
			for (let k = 0; k < count; k += 1) [before, value] = [value, ((2 * k + 1) * x * value - k * before) / (k + 1)];
			slope = (count * (x * value - before)) / (x * x - 1);
			x -= value / slope;
		}
		return { at: (1 + x) / 2, weight: 1 / ((1 - x * x) * slope * slope) };
	});
}

/** Exact one-sided p that the second is worse: P(X >= lost), X ~ Binomial(lost + gained, 1/2). 1 without losses. */
export function worseP(lost: number, gained: number): number {
	return lost === 0 ? 1 : incompleteBeta(0.5, lost, gained + 1);
}
