/**
 * Regularized incomplete beta function I_x(a, b) for a, b > 0 and x in [0, 1]: the distribution function of Beta(a, b).
 * Lentz's continued fraction (Numerical Recipes §6.4), about 1e-14. Own code because the npm packages that have it are
 * WebAssembly with asynchronous start-up or over a hundred packages deep.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
	assertShape(a, b);
	if (!(x >= 0 && x <= 1)) throw new RangeError(`x must be in [0, 1], got ${x}`);
	if (x === 0 || x === 1) return x;
	const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
	// The fraction converges fast only on this side of the mean; the other side follows by symmetry.
	return x < (a + 1) / (a + b + 2)
		? (front * continuedFraction(x, a, b)) / a
		: 1 - (front * continuedFraction(1 - x, b, a)) / b;
}

/** Quantile of Beta(a, b): the x with I_x(a, b) = p. Bisection to the last bit that a double can tell. */
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

/** Lanczos approximation, g = 7, n = 9. */
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
