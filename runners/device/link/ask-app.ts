import { EngineError, type Finish } from '../../../src/index.ts';
import { Arrivals } from '../../supervisor/arrivals.ts';
import type { Answer, Asked, ToApp } from '../protocol/messages.ts';
import { AnswerBounds } from './answer-bounds.ts';
import { AnswerParts } from './answer-parts.ts';
import { type Connection, lost, wrong } from './connection.ts';
import type { DeviceLink } from './device-link.ts';
import { toldFailure } from './told-failure.ts';

/** Why an answer ended without the app: nobody waits for it any more. */
export interface Over {
	readonly type: 'over';
	readonly finish: Finish;
	readonly totalMs: number;
}

export interface AskOptions {
	readonly deadlineMs: number;
	/** Of each generation, as the app was told. */
	readonly maxTokens: number;
	readonly signal?: AbortSignal | undefined;
	/** What the app must know before, such as an opened conversation; sent once it is this ask's turn. */
	readonly before?: ((connection: Connection) => void) | undefined;
}

type WithoutNumber<A> = A extends Asked ? Omit<A, 'type' | 'ask'> : never;

/**
 * Asks the app and yields the parts of its answer, the last being an end without `more`, or why it is waited for no longer.
 * Throws EngineError: `cut` where the app was lost, other failures where it does not come back or does not keep to the
 * protocol.
 */
export async function* askApp(
	link: DeviceLink,
	asked: WithoutNumber<Asked>,
	{ signal, before, ...limits }: AskOptions,
): AsyncGenerator<Answer | Over, void, undefined> {
	const release = await link.turns.take();
	const startedAt = performance.now();
	const over = (unified: Cut, raw: string, limit?: Finish['limit']): Over => {
		return { type: 'over', finish: { unified, raw, limit }, totalMs: performance.now() - startedAt };
	};
	try {
		if (signal?.aborted) return void (yield over('aborted', 'abort'));
		const connection = await link.connection(signal).catch(abortedOr(link, signal));
		if (connection === undefined) return void (yield over('aborted', 'abort'));
		before?.(connection);
		try {
			yield* answers(link, connection, { type: 'ask', ask: link.nextAsk(), ...asked } as Asked, {
				...limits,
				signal,
				over,
			});
		} catch (error) {
			if (link.isDisposed || signal?.aborted) return void (yield over('aborted', 'abort'));
			throw error;
		}
	} finally {
		release();
	}
}

type Cut = 'aborted' | 'deadline' | 'length';

interface Waiting extends Omit<AskOptions, 'before'> {
	readonly over: (unified: Cut, raw: string, limit?: Finish['limit']) => Over;
}

async function* answers(
	link: DeviceLink,
	connection: Connection,
	asked: Extract<ToApp, { type: 'ask' }>,
	{ deadlineMs, maxTokens, signal, over }: Waiting,
): AsyncGenerator<Answer | Over, void, undefined> {
	const arrivals = new Arrivals<Answer | Over>();
	const parts = new AnswerParts(asked.ask, link);
	const bounds = new AnswerBounds(maxTokens);
	const stop = connection.listen(
		(message) => {
			if (message.type === 'error' && message.ask === asked.ask) {
				return arrivals.fail(toldFailure(connection.hello.device, message));
			}
			try {
				const part = parts.read(message);
				if (part !== undefined) take(part);
			} catch (error) {
				connection.end(error instanceof EngineError ? error : wrong(connection.hello.device, String(error)));
			}
		},
		(error) => arrivals.fail(error),
	);
	let runaway: Over | undefined;
	const take = (part: Answer): void => {
		const kept = bounds.read(part);
		if (kept !== undefined) arrivals.push(kept, isLast(kept));
		else if (runaway === undefined) {
			runaway = over('length', bounds.passed ?? '', 'gemmark');
			cancel('length');
		}
	};
	const giveUp = (unified: Cut): void => {
		arrivals.push(bounds.end ?? runaway ?? over(unified, 'silent app'), true);
		if (runaway === undefined) link.log.doubtTimes('the app stayed silent past its deadline');
		// Nobody knows what it is doing: it must come back before it is asked anything else.
		connection.end(lost(connection.hello.device, runaway ? 'the app did not stop' : 'the app stayed silent'));
	};
	let timer: NodeJS.Timeout | undefined;
	let late = false;
	let cancelled = false;
	const cancel = (why: Cut): void => {
		cancelled = true;
		connection.send({ type: 'cancel', ask: asked.ask });
		clearTimeout(timer);
		timer = setTimeout(giveUp, link.graceMs, why);
	};
	const within = (ms: number): void => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			late = true;
			cancel('deadline');
		}, ms);
	};
	const onAbort = (): void => cancel('aborted');
	signal?.addEventListener('abort', onAbort, { once: true });
	connection.isAtWork = true;
	let ended = false;
	try {
		connection.send(asked);
		within(deadlineMs + LATENCY_MS);
		while (!ended) {
			const part = await arrivals.next();
			ended = isLast(part);
			// Each generation of a turn has the time of one.
			if (part.type === 'end' && !ended && !cancelled) within(deadlineMs + LATENCY_MS);
			yield late && part.type === 'end' && part.finish === 'aborted' ? { ...part, finish: 'deadline' } : part;
		}
	} catch (error) {
		ended = true;
		throw error;
	} finally {
		if (!ended) {
			cancel('aborted');
			await arrivals.ended();
		}
		connection.isAtWork = false;
		clearTimeout(timer);
		signal?.removeEventListener('abort', onAbort);
		stop();
	}
}

/** A device ends at its deadline by itself, and then has to say so over the cable. */
const LATENCY_MS = 500;

function isLast(part: Answer | Over): boolean {
	return part.type === 'over' || (part.type === 'end' && part.more !== true);
}

function abortedOr(link: DeviceLink, signal: AbortSignal | undefined): (error: unknown) => undefined {
	return (error) => {
		if (signal?.aborted && !link.isDisposed) return undefined;
		throw error;
	};
}
