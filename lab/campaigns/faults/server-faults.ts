import type { ServerResponse } from 'node:http';
import type { Run } from '../../../run/results/read-run.ts';
import { type Disturbance, sendEvent, sendEvents } from '../../../runners/openai/engine-server-fixture.ts';
import { isJsonObject, type JsonObject } from '../../../src/base/json.ts';
import type { Chance } from '../trial/chance.ts';
import type { DisturbedOptions, ServerFault } from './fault.ts';

type ServerGround = Parameters<ServerFault['run']>[0];

/** Faults of a server in OpenAI form and of what lies between, with `none` as control. */
export const SERVER_FAULTS: readonly ServerFault[] = [
	{ name: 'none', run: ({ evaluate }) => evaluate() },
	disturbing('stream cut', ({ whole, happens }) => {
		const [count, politely] = [whole(1, 30), happens(0.5)];
		return async (response, events) => {
			if (await sendFirst(response, events, count)) return;
			if (politely) response.end();
			else response.destroy();
		};
	}),
	disturbing(
		'hang',
		({ whole }) => {
			const count = whole(0, 30);
			return async (response, events) => {
				if (await sendFirst(response, events, count)) return;
				// The client goes when its deadline is over.
				await new Promise((resolve) => response.on('close', resolve));
			};
		},
		{ deadline: 0.4 },
	),
	disturbing('empty stream', ({ happens }) => {
		const closed = happens(0.5);
		return async (response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.end(closed ? 'data: [DONE]\n\n' : '');
		};
	}),
	disturbing('connection reset', ({ happens, whole }) => {
		const [atOnce, count] = [happens(0.5), whole(1, 20)];
		return async (response, events) => {
			if (!atOnce && (await sendFirst(response, events, count))) return;
			response.socket?.resetAndDestroy();
		};
	}),
	{ name: 'server restarted', run: (ground, chance) => ground.evaluate(restarting(ground, chance)) },
	{
		name: 'server restarted, resumed',
		async run(ground, chance) {
			const run = await ground.evaluate(restarting(ground, chance));
			await ground.engine.settled();
			return run.failure === undefined ? run : ground.evaluate({ resume: true });
		},
	},
	disturbing('HTML page', ({ pick }) => {
		const status = pick([200, 404, 502]);
		return async (response) => {
			response.writeHead(status, { 'content-type': 'text/html' });
			response.end('<!doctype html><title>Sign in</title><h1>Sign in to continue</h1>');
		};
	}),
	disturbing('wrong content type', ({ happens }) => {
		const whole = happens(0.5);
		return async (response, events) => {
			let text = '';
			for await (const event of events) text += textOf(event) ?? '';
			response.writeHead(200, { 'content-type': whole ? 'application/json' : 'text/plain' });
			response.end(whole ? JSON.stringify({ choices: [{ text, finish_reason: 'stop' }] }) : text);
		};
	}),
	disturbing('tokens swallowed', () => (response, events) => sendEvents(response, withoutSpecialTokens(events))),
	disturbing('error in the stream', ({ whole }) => {
		const count = whole(0, 30);
		return async (response, events) => {
			if (await sendFirst(response, events, count)) return;
			sendEvent(response, { error: { message: 'CUDA error: out of memory' } });
			response.end();
		};
	}),
];

/** A fault of some answers: from one on, all, half or a few of them. */
function disturbing(name: string, make: (chance: Chance) => Disturbance, options: DisturbedOptions = {}): ServerFault {
	return {
		name,
		async run({ engine, evaluate }: ServerGround, chance): Promise<Run> {
			const [first, share] = [chance.whole(0, 20), chance.pick([1, 0.5, 0.15])];
			let answers = 0;
			engine.disturb = (response, events) =>
				answers++ >= first && chance.happens(share) ? make(chance)(response, events) : sendEvents(response, events);
			return evaluate(options);
		},
	};
}

function restarting({ engine, after }: ServerGround, { whole }: Chance): DisturbedOptions {
	const goneMs = whole(0, 1500);
	return after(whole(0, 14), whole(0, 150), () => engine.restart(goneMs));
}

/** Whether the answer came to its end within so many events. */
async function sendFirst(response: ServerResponse, events: AsyncIterable<JsonObject>, count: number): Promise<boolean> {
	let sent = 0;
	for await (const event of events) {
		if (sent++ >= count) return false;
		sendEvent(response, event);
	}
	response.end('data: [DONE]\n\n');
	return true;
}

/** What a server sends that hides the tokens of which calls are made. */
export async function* withoutSpecialTokens(events: AsyncIterable<JsonObject>): AsyncGenerator<JsonObject> {
	for await (const event of events) {
		const text = textOf(event);
		yield text === undefined ? event : { ...event, choices: [{ text: text.replace(SPECIAL_TOKEN, '') }] };
	}
}

const SPECIAL_TOKEN = /<\|?[a-z_"]+\|?>/gu;

/** Text of an event that says more; the one that says how it ended has none. */
function textOf({ choices }: JsonObject): string | undefined {
	const [choice] = Array.isArray(choices) ? choices : [];
	return isJsonObject(choice) && typeof choice.text === 'string' && choice.finish_reason === undefined
		? choice.text
		: undefined;
}
