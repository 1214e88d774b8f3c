import { z } from 'zod';
import { ConfigError } from '../../base/errors.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { detached } from '../../base/json-loss.ts';
import { message } from '../../base/message.ts';
import { expectedIssue, type ToolParameters } from '../../eval/match/expected.ts';
import { ANYTHING } from '../../eval/match/values.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { ToolResult } from '../../tool/tool.ts';
import type { AppLanguage } from '../define.ts';
import type { FieldContent } from '../folder.ts';
import { checkContent, fieldPath, placeOf } from '../issue.ts';

interface CannedAnswers {
	/** Answer of the first matching entry; the error `no_answer` if there is none. */
	answer(tool: string, args: JsonObject): ToolResult;
	/** Tools without an entry. */
	readonly unanswered: readonly string[];
}

/**
 * Reads answers by tool: lists of `{ when?, answer }` or `{ when?, error }`; the first match answers. `when` has the arguments to
 * match. Throws {@link ConfigError} naming file, tool and field, also for a `when` that no valid call matches.
 */
export function readCannedAnswers(
	{ content, place, at }: FieldContent,
	tools: ToolParameters,
	language: AppLanguage,
): CannedAnswers {
	const answers = new Map(Object.entries(checkContent(answersSchema, content, place, at)));
	for (const [name, entries] of answers) {
		if (!tools.has(name)) throw problem([name], `no such tool${didYouMean(name, tools.keys())}`);
		for (const [index, entry] of entries.entries()) {
			const issue = expectedIssue([{ tool: name, arguments: entry.when ?? {} }], tools, isSame);
			if (issue !== undefined) throw problem([name, index, 'when', ...issue.path.slice(2)], issue.text);
			if (entry.when === undefined && index < entries.length - 1) {
				throw problem([name, index + 1], 'is never used: the entry before it has no `when`');
			}
		}
	}
	return {
		answer: (tool, args) => {
			const parameters = tools.get(tool) ?? {};
			const entry = answers
				.get(tool)
				?.find(({ when }) => when === undefined || hasAll(when, args, choicesOf(parameters)));
			if (entry === undefined) return failure('no_answer', NO_ANSWER[language]);
			return entry.error === undefined
				? { type: 'ok', data: detached(entry.answer ?? null) }
				: failure('error', entry.error);
		},
		unanswered: [...tools.keys()].filter((name) => (answers.get(name)?.length ?? 0) === 0),
	};

	function problem(path: readonly PropertyKey[], text: string): ConfigError {
		const field = [...at, ...path];
		return new ConfigError(
			message('config.answers', { place: placeOf(place, field), field: fieldPath(field), problem: text }),
		);
	}
}

const json = z.json() as z.ZodType<JsonValue>;

const entrySchema = z
	.strictObject({
		when: z.record(z.string(), json).optional(),
		answer: json.optional(),
		error: z.string().min(1).optional(),
	})
	.refine((entry) => (entry.answer === undefined) !== (entry.error === undefined), 'must have an answer or an error');

const answersSchema = z.record(z.string(), z.array(entrySchema));

/** Sent to the model, in its language. */
const NO_ANSWER: Readonly<Record<AppLanguage, string>> = {
	ko: '이 호출에 준비된 답이 없습니다',
	en: 'no answer is prepared for this call',
	any: 'no answer is prepared for this call',
};

function failure(code: string, reason: string): ToolResult {
	return { type: 'error', code, reason, kind: 'result_error' };
}

/** `*` is any given value, as in expected calls. Case and Unicode form of texts are ignored. */
function isSame(one: JsonValue, other: JsonValue | undefined, schemas: readonly JsonObject[] = []): boolean {
	if (one === ANYTHING) return true;
	if (typeof one === 'string' && typeof other === 'string') return comparable(one) === comparable(other);
	if (Array.isArray(one) && Array.isArray(other)) {
		return (
			one.length === other.length && one.every((item, index) => isSame(item, other[index], within(schemas, index)))
		);
	}
	if (isJsonObject(one) && isJsonObject(other)) {
		const others = Object.keys(other).filter((key) => !Object.hasOwn(one, key));
		return others.every((key) => isDefault(other[key], within(schemas, key))) && hasAll(one, other, schemas);
	}
	return one === other;
}

function hasAll(when: JsonObject, args: JsonObject, schemas: readonly JsonObject[]): boolean {
	return Object.entries(when).every(
		([key, value]) => Object.hasOwn(args, key) && isSame(value, args[key], within(schemas, key)),
	);
}

function comparable(text: string): string {
	return text.normalize('NFC').trim().toLowerCase();
}

/** Whether the value is a default, which may be omitted. */
function isDefault(value: JsonValue | undefined, schemas: readonly JsonObject[]): boolean {
	if (value === undefined) return true;
	return schemas.some(
		(schema) => schema.default !== undefined && canonicalJson(schema.default) === canonicalJson(value),
	);
}

/** Schemas of a field or an item, in any alternative. */
function within(schemas: readonly JsonObject[], step: string | number): readonly JsonObject[] {
	return schemas.flatMap(({ properties, additionalProperties, prefixItems, items }) => {
		if (typeof step === 'number') {
			const placed = Array.isArray(prefixItems) ? prefixItems[step] : undefined;
			return choicesOf(placed ?? items);
		}
		const known = isJsonObject(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined;
		return choicesOf(known ?? additionalProperties);
	});
}

function choicesOf(schema: JsonValue | undefined): readonly JsonObject[] {
	if (!isJsonObject(schema)) return [];
	return [schema, ...(Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(choicesOf) : [])];
}
