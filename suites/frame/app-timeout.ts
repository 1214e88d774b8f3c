import { ConfigError, type GenerationRecord, GenerationTimeoutError, type StructuredModel } from '../../src/index.ts';

/** How long the app waits for a suggestion, where a suite does not say. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** Bounds of the app's own timeout, seconds. */
export const TIMEOUT_S = { from: 1, to: 30 } as const;

/** Throws ConfigError where an app would not wait so long, or so short. */
export function requireTimeout(suite: string, timeoutMs: number): void {
	if (timeoutMs >= TIMEOUT_S.from * 1000 && timeoutMs <= TIMEOUT_S.to * 1000) return;
	throw new ConfigError(`suite ${suite}: timeoutMs: ${timeoutMs} is not from 1000 to 30000`, {
		hint: `An app waits ${TIMEOUT_S.from} to ${TIMEOUT_S.to} seconds for a suggestion.`,
	});
}

/** A model as an app that waits for `timeoutMs` sees it: what comes later has not come. */
export interface TimedModel extends StructuredModel {
	/** Whether the app had given up; so it has on an answer that never came. */
	timedOut(): boolean;
}

/**
 * Rejects with GenerationTimeoutError what comes later than the app waits. Told by the generation's own clock, so that
 * it is the same whether the engine heeds its deadline, an abort or neither, and in a replay. The engine has always come
 * to rest before the answer is given: the next sample needs it.
 */
export function withTimeout(
	model: StructuredModel,
	timeoutMs: number,
	generations: readonly GenerationRecord[],
): TimedModel {
	let inTime = false;
	return {
		timedOut: () => !inTime,
		async generateStructured(prompt, tool, { signal }) {
			const patience = new AbortController();
			const timer = setTimeout(() => patience.abort(), timeoutMs + GRACE_MS);
			const isLate = (): boolean => cameLate(generations.at(-1), tool.name, timeoutMs) ?? patience.signal.aborted;
			try {
				const answer = await model.generateStructured(prompt, tool, {
					signal: AbortSignal.any([signal, patience.signal]),
				});
				inTime = !isLate();
				if (inTime) return answer;
			} catch (error) {
				inTime = !isLate();
				if (inTime) throw error;
			} finally {
				clearTimeout(timer);
			}
			throw new GenerationTimeoutError(`no answer within ${timeoutMs} ms`);
		},
	};
}

/** The engine's own deadline comes first; the abort is for engines that do not heed it. */
const GRACE_MS = 1000;

/** A timer may fire, and an engine stop, a moment early by another clock. */
const CLOCK_SLACK_MS = 100;

/** Whether the demanded call, or the end without one, came later; absent where there is no generation to tell. */
function cameLate(generation: GenerationRecord | undefined, toolName: string, timeoutMs: number): boolean | undefined {
	if (generation === undefined) return undefined;
	const { events, finish, timings } = generation;
	const called = events.find((event) => event.type === 'call' && event.call.name === toolName);
	if (called?.type === 'call') return called.atMs > timeoutMs;
	const ended = finish.unified === 'stop' || finish.unified === 'tool-call' || finish.unified === 'length';
	return timings.totalMs > (ended ? timeoutMs : timeoutMs - CLOCK_SLACK_MS);
}
