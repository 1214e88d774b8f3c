import type { ToolDeclaration } from '../model/conversation.ts';
import { type FactKind, type SchemaFact, schemaFacts } from './schema-facts.ts';
import { declarationOf, type FindingLevel, finding, type LintFinding, type LintTool } from './subject.ts';

/**
 * Date of the first official Gemma 4 template that prints parameters of these names.
 * Source: ollama/ollama, model/renderers/testdata/gemma4_{e2b,31b}_chat_template.jinja2, commits bf2a42172 (2026-04-13,
 * drops them) and c7c2837c9 (2026-04-29, prints them).
 */
const RESERVED_UNTIL = '2026-04-29';
const RESERVED_NAMES: ReadonlySet<string> = new Set(['description', 'type', 'properties', 'required', 'nullable']);

/**
 * Tools, parameters, descriptions, enums, defaults and limits that the model never sees. Each is dropped once: a prompt that
 * stays the same did not have it. `promptOf` renders a prompt that declares these tools.
 */
export function unseenFacts(
	tools: readonly LintTool[],
	promptOf: (tools: readonly ToolDeclaration[]) => string,
	dialect: string,
): readonly LintFinding[] {
	const declared = tools.map(declarationOf);
	const all = promptOf(declared);
	if (tools.length > 0 && all === promptOf([])) {
		return [finding('error', 'lint.no-tool-support', 'template', { n: tools.length })];
	}
	return tools.flatMap((tool, index) => {
		if (promptOf(declared.toSpliced(index, 1)) === all) return [finding('error', 'lint.tool-unseen', tool.name, {})];
		const alone = (one: LintTool): string => promptOf([declarationOf(one)]);
		const isSeen = ({ whole, without }: SchemaFact): boolean =>
			alone({ ...tool, schema: whole }) !== alone({ ...tool, schema: without });
		const isReserved = ({ kind, name }: SchemaFact): boolean =>
			kind === 'parameter' && dialect === 'gemma4' && RESERVED_NAMES.has(name);
		return [
			...(tool.description !== '' && alone(tool) === alone({ ...tool, description: '' })
				? [detailsUnseen('description', tool.name, ['description'])]
				: []),
			...joined([...unseenAmong(schemaFacts(tool.schema), { isSeen, isReserved })], tool.name, isReserved),
		];
	});
}

interface FactTests {
	isSeen(fact: SchemaFact): boolean;
	isReserved(fact: SchemaFact): boolean;
}

/** Facts that are not seen, and parameters with a reserved name that are. */
function* unseenAmong(
	facts: Iterable<SchemaFact>,
	tests: FactTests,
): Iterable<{ readonly fact: SchemaFact; readonly seen: boolean }> {
	for (const fact of facts) {
		const seen = tests.isSeen(fact);
		if (!seen || tests.isReserved(fact)) yield { fact, seen };
		if (seen) yield* unseenAmong(fact.inner(), tests);
	}
}

/** Details of one kind at one place are one finding. */
function joined(
	unseen: readonly { readonly fact: SchemaFact; readonly seen: boolean }[],
	tool: string,
	isReserved: FactTests['isReserved'],
): readonly LintFinding[] {
	const groups = Map.groupBy(unseen, ({ fact }) => `${fact.kind} ${fact.path}`);
	return Array.from(groups.values(), (group) => {
		const [{ fact, seen }] = group as [(typeof unseen)[number]];
		const where = `${tool}${fact.path}`;
		const { kind, name } = fact;
		if (kind !== 'parameter') {
			return detailsUnseen(
				kind,
				where,
				group.map((one) => WORDS[kind] ?? one.fact.name),
			);
		}
		if (seen) return finding('note', 'lint.reserved-name', where, { until: RESERVED_UNTIL, name });
		const until = isReserved(fact) ? RESERVED_UNTIL : undefined;
		return finding(fact.required ? 'error' : 'warning', 'lint.parameter-unseen', where, { until, name });
	});
}

type DetailKind = Exclude<FactKind, 'parameter'>;

function detailsUnseen(kind: DetailKind, where: string, details: readonly string[]): LintFinding {
	return finding(LEVELS[kind], `lint.${kind}-unseen`, where, { details });
}

const LEVELS: Readonly<Record<DetailKind, FindingLevel>> = {
	type: 'note',
	description: 'warning',
	enum: 'warning',
	default: 'note',
	limit: 'note',
	required: 'note',
	alternative: 'note',
};

/** Limits and alternatives go by their names. */
const WORDS: Readonly<Partial<Record<DetailKind, string>>> = {
	description: 'description',
	enum: 'enum',
	default: 'default',
	required: 'required',
	type: 'type',
};
