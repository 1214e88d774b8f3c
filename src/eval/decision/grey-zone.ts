/** How far a path that was taken is certain. */
export interface GreyZone {
	/** A repeat, or another count of what is split, could well take the other path. */
	readonly greyZone: boolean;
	/** Why; empty where it is not. */
	readonly grey: readonly GreyCause[];
}

/** Why a verdict is in the grey zone. */
export type GreyCause =
	/** The probability that the true rate reaches the threshold's share lies between 10 % and 90 %, whatever the rest would say. */
	| { readonly cause: 'chance' }
	/** The path needs every prompt, and got them: a repeat may miss one. */
	| { readonly cause: 'every-prompt' }
	/** So many prompts are tied over their repeats, which is a miss; as hits they would change the path. */
	| { readonly cause: 'tied-repeats'; readonly count: number }
	/** People are evenly split over so many samples, which the rule judged; judged the other way they would change the path. */
	| { readonly cause: 'split-people'; readonly count: number };

export function greyZoneOf(causes: readonly GreyCause[]): GreyZone {
	return { greyZone: causes.length > 0, grey: causes };
}
