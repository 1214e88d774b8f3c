/** A p value for people: three decimals, never a false 0; a dash where nothing could be compared. */
export function pValueText(p: number | undefined): string {
	if (p === undefined) return '–';
	return p < 0.001 ? '< 0.001' : p.toFixed(3);
}
