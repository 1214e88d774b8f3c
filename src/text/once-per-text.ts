/**
 * A pure function of a text, worked out once for each of the texts that were asked for lately: prompts of a corpus come
 * again in every epoch and arm. Forgets all of them at once, so that no input makes it grow.
 */
export function oncePerText<T>(compute: (text: string) => T): (text: string) => T {
	const known = new Map<string, { readonly value: T }>();
	return (text) => {
		if (text.length > LONGEST) return compute(text);
		const before = known.get(text) ?? { value: compute(text) };
		if (known.size >= MOST) known.clear();
		known.set(text, before);
		return before.value;
	};
}

/** UTF-16 units. */
const LONGEST = 2_000;
const MOST = 1_000;
