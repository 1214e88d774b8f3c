import { GemmarkError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, jsonOf } from '../base/json.ts';
import { jsonLoss } from '../base/json-loss.ts';
import { english, message, remedyOf, type Said } from '../base/message.ts';
import { isInstance, thrownPlace } from '../base/thrown.ts';
import { isChatMessage } from '../chat/turn-loop.ts';
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
	const state = callUserCode(place, () => session.snapshot());
	return plainOf(place, state);
}

/** Groups of a sample, NFC; undefined if its suite has none. Throws {@link UserCodeFailure}. */
export function groupsOf(
	suite: Pick<Suite, 'name' | 'groups'>,
	sample: Sample,
): ReturnType<NonNullable<Suite['groups']>> | undefined {
	if (suite.groups === undefined) return undefined;
	const place = `${suitePlace(suite, sample)}: groups()`;
	const groups: unknown = callUserCode(place, () => suite.groups?.(sample));
	if (isJsonObject(groups)) plainOf(place, groups);
	if (typeof groups !== 'object' || groups === null || Array.isArray(groups)) {
		throw new UserCodeFailure(message('user-code.no-groups', { place }));
	}
	const given = Object.entries(groups).filter(([, value]) => value !== undefined);
	const [odd] = given.filter(([, value]) => typeof value !== 'string');
	if (odd !== undefined) {
		const [name, value] = odd;
		throw new UserCodeFailure(
			message('user-code.group-not-text', { place, name, value: JSON.stringify(value)?.slice(0, 60) ?? typeof value }),
		);
	}
	return Object.fromEntries(given.map((texts) => texts.map((text) => text.normalize('NFC'))));
}

/** A validated copy of a solver's result. Throws {@link UserCodeFailure}. */
export function readSolution(place: string, given: Solution | undefined): Solution {
	const { messages, facts, error } = given ?? {};
	if (!Array.isArray(messages)) throw new UserCodeFailure(message('user-code.no-messages', { place }));
	const odd = messages.findIndex((one) => !isChatMessage(one));
	if (odd !== -1) throw new UserCodeFailure(message('user-code.not-a-message', { place, n: odd }));
	if (error !== undefined && typeof error !== 'string')
		throw new UserCodeFailure(message('user-code.error-not-text', { place }));
	if (facts === undefined) throw new UserCodeFailure(message('user-code.no-facts', { place }));
	return {
		facts: plainOf(`${place}: facts`, facts),
		...(plainOf(place, { messages }) as unknown as Pick<Solution, 'messages'>),
		...(error !== undefined && { error }),
	};
}

export function suitePlace({ name }: Pick<Suite, 'name'>, { id }: Sample): string {
	return `suite ${name}: sample ${id}`;
}

/** The value as plain JSON. */
function plainOf(place: string, given: unknown): JsonObject {
	if (!isJsonObject(given)) throw new UserCodeFailure(message('user-code.no-object', { place }));
	try {
		const loss = jsonLoss(given);
		if (loss !== undefined) {
			const where = loss.path === '' ? place : `${place}: ${loss.path}`;
			throw new UserCodeFailure(
				message('user-code.json-loss', { place: where, problem: loss.text, remedy: loss.hint }),
			);
		}
		return jsonOf(given) as JsonObject;
	} catch (thrown) {
		if (isInstance(thrown, UserCodeFailure)) throw thrown;
		// V8 prints a cycle over several lines; the first is enough.
		const [said = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
		throw new UserCodeFailure(message('user-code.not-json', { place, text: said }), thrown);
	}
}
