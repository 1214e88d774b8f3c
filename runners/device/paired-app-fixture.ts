import { expect, onTestFinished } from 'vitest';
import { EngineError } from '../../src/base/errors.ts';
import type { Conversation } from '../../src/model/conversation.ts';
import type { GenerationEvent } from '../../src/model/generation.ts';
import type { ChatOnlyModel, LoadedModel } from '../../src/model/runner.ts';
import { conversationOptions } from '../../src/testing/contract/contract-request.ts';
import { type PairedDevice, pairedDevice, type ScriptedApp } from './scripted-app-double.ts';

/** Fixture: a device's model with a scripted app, disposed after the test. */
export async function pair(...args: Parameters<typeof pairedDevice>): Promise<PairedDevice> {
	const paired = await pairedDevice(...args);
	onTestFinished(() => paired.model.dispose());
	return paired;
}

export function conversationOf(model: LoadedModel, fields: object = {}): Conversation {
	return (model as ChatOnlyModel).openConversation({ ...conversationOptions({}), ...fields });
}

/** A generation that is read to its end, or to what it throws. */
export function asked(model: LoadedModel, fields: object = {}): Promise<readonly GenerationEvent[]> {
	return Array.fromAsync(conversationOf(model, fields).sendChatTurn({ type: 'user', text: '물' }));
}

/** The EngineError that the work fails with. */
export async function failureOf(promise: Promise<unknown>): Promise<EngineError> {
	const error = await promise.then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof EngineError)) throw new Error(`no EngineError: ${String(error)}`);
	return error;
}

export const STOP = { finish: 'stop', usage: { promptTokens: 3, outputTokens: 1 } };

export function chunk(ask: number, n: number, text: string): object {
	return { type: 'chunk', ask, n, atMs: 0, text };
}

export function end(ask: number, n: number): object {
	return { type: 'end', ask, n, atMs: 0, ...STOP };
}

/** The app can be asked, and is heard. */
export async function expectAnswer(model: LoadedModel, app: ScriptedApp): Promise<void> {
	const events = asked(model);
	const { ask } = await app.next('ask');
	app.say(chunk(ask, 0, '네'));
	app.say(end(ask, 1));
	expect((await events).map(({ type }) => type)).toEqual(['text', 'end']);
}
