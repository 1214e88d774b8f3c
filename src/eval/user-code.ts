import { z } from 'zod';
import { parseAt } from '../base/border.ts';
import { GemmarkError } from '../base/errors.ts';
import { type JsonObject, jsonOf } from '../base/json.ts';
import { jsonLoss } from '../base/json-loss.ts';
import { english, message, remedyOf, type Said } from '../base/message.ts';
import { isInstance, thrownPlace } from '../base/thrown.ts';
import type { Sample } from './sample.ts';
import type { Solution, Suite } from './suite.ts';

/** User code threw, or returned what no log can hold. */
export class UserCodeFailure extends Error {
	readonly said: Said;
	/** The remedy, if known. */
	readonly hint: string | undefined;

	constructor(said: Said, cause?: unknown) {
		super(english(said), { cause });
		this.name = 'UserCodeFailure';
		this.said = said;
		this.hint = remedyOf(said);
	}
}

/** Calls user code; `place` names it, such as `app coach: open()`. Throws {@link UserCodeFailure}. */
export function callUserCode<T>(place: string, call: () => T): T {
	try {
		return call();
	} catch (thrown) {
		throw userCodeFailure(place, thrown);
	}
}

/** Wraps what user code threw at `place`. */
export function userCodeFailure(place: string, thrown: unknown): UserCodeFailure {
	if (isInstance(thrown, UserCodeFailure)) return thrown;
	const said = isInstance(thrown, GemmarkError)
		? message('user-code.failed', { place, problem: thrown.said })
		: message('user-code.threw', { place, thrown: thrownPlace(thrown) });
	return new UserCodeFailure(said, thrown);
}

/** A copy of an app's state. Throws {@link UserCodeFailure}. */
export function snapshotOf(app: { readonly name: string }, session: { snapshot(): JsonObject }): JsonObject {
	const place = `app ${app.name}: snapshot()`;
	return returned(place, anyObject, () => session.snapshot());
}

/** Groups of a sample, NFC; undefined if its suite has none. Throws {@link UserCodeFailure}. */
export function groupsOf(suite: Suite, sample: Sample): Readonly<Record<string, string>> | undefined {
	if (suite.groups === undefined) return undefined;
	const place = `${suitePlace(suite, sample)}: groups()`;
	const groups: Record<string, string> = returned(place, groupTexts, () => suite.groups?.(sample));
	return Object.fromEntries(Object.entries(groups).map((texts) => texts.map((text) => text.normalize('NFC'))));
}

/** A validated copy of a solver's result. Throws {@link UserCodeFailure}. */
export function readSolution(place: string, given: Solution | undefined): Solution {
	const { messages, facts, error } = given ?? {};
	return returned(place, solution, () => ({ messages, facts, error }));
}

const anyObject = z.looseObject({});
const groupTexts = z.record(z.string(), z.string().optional());
const chatMessage = z.union(
	[
		z.looseObject({ role: z.enum(['user', 'model', 'system', 'reflection']), text: z.string() }),
		z.looseObject({ role: z.literal('malformed-call'), reason: z.string(), raw: z.string() }),
		z.looseObject({ role: z.literal('tool-call'), call: anyObject, result: anyObject }),
	],
	'is not a message',
);
const solution = z.object({
	messages: z.array(chatMessage),
	facts: anyObject,
	error: z.string().optional(),
});

export function suitePlace({ name }: Suite, { id }: Sample): string {
	return `suite ${name}: sample ${id}`;
}

/** Calls user code; returns a validated JSON copy of its result. */
function returned<T>(place: string, schema: z.ZodType, call: () => unknown): T {
	const given = callUserCode(place, call);
	try {
		const parsed = parseAt(schema, given);
		if ('problem' in parsed) {
			const { field, problem } = parsed;
			throw new UserCodeFailure(message('user-code.invalid', { place, ...(field !== '' && { field }), problem }));
		}
		const loss = jsonLoss(given);
		if (loss === undefined) return jsonOf(given) as T;
		const where = loss.path === '' ? place : `${place}: ${loss.path}`;
		throw new UserCodeFailure(message('user-code.json-loss', { place: where, problem: loss.text, remedy: loss.hint }));
	} catch (thrown) {
		if (isInstance(thrown, UserCodeFailure)) throw thrown;
		// V8 prints a cycle over several lines; the first is enough.
		const [text = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
		throw new UserCodeFailure(message('user-code.not-json', { place, text }), thrown);
	}
}
