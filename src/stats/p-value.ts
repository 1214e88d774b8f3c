/** A p value for people: three decimals, never a false 0. */
export function pValueText(p: number): string {
	return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
