import { GemmarkError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, jsonOf } from '../base/json.ts';
import { jsonLoss } from '../base/json-loss.ts';
import { english, message, remedyOf, type Said } from '../base/message.ts';
import { isInstance, thrownPlace } from '../base/thrown.ts';
import { isChatMessage } from '../chat/turn-loop.ts';
import type { Sample } from './sample.ts';
import type { Solution, Suite } from './suite.ts';

/** A user's code threw, or returned what no log can hold. */
export class OwnCodeFailure extends Error {
	readonly said: Said;
	/** What to do, where that is known. */
	readonly hint: string | undefined;

	constructor(said: Said, cause?: unknown) {
		super(english(said), { cause });
		this.name = 'OwnCodeFailure';
		this.said = said;
		this.hint = remedyOf(said);
	}
}

/** Calls what an operator brought; `place` names it, such as `app coach: open()`. Throws {@link OwnCodeFailure}. */
export function callOwn<T>(place: string, call: () => T): T {
	try {
		return call();
	} catch (thrown) {
		throw ownFailure(place, thrown);
	}
}

/** What was thrown at `place` as a failure of it; one that is such a failure already stays as it is. */
export function ownFailure(place: string, thrown: unknown): OwnCodeFailure {
	if (isInstance(thrown, OwnCodeFailure)) return thrown;
	const said = isInstance(thrown, GemmarkError)
		? message('user-code.failed', { place, problem: thrown.said })
		: message('user-code.threw', { place, thrown: thrownPlace(thrown) });
	return new OwnCodeFailure(said, thrown);
}

/** A copy of an app's state, for the app goes on changing its own, as a log can hold it. Throws {@link OwnCodeFailure}. */
export function snapshotOf(app: { readonly name: string }, session: { snapshot(): JsonObject }): JsonObject {
	const place = `app ${app.name}: snapshot()`;
	const state = callOwn(place, () => session.snapshot());
	return plainOf(place, state);
}

/** Groups of a sample, NFC, so that what looks alike is one group; absent where its suite has none. Throws {@link OwnCodeFailure}. */
export function groupsOf(
	suite: Pick<Suite, 'name' | 'groups'>,
	sample: Sample,
): ReturnType<NonNullable<Suite['groups']>> | undefined {
	if (suite.groups === undefined) return undefined;
	const place = `${suitePlace(suite, sample)}: groups()`;
	const groups: unknown = callOwn(place, () => suite.groups?.(sample));
	if (isJsonObject(groups)) plainOf(place, groups);
	if (typeof groups !== 'object' || groups === null || Array.isArray(groups)) {
		throw new OwnCodeFailure(message('user-code.no-groups', { place }));
	}
	const told = Object.entries(groups).filter(([, value]) => value !== undefined);
	const [odd] = told.filter(([, value]) => typeof value !== 'string');
	if (odd !== undefined) {
		const [name, value] = odd;
		throw new OwnCodeFailure(
			message('user-code.group-not-text', { place, name, value: JSON.stringify(value)?.slice(0, 60) ?? typeof value }),
		);
	}
	return Object.fromEntries(told.map((texts) => texts.map((text) => text.normalize('NFC'))));
}

/** A copy of what a suite's solver gave. Throws {@link OwnCodeFailure} for what is no solution. */
export function readSolution(place: string, given: Solution | undefined): Solution {
	const { messages, facts, error } = given ?? {};
	if (!Array.isArray(messages)) throw new OwnCodeFailure(message('user-code.no-messages', { place }));
	const odd = messages.findIndex((one) => !isChatMessage(one));
	if (odd !== -1) throw new OwnCodeFailure(message('user-code.not-a-message', { place, n: odd }));
	if (error !== undefined && typeof error !== 'string')
		throw new OwnCodeFailure(message('user-code.error-not-text', { place }));
	if (facts === undefined) throw new OwnCodeFailure(message('user-code.no-facts', { place }));
	return {
		facts: plainOf(`${place}: facts`, facts),
		...(plainOf(place, { messages }) as unknown as Pick<Solution, 'messages'>),
		...(error !== undefined && { error }),
	};
}

export function suitePlace({ name }: Pick<Suite, 'name'>, { id }: Sample): string {
	return `suite ${name}: sample ${id}`;
}

/** What JSON makes of it. */
function plainOf(place: string, given: unknown): JsonObject {
	if (!isJsonObject(given)) throw new OwnCodeFailure(message('user-code.no-object', { place }));
	try {
		const loss = jsonLoss(given);
		if (loss !== undefined) {
			const where = loss.path === '' ? place : `${place}: ${loss.path}`;
			throw new OwnCodeFailure(message('user-code.json-loss', { place: where, problem: loss.text, remedy: loss.hint }));
		}
		return jsonOf(given) as JsonObject;
	} catch (thrown) {
		if (isInstance(thrown, OwnCodeFailure)) throw thrown;
		// The place is gemmark's own, and V8 draws a cycle over several lines: the first says it.
		const [said = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
		throw new OwnCodeFailure(message('user-code.not-json', { place, text: said }), thrown);
	}
}
