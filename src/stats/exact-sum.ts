/** Sum by Neumaier's compensated summation (1974): large values that cancel out do not take the small ones with them. */
export function exactSum(values: Iterable<number>): number {
	let sum = 0;
	let lost = 0;
	for (const value of values) {
		const next = sum + value;
		lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
		sum = next;
	}
	return sum + lost;
}
