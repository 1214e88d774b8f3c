import { GemmarkError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, jsonOf } from '../base/json.ts';
import { detached, jsonLoss } from '../base/json-loss.ts';
import { isInstance, thrownPlace } from '../base/thrown.ts';
import { isChatMessage } from '../chat/turn-loop.ts';
import type { Conversation } from '../model/conversation.ts';
import type { Sample } from './sample.ts';
import type { Solution, Suite } from './suite.ts';

/** Name of the failure in a transcript: the app's or the suite's own code failed, nothing that the model did. */
export const OWN_CODE = 'own-code';

/** Code that an operator brought threw, or gave what no log can hold. The message says whose, in one line. */
export class OwnCodeFailure extends Error {
	/** What to do, as a sentence, where that is known. */
	readonly hint: string | undefined;

	constructor(message: string, cause?: unknown, hint?: string) {
		super(message, { cause });
		this.name = 'OwnCodeFailure';
		this.hint = hint;
	}

	/** Message and hint in one line. */
	get told(): string {
		return this.hint === undefined ? this.message : `${this.message}. ${this.hint}`;
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
	const said = isInstance(thrown, GemmarkError) ? thrown.message : `throws ${thrownPlace(thrown)}`;
	return new OwnCodeFailure(`${place}: ${said}`, thrown);
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
		throw new OwnCodeFailure(`${place}: gives no object of names and texts`);
	}
	const told = Object.entries(groups).filter(([, value]) => value !== undefined);
	const [odd] = told.filter(([, value]) => typeof value !== 'string');
	if (odd !== undefined) {
		const [name, value] = odd;
		throw new OwnCodeFailure(`${place}: ${name} is ${JSON.stringify(value)?.slice(0, 60)}, and no text`);
	}
	return Object.fromEntries(told.map((texts) => texts.map((text) => text.normalize('NFC'))));
}

/** A copy of what a suite's solver gave. Throws {@link OwnCodeFailure} for what is no solution. */
export function readSolution(place: string, given: Solution | undefined): Solution {
	const { messages, facts, error } = given ?? {};
	if (!Array.isArray(messages)) throw new OwnCodeFailure(`${place}: gives no messages`);
	const odd = messages.findIndex((message) => !isChatMessage(message));
	if (odd !== -1) throw new OwnCodeFailure(`${place}: gives messages[${odd}], which is no message`);
	if (error !== undefined && typeof error !== 'string')
		throw new OwnCodeFailure(`${place}: gives an error that is no text`);
	if (facts === undefined)
		throw new OwnCodeFailure(`${place}: gives no facts (an object, empty where there is nothing to tell)`);
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
	if (!isJsonObject(given)) throw new OwnCodeFailure(`${place}: gives no object`);
	try {
		const loss = jsonLoss(given);
		if (loss !== undefined) {
			const where = loss.path === '' ? place : `${place}: ${loss.path}`;
			throw new OwnCodeFailure(`${where}: ${loss.text}`, undefined, loss.hint);
		}
		return jsonOf(given) as JsonObject;
	} catch (thrown) {
		if (isInstance(thrown, OwnCodeFailure)) throw thrown;
		// The place is gemmark's own, and V8 draws a cycle over several lines: the first says it.
		const [said = ''] = String(thrown instanceof Error ? thrown.message : thrown).split('\n');
		throw new OwnCodeFailure(`${place}: gives what JSON cannot carry: ${said}`, thrown);
	}
}

/** The same conversation, which shares nothing with its solver: what that does to events in place is not in their record. */
export function detachedConversation(conversation: Conversation): Conversation {
	const { reflectsAs, userTurn } = conversation;
	return {
		reflectsAs,
		async *sendChatTurn(input, options) {
			for await (const event of conversation.sendChatTurn(detached(input), options)) {
				// There is one for each token, and all but a call and the end are flat.
				yield event.type === 'call' || event.type === 'end' ? detached(event) : { ...event };
			}
		},
		userTurn: userTurn && ((text, options) => userTurn.call(conversation, text, options)),
	};
}
