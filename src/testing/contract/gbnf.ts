const PART = /"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|[a-z]+|\{\d+,\d+\}|[()|?]|\s+/gy;

/**
 * A regular expression for a GBNF grammar without recursion: literals, character classes, groups, alternatives, `?`,
 * `{m,n}` and rules by name. A double of an engine's grammar.
 */
export function gbnfToRegExp(grammar: string): RegExp {
	const rules = new Map(
		grammar.split('\n').map((line) => {
			const [name = '', body = ''] = line.split(/ ::= (.*)/s);
			return [name, body] as const;
		}),
	);
	return new RegExp(`^${ruleSource(rules, 'root')}$`, 'u');
}

function ruleSource(rules: ReadonlyMap<string, string>, name: string): string {
	const body = rules.get(name);
	if (body === undefined) throw new Error(`the grammar has no rule ${name}`);
	const parts = [...body.matchAll(PART)].map(([part]) => part);
	if (parts.join('') !== body) throw new Error(`not understood in rule ${name}: ${body.slice(parts.join('').length)}`);
	return `(?:${parts.map((part) => partSource(rules, part)).join('')})`;
}

function partSource(rules: ReadonlyMap<string, string>, part: string): string {
	if (part.startsWith('"')) return escapeRegExp(JSON.parse(part) as string);
	if (part.startsWith('[')) return part.replace(/\\U([0-9A-F]{8})/g, (_, code: string) => codePoint(code));
	if (/^[a-z]/.test(part)) return ruleSource(rules, part);
	if (part === '(') return '(?:';
	return part.trim();
}

function escapeRegExp(text: string): string {
	return `(?:${text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`;
}

/** Without plane 16: fast-check reads no code point of six digits. */
function codePoint(code: string): string {
	return `\\u{${Math.min(Number.parseInt(code, 16), 0xfffff).toString(16)}}`;
}
