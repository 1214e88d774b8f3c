import { z } from 'zod';
import { ConfigError } from '../../errors/gemmark-error.ts';
import { type ExpectedIssue, expectedIssue } from '../../eval/match/expected-issue.ts';
import { ANYTHING } from '../../eval/match/value-matching.ts';
import { detached } from '../../json/detached.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import type { ToolDeclaration } from '../../model/conversation.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { ToolResult } from '../../tool/result.ts';
import type { FieldContent } from '../config-folder.ts';
import type { AppLanguage } from '../define.ts';
import { fieldPath, placeOf } from '../field-path.ts';
import { checkContent } from '../schema/config-issue.ts';

export interface CannedAnswers {
	/** Of the first entry whose arguments match; the error `no_answer` where none does. */
	answer(tool: string, args: JsonObject): ToolResult;
	/** Tools that no entry answers for. */
	readonly unanswered: readonly string[];
}

/**
 * Reads answers by tool: lists of `{ when?, answer }` or `{ when?, error }`, of which the first match answers. `when`
 * names the arguments that count. Throws {@link ConfigError} naming file, tool and field.
 */
export function readCannedAnswers(
	{ content, place, at }: FieldContent,
	tools: readonly ToolDeclaration[],
	language: AppLanguage,
): CannedAnswers {
	const answers = new Map(Object.entries(checkContent(answersSchema, content, place, at)));
	const byName = new Map(tools.map((tool) => [tool.name, tool]));
	for (const [name, entries] of answers) {
		const tool = byName.get(name);
		if (tool === undefined) throw problem([name], `there is no such tool${didYouMean(name, byName.keys())}`);
		for (const [index, entry] of entries.entries()) {
			const issue = whenIssue(tool, entry.when ?? {});
			if (issue !== undefined) throw problem([name, index, 'when', ...issue.path.slice(2)], issue.text);
			if (entry.when === undefined && index < entries.length - 1) {
				throw problem([name, index + 1], 'never answers, for the entry before it has no `when`');
			}
		}
	}
	return {
		answer: (tool, args) => {
			const entry = answers.get(tool)?.find(({ when }) => when === undefined || matches(when, args));
			if (entry === undefined) return failure('no_answer', NO_ANSWER[language]);
			return entry.error === undefined
				? { type: 'ok', data: detached(entry.answer ?? null) }
				: failure('error', entry.error);
		},
		unanswered: [...byName.keys()].filter((name) => (answers.get(name)?.length ?? 0) === 0),
	};

	function problem(path: readonly PropertyKey[], text: string): ConfigError {
		const field = [...at, ...path];
		return new ConfigError(`${placeOf(place, field)}: ${fieldPath(field)}: ${text}`, { hint: 'Correct it there.' });
	}
}

/** Why no call that the tool takes could fit, by a path within `[0, 'arguments']`. Text fits whatever its case, that of a choice too. */
function whenIssue(tool: ToolDeclaration, when: JsonObject): ExpectedIssue | undefined {
	const properties = isJsonObject(tool.parameters.properties) ? tool.parameters.properties : {};
	const chosen = Object.entries(when).map(([name, value]): readonly [string, JsonValue] => {
		const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
		const choices = isJsonObject(property) && Array.isArray(property.enum) ? property.enum : [];
		return [name, choices.find((choice) => same(value, choice)) ?? value];
	});
	const call = { tool: tool.name, arguments: Object.fromEntries(chosen) };
	return expectedIssue([call], new Map([[tool.name, tool.parameters]]));
}

interface CannedAnswer {
	readonly when?: JsonObject | undefined;
	readonly answer?: JsonValue | undefined;
	readonly error?: string | undefined;
}

const json = z.json() as z.ZodType<JsonValue>;

const entrySchema: z.ZodType<CannedAnswer> = z
	.strictObject({
		when: z.record(z.string(), json).optional(),
		answer: json.optional(),
		error: z.string().min(1).optional(),
	})
	.refine((entry) => (entry.answer === undefined) !== (entry.error === undefined), 'must have an answer or an error');

const answersSchema: z.ZodType<Readonly<Record<string, readonly CannedAnswer[]>>> = z.record(
	z.string(),
	z.array(entrySchema),
);

/** What the model reads, in the language it speaks. */
const NO_ANSWER: Readonly<Record<AppLanguage, string>> = {
	ko: '이 호출에 준비된 답이 없습니다',
	en: 'no answer is prepared for this call',
	any: 'no answer is prepared for this call',
};

function failure(code: string, reason: string): ToolResult {
	return { type: 'error', code, reason, kind: 'result_error' };
}

function matches(when: JsonObject, args: JsonObject): boolean {
	return Object.entries(when).every(([key, value]) => Object.hasOwn(args, key) && same(value, args[key]));
}

/** As in the calls that a corpus expects, `*` is anything that was given. */
function same(one: JsonValue, other: JsonValue | undefined): boolean {
	if (one === ANYTHING) return true;
	if (typeof one === 'string' && typeof other === 'string') return comparable(one) === comparable(other);
	if (Array.isArray(one) && Array.isArray(other)) {
		return one.length === other.length && one.every((item, index) => same(item, other[index]));
	}
	if (isJsonObject(one) && isJsonObject(other)) {
		return Object.keys(one).length === Object.keys(other).length && matches(one, other);
	}
	return one === other;
}

function comparable(text: string): string {
	return text.normalize('NFC').trim().toLowerCase();
}
