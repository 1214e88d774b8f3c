/** Whether the model may think before it answers: not at all, as long as it likes, or at most so many tokens. */
export type Thinking = 'off' | 'on' | number;

/** Whether a thought is allowed; off where nothing was chosen. */
export function mayThink(thinking: Thinking | undefined): boolean {
	return thinking !== undefined && thinking !== 'off';
}
