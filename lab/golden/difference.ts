import type { Fact } from './read-outcome.ts';

/** JSON with sorted keys, what is short on one line. */
export function written(fact: Fact, indent = ''): string {
	const text = flat(fact);
	if (indent !== '' && text.length + indent.length <= 160) return text;
	const inner = `${indent}\t`;
	if (Array.isArray(fact)) return `[\n${fact.map((one) => `${inner}${written(one, inner)}`).join(',\n')}\n${indent}]`;
	if (typeof fact !== 'object' || fact === null) return text;
	const fields = sorted(fact).map(([name, value]) => `${inner}${JSON.stringify(name)}: ${written(value, inner)}`);
	return `{\n${fields.join(',\n')}\n${indent}}${indent === '' ? '\n' : ''}`;
}

function flat(fact: Fact): string {
	if (Array.isArray(fact)) return `[${fact.map(flat).join(', ')}]`;
	if (typeof fact !== 'object' || fact === null) return JSON.stringify(fact);
	return `{ ${sorted(fact)
		.map(([name, value]) => `${JSON.stringify(name)}: ${flat(value)}`)
		.join(', ')} }`;
}

function sorted(fact: object): readonly [string, Fact][] {
	return Object.entries(fact).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Each place in which the two differ, with before and after. */
export function differences(before: Fact, after: Fact, path = ''): readonly string[] {
	if (Array.isArray(before) && Array.isArray(after)) {
		const [first, second] = [byName(before), byName(after)];
		if (first !== undefined && second !== undefined) {
			const found = differences(first, second, path);
			const order = [Object.keys(first).join(' '), Object.keys(second).join(' ')];
			return found.length > 0 || order[0] === order[1] ? found : [`${path}: another order`];
		}
		return Array.from({ length: Math.max(before.length, after.length) }, (_, index) =>
			differencesAt(before[index], after[index], `${path}[${index}]`),
		).flat();
	}
	if (isObject(before) && isObject(after)) {
		const names = new Set([...Object.keys(before), ...Object.keys(after)]);
		return [...names].flatMap((name) =>
			differencesAt(before[name], after[name], path === '' ? name : `${path}.${name}`),
		);
	}
	return before === after ? [] : [`${path}: ${short(before)} became ${short(after)}`];
}

function differencesAt(before: Fact | undefined, after: Fact | undefined, path: string): readonly string[] {
	if (before === undefined && after === undefined) return [];
	if (before === undefined || after === undefined) return [`${path}: ${short(before)} became ${short(after)}`];
	return differences(before, after, path);
}

/** Lists whose entries have ids, or names, are compared by them. */
function byName(facts: readonly Fact[]): Record<string, Fact> | undefined {
	const named = facts.map((fact) => (isObject(fact) ? (fact.id ?? fact.name) : undefined));
	if (named.length === 0 || !named.every((name) => typeof name === 'string')) return undefined;
	if (new Set(named).size < named.length) return undefined;
	return Object.fromEntries(facts.map((fact, index) => [`[${named[index]}]`, fact]));
}

function isObject(fact: Fact): fact is { readonly [name: string]: Fact } {
	return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}

function short(fact: Fact | undefined): string {
	const text = fact === undefined ? 'absent' : flat(fact);
	return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
