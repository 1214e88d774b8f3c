/** Exact 95 % interval of a proportion (Clopper and Pearson 1934). Absent for n = 0. */
export function clopperPearson(hits: number, n: number): Interval | undefined {
	assertCount(hits, n);
	if (n === 0) return undefined;
	const tail = (1 - CONFIDENCE) / 2;
	return {
		low: hits === 0 ? 0 : inverseIncompleteBeta(tail, hits, n - hits + 1),
		high: hits === n ? 1 : inverseIncompleteBeta(1 - tail, hits + 1, n - hits),
	};
}

/**
 * Regularized incomplete beta function I_x(a, b) for a, b > 0 and x in [0, 1]: the distribution function of Beta(a, b).
 * Lentz's continued fraction (Numerical Recipes §6.4), about 1e-14. Not from npm: those packages are WebAssembly with
 * asynchronous start-up, or have over a hundred dependencies.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
	assertShape(a, b);
	if (!(x >= 0 && x <= 1)) throw new RangeError(`x must be in [0, 1], got ${x}`);
	if (x === 0 || x === 1) return x;
	const front = Math.exp(-logBeta(a, b) + a * Math.log(x) + b * Math.log1p(-x));
	// The fraction converges fast only on this side of the mean; the other side follows by symmetry.
	return x < (a + 1) / (a + b + 2)
		? (front * continuedFraction(x, a, b)) / a
		: 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/** Quantile of Beta(a, b): the x with I_x(a, b) = p, by bisection to the last bit. */
export function inverseIncompleteBeta(p: number, a: number, b: number): number {
	assertShape(a, b);
	if (!(p >= 0 && p <= 1)) throw new RangeError(`p must be in [0, 1], got ${p}`);
	if (p === 0 || p === 1) return p;
	let low = 0;
	let high = 1;
	for (;;) {
		const middle = (low + high) / 2;
		if (middle <= low || middle >= high) return middle;
		if (incompleteBeta(middle, a, b) < p) low = middle;
		else high = middle;
	}
}

function assertShape(a: number, b: number): void {
	if (!(a > 0 && b > 0 && Number.isFinite(a) && Number.isFinite(b))) {
		throw new RangeError(`shape parameters must be positive and finite, got ${a} and ${b}`);
	}
}

function continuedFraction(x: number, a: number, b: number): number {
	const tiny = 1e-300;
	const guard = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
	let c = 1;
	let d = 1 / guard(1 - ((a + b) * x) / (a + 1));
	let result = d;
	for (let m = 1; m <= 10_000; m += 1) {
		const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / guard(1 + even * d);
		c = guard(1 + even / c);
		result *= d * c;
		const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / guard(1 + odd * d);
		c = guard(1 + odd / c);
		const step = d * c;
		result *= step;
		if (Math.abs(step - 1) < 1e-16) break;
	}
	return result;
}

/** log B(a, b) for a, b > 0. */
export function logBeta(a: number, b: number): number {
	return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Log of the binomial coefficient. */
export function logChoose(n: number, k: number): number {
	return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/** Log of the sum of numbers that are given by their logs, one of them finite. */
export function logSum(logs: readonly number[]): number {
	const largest = Math.max(...logs);
	return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0));
}

/** Lanczos approximation, g = 7, n = 9. For x > 0.5, about 1e-14. */
function logGamma(x: number): number {
	const shifted = x - 1;
	let series = 0.999_999_999_999_809_9;
	LANCZOS.forEach((coefficient, index) => {
		series += coefficient / (shifted + index + 1);
	});
	const t = shifted + 7.5;
	return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(series);
}

const LANCZOS = [
	676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1, -176.615_029_162_140_6, 12.507_343_278_686_905,
	-0.138_571_095_265_720_12, 9.984_369_578_019_572e-6, 1.505_632_735_149_311_6e-7,
] as const;

/** A two-sided interval. */
export interface Interval {
	readonly low: number;
	readonly high: number;
}

/** Confidence of every interval here. */
export const CONFIDENCE = 0.95;

/** Asserts that `hits` of `n` is a count. */
export function assertCount(hits: number, n: number): void {
	if (!(Number.isInteger(hits) && Number.isInteger(n) && hits >= 0 && hits <= n)) {
		throw new RangeError(`not a count: ${hits} of ${n}`);
	}
}

/** P(true rate >= `rate`) after `hits` of `n`, under Jeffreys' prior Beta(1/2, 1/2). */
export function jeffreysProbabilityAtLeast(rate: number, hits: number, n: number): number {
	assertCount(hits, n);
	return 1 - incompleteBeta(rate, hits + 0.5, n - hits + 0.5);
}

/** Two-sided 5 % point of Student's t with `degrees` of freedom, at least 1: 12.71 for 1, 2.14 for 14, 1.96 for infinity. */
export function studentT(degrees: number): number {
	if (!(degrees >= 1)) throw new RangeError(`Student's t needs at least one degree of freedom, got ${degrees}`);
	const known = KNOWN.get(degrees);
	if (known !== undefined) return known;
	// df / (df + t²) is Beta(df / 2, 1 / 2) distributed, and both tails of t are its lower one.
	const share = inverseIncompleteBeta(1 - CONFIDENCE, degrees / 2, 0.5);
	const quantile = Math.sqrt((degrees * (1 - share)) / share);
	KNOWN.set(degrees, quantile);
	return quantile;
}

/** Cache: bisection is slow, and the same degrees are frequent. */
const KNOWN = new Map<number, number>();

/** Two-sided 5 % point of the standard normal distribution. */
const Z = 1.959_963_984_540_054;

/** Wilson's 95 % score interval of a proportion (Wilson 1927). Absent for n = 0. */
export function wilson(hits: number, n: number): Interval | undefined {
	assertCount(hits, n);
	return n === 0 ? undefined : scoreInterval(hits / n, n, Z);
}

/** The score interval of a `rate`, 0 to 1, over `n` observations (above 0, may be fractional) for the quantile `z`. */
export function scoreInterval(rate: number, n: number, z: number): Interval {
	const scale = 1 + (z * z) / n;
	const centre = (rate + (z * z) / (2 * n)) / scale;
	const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
	// Rounding must not move the exact bounds 0 and 1.
	return { low: rate === 0 ? 0 : Math.max(0, centre - half), high: rate === 1 ? 1 : Math.min(1, centre + half) };
}
