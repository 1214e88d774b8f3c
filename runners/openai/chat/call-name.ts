/**
 * The name of one call, from the fragments of a stream: in parts, as the OpenAI API has it, whole in each, or as much of it
 * in each as there is so far. Undefined where it may be two names: none of them is a declared tool's.
 */
export function nameOf(fragments: readonly string[], declared: ReadonlySet<string>): string | undefined {
	let joined = '';
	let soFar = '';
	for (const fragment of fragments) {
		if (fragment !== joined) joined += fragment;
		soFar = fragment.startsWith(soFar) ? fragment : soFar + fragment;
	}
	const known = [joined, soFar].find((name) => declared.has(name));
	if (known !== undefined) return known;
	return joined === soFar && !(fragments.length > 1 && fragments.some((name) => name !== joined && declared.has(name)))
		? joined
		: undefined;
}
