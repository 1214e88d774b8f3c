/** Agreement of two raters on yes or no, beyond chance. */
export interface Agreement {
	/** Items both judged. */
	readonly n: number;
	readonly agreed: number;
	/** Cohen's kappa, -1 to 1; absent where chance alone would give full agreement (both always say the same). */
	readonly kappa?: number;
}

/** Cohen's kappa (1960) of pairs of judgements. */
export function cohensKappa(pairs: readonly (readonly [first: boolean, second: boolean])[]): Agreement {
	const n = pairs.length;
	const agreed = pairs.filter(([first, second]) => first === second).length;
	if (n === 0) return { n, agreed };
	const firstYes = pairs.filter(([first]) => first).length;
	const secondYes = pairs.filter(([, second]) => second).length;
	// In counts, so that full chance agreement is recognised exactly.
	const byChance = firstYes * secondYes + (n - firstYes) * (n - secondYes);
	if (byChance === n * n) return { n, agreed };
	return { n, agreed, kappa: (agreed * n - byChance) / (n * n - byChance) };
}
