import type { ToolDeclaration } from '../model/conversation.ts';
import { declareSchema } from '../tool/declaration.ts';
import type { FindingLevel, LintFinding } from './finding.ts';
import type { LintTool } from './lint-tool.ts';
import { isReservedName, RESERVED_UNTIL } from './reserved-name.ts';
import { type FactKind, type SchemaFact, schemaFacts } from './schema-fact.ts';

/**
 * What of an app's tools the model never sees: tools, parameters, descriptions, enums, defaults, limits. Found by leaving
 * each out: a prompt that stays the same did not have it. `promptOf` renders a prompt that declares these tools.
 */
export function unseenFacts(
	tools: readonly LintTool[],
	promptOf: (tools: readonly ToolDeclaration[]) => string,
): readonly LintFinding[] {
	const declared = tools.map(declarationOf);
	const all = promptOf(declared);
	const unseen = tools.map((_, index) => promptOf(declared.toSpliced(index, 1)) === all);
	if (tools.length > 0 && all === promptOf([])) {
		const message = `the model's chat template prints no tools, so the model cannot know any of the ${tools.length}`;
		return [{ level: 'error', code: 'no-tool-support', message, where: 'template' }];
	}
	return tools.flatMap((tool, index) =>
		unseen[index] ? [unseenTool(tool)] : merged(unseenInTool(tool, (one) => promptOf([declarationOf(one)]))),
	);
}

function declarationOf({ name, description, schema }: LintTool): ToolDeclaration {
	return { name, description, parameters: declareSchema(schema) };
}

function unseenTool({ name }: LintTool): LintFinding {
	return { level: 'error', code: 'tool-unseen', message: NOT_PRINTED, where: name };
}

const NOT_PRINTED = "the model's chat template does not print it, so the model cannot know it";

function* unseenInTool(tool: LintTool, promptOf: (tool: LintTool) => string): Iterable<LintFinding> {
	if (tool.description !== '' && promptOf(tool) === promptOf({ ...tool, description: '' })) {
		yield { level: 'warning', code: 'description-unseen', message: detailMessage('its description'), where: tool.name };
	}
	const isSeen = ({ whole, without }: SchemaFact): boolean =>
		promptOf({ ...tool, schema: whole }) !== promptOf({ ...tool, schema: without });
	yield* unseenAmong(schemaFacts(tool.schema), tool.name, isSeen);
}

function* unseenAmong(
	facts: Iterable<SchemaFact>,
	tool: string,
	isSeen: (fact: SchemaFact) => boolean,
): Iterable<LintFinding> {
	for (const fact of facts) {
		const where = `${tool}${fact.path}`;
		const parameter = fact.kind === 'parameter';
		if (!isSeen(fact)) yield parameter ? unseenParameter(fact, where) : unseenDetail(fact, where);
		else {
			if (parameter && isReservedName(fact.name)) yield reservedName(fact, where);
			yield* unseenAmong(fact.inner(), tool, isSeen);
		}
	}
}

function unseenParameter({ name, required }: SchemaFact, where: string): LintFinding {
	const why = isReservedName(name) ? ` (templates before ${RESERVED_UNTIL} drop every parameter called ${name})` : '';
	return { level: required ? 'error' : 'warning', code: 'parameter-unseen', message: NOT_PRINTED + why, where };
}

function reservedName({ name }: SchemaFact, where: string): LintFinding {
	const message = `this template prints it, but templates before ${RESERVED_UNTIL} drop every parameter called ${name}`;
	return { level: 'note', code: 'reserved-name', message, where };
}

function unseenDetail({ kind, name }: SchemaFact, where: string): LintFinding {
	return { level: DETAIL_LEVELS[kind], code: `${kind}-unseen`, message: detailMessage(WORDS.get(kind) ?? name), where };
}

function detailMessage(what: string): string {
	return `the prompt does not tell ${what}`;
}

const DETAIL_LEVELS: Readonly<Record<FactKind, FindingLevel>> = {
	parameter: 'error',
	description: 'warning',
	enum: 'warning',
	default: 'note',
	limit: 'note',
	required: 'note',
	alternative: 'note',
};

const WORDS: ReadonlyMap<FactKind, string> = new Map([
	['description', 'its description'],
	['enum', 'its enum'],
	['default', 'its default'],
	['required', 'that it is required'],
]);

/** Several limits of one parameter in one finding. */
function merged(findings: Iterable<LintFinding>): readonly LintFinding[] {
	const byPlace = new Map<string, LintFinding>();
	for (const finding of findings) {
		const key = `${finding.code} ${finding.where}`;
		const before = byPlace.get(key);
		const message = before && `${before.message}, ${finding.message.slice(detailMessage('').length)}`;
		byPlace.set(key, { ...finding, message: message ?? finding.message });
	}
	return [...byPlace.values()];
}
