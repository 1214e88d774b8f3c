import type { ToolDeclaration } from '../model/conversation.ts';
import { type FactKind, type SchemaFact, schemaFacts } from './schema-facts.ts';
import { declarationOf, type FindingLevel, type LintFinding, type LintTool } from './subject.ts';

/**
 * What of an app's tools the model never sees: tools, parameters, descriptions, enums, defaults, limits. Found by leaving
 * each out: a prompt that stays the same did not have it. `promptOf` renders a prompt that declares these tools;
 * `isReserved` tells names of parameters that older templates of the family leave out.
 */
export function unseenFacts(
	tools: readonly LintTool[],
	promptOf: (tools: readonly ToolDeclaration[]) => string,
	isReserved: (name: string) => boolean,
): readonly LintFinding[] {
	const declared = tools.map(declarationOf);
	const all = promptOf(declared);
	const unseen = tools.map((_, index) => promptOf(declared.toSpliced(index, 1)) === all);
	if (tools.length > 0 && all === promptOf([])) {
		const message = {
			en: `the model's chat template prints no tools, so the model cannot know any of the ${tools.length}`,
			ko: `채팅 템플릿이 도구를 하나도 적지 않아서 모델은 도구 ${tools.length}개를 모두 알 수 없습니다`,
		};
		return [{ level: 'error', code: 'no-tool-support', message, where: 'template' }];
	}
	return tools.flatMap((tool, index) =>
		unseen[index]
			? [unseenTool(tool)]
			: merged(unseenInTool(tool, (one) => promptOf([declarationOf(one)]), isReserved)),
	);
}

function unseenTool({ name }: LintTool): LintFinding {
	return { level: 'error', code: 'tool-unseen', message: NOT_PRINTED, where: name };
}

const NOT_PRINTED = {
	en: "the model's chat template does not print it, so the model cannot know it",
	ko: '채팅 템플릿이 적지 않아서 모델이 알 수 없습니다',
};

function* unseenInTool(
	tool: LintTool,
	promptOf: (tool: LintTool) => string,
	isReserved: (name: string) => boolean,
): Iterable<Unseen> {
	if (tool.description !== '' && promptOf(tool) === promptOf({ ...tool, description: '' })) {
		yield { level: 'warning', code: 'description-unseen', message: untold([WORDS.description]), where: tool.name };
	}
	const isSeen = ({ whole, without }: SchemaFact): boolean =>
		promptOf({ ...tool, schema: whole }) !== promptOf({ ...tool, schema: without });
	yield* unseenAmong(schemaFacts(tool.schema), tool.name, { isSeen, isReserved });
}

function* unseenAmong(
	facts: Iterable<SchemaFact>,
	tool: string,
	is: { readonly isSeen: (fact: SchemaFact) => boolean; readonly isReserved: (name: string) => boolean },
): Iterable<Unseen> {
	for (const fact of facts) {
		const where = `${tool}${fact.path}`;
		const parameter = fact.kind === 'parameter';
		const reserved = parameter && is.isReserved(fact.name);
		if (!is.isSeen(fact)) yield parameter ? unseenParameter(fact, where, reserved) : unseenDetail(fact, where);
		else {
			if (reserved) yield reservedName(fact, where);
			yield* unseenAmong(fact.inner(), tool, is);
		}
	}
}

function unseenParameter({ name, required }: SchemaFact, where: string, reserved: boolean): LintFinding {
	const message = {
		en: `${NOT_PRINTED.en}${reserved ? ` (official Gemma 4 templates before ${RESERVED_UNTIL} drop every parameter called ${name})` : ''}`,
		ko: `${NOT_PRINTED.ko}${reserved ? ` (${RESERVED_UNTIL} 전의 Gemma 4 공식 템플릿은 이름이 ${name}인 매개변수를 모두 빠뜨립니다)` : ''}`,
	};
	return { level: required ? 'error' : 'warning', code: 'parameter-unseen', message, where };
}

function reservedName({ name }: SchemaFact, where: string): LintFinding {
	const message = {
		en: `this template prints it, but official Gemma 4 templates before ${RESERVED_UNTIL} drop every parameter called ${name}`,
		ko: `이 템플릿은 출력하지만, ${RESERVED_UNTIL} 전의 Gemma 4 공식 템플릿은 이름이 ${name}인 매개변수를 모두 빠뜨립니다`,
	};
	return { level: 'note', code: 'reserved-name', message, where };
}

function unseenDetail({ kind, name }: SchemaFact, where: string): Unseen {
	const detail = WORDS[kind] ?? { en: name, ko: name };
	return { level: DETAIL_LEVELS[kind], code: `${kind}-unseen`, message: untold([detail]), where, detail };
}

/** A finding that may be one of several of its kind at its place. */
interface Unseen extends LintFinding {
	readonly detail?: Detail;
}

interface Detail {
	readonly en: string;
	readonly ko: string;
}

function untold(details: readonly Detail[]): Detail {
	const [en, ko] = (['en', 'ko'] as const).map((lang) => details.map((detail) => detail[lang]).join(', '));
	return { en: `the prompt does not tell ${en}`, ko: `프롬프트가 알려 주지 않는 것: ${ko}` };
}

const DETAIL_LEVELS: Readonly<Record<FactKind, FindingLevel>> = {
	parameter: 'error',
	type: 'note',
	description: 'warning',
	enum: 'warning',
	default: 'note',
	limit: 'note',
	required: 'note',
	alternative: 'note',
};

const WORDS = {
	description: { en: 'its description', ko: '설명' },
	enum: { en: 'its enum', ko: '고를 수 있는 값(enum)' },
	default: { en: 'its default', ko: '기본값' },
	required: { en: 'that it is required', ko: '꼭 있어야 한다는 것' },
	type: { en: 'its type', ko: '타입' },
	parameter: undefined,
	limit: undefined,
	alternative: undefined,
} as const satisfies Readonly<Record<FactKind, Detail | undefined>>;

/** Several limits of one parameter in one finding. */
function merged(findings: Iterable<Unseen>): readonly LintFinding[] {
	const byPlace = Map.groupBy(findings, ({ code, where }) => `${code} ${where}`);
	return Array.from(byPlace.values(), (same) => {
		const [{ detail: _, ...finding }] = same as [Unseen, ...Unseen[]];
		const details = same.flatMap(({ detail }) => detail ?? []);
		return details.length > 1 ? { ...finding, message: untold(details) } : finding;
	});
}

/**
 * Date of the first official Gemma 4 template that prints parameters of these names.
 * Source: ollama/ollama, model/renderers/testdata/gemma4_{e2b,31b}_chat_template.jinja2, commits bf2a42172 (2026-04-13,
 * drops them) and c7c2837c9 (2026-04-29, prints them).
 */
export const RESERVED_UNTIL = '2026-04-29';

const RESERVED_NAMES: ReadonlySet<string> = new Set(['description', 'type', 'properties', 'required', 'nullable']);

/** Whether a parameter is called like a keyword of JSON Schema that older templates of the dialect leave out. */
export function isReservedName(name: string, dialect: string): boolean {
	return dialect === 'gemma4' && RESERVED_NAMES.has(name);
}
