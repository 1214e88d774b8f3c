import { setTimeout as delay } from 'node:timers/promises';
import { EngineError, GemmarkError } from '../../src/errors/gemmark-error.ts';
import { thrownPlace } from '../../src/errors/thrown-text.ts';
import { timelyCompleter } from '../../src/model/held/timely-completer.ts';
import { timelyConversation } from '../../src/model/held/timely-conversation.ts';
import type { Teller } from '../../src/model/held/told-events.ts';
import type { LoadedModel, LoadOptions, Runner } from '../../src/model/runner.ts';
import { type OwnModel, requireModel } from './own-model.ts';

/**
 * Loads a model with a runner that gemmark does not bring. What its code throws becomes an EngineError that names it, a model
 * that is none a ConfigError; its generations end at their deadline and at an abort even where it never answers.
 */
export async function loadOwnRunner(
	runner: Runner,
	options: LoadOptions,
	confirmMs: number = CONFIRM_MS,
): Promise<LoadedModel> {
	const place = `runner ${runner.name}`;
	const given = await untilAborted(loaded(runner, options, place), place, options.signal);
	return timely(requireModel(given, place), tellerOf(place), confirmMs);
}

async function loaded(runner: Runner, options: LoadOptions, place: string): Promise<unknown> {
	try {
		return await runner.load(options);
	} catch (thrown) {
		if (thrown instanceof GemmarkError) throw thrown;
		throw new EngineError('unavailable', `${place}: load() throws ${thrownPlace(thrown)}`, {
			hint: 'Correct the runner, or what it needs.',
			cause: thrown,
		});
	}
}

/** A loading that never ends keeps no process alive by itself: a timer does, until whoever waits gives up. */
async function untilAborted<T>(loading: Promise<T>, place: string, signal: AbortSignal | undefined): Promise<T> {
	const given = Promise.withResolvers<never>();
	const giveUp = (): void => given.reject(new EngineError('unavailable', `${place}: load() was interrupted`));
	const waiting = setInterval(() => undefined, 60_000);
	signal?.addEventListener('abort', giveUp, { once: true });
	if (signal?.aborted) giveUp();
	try {
		return await Promise.race([loading, given.promise]);
	} finally {
		clearInterval(waiting);
		signal?.removeEventListener('abort', giveUp);
	}
}

/** Field by field, since it may be an object of a class. An engine that fails to end must not cost the run its results. */
function timely({ model, identity, engine }: OwnModel, teller: Teller, confirmMs: number): LoadedModel {
	const { samplers, loadMs } = model;
	const common = {
		identity,
		engine,
		...(samplers === undefined ? {} : { samplers }),
		loadMs,
		...(model.confirm && {
			confirm: (behind: 'sample' | 'run') => untilConfirmed(model, behind, teller.name, confirmMs),
		}),
		peakRssBytes: async () => model.peakRssBytes(),
		dispose: () => ended(model, teller.name),
	};
	if (model.kind === 'chat') {
		const { kind, thinking, takesHistory, unseenTools } = model;
		return {
			...common,
			kind,
			thinking,
			takesHistory,
			unseenTools,
			openConversation: (options) => timelyConversation((watched) => model.openConversation(watched), options, teller),
		};
	}
	const { kind, chatTemplate, bosToken, eosToken, addsBos, grammar } = model;
	return {
		...common,
		kind,
		chatTemplate,
		bosToken,
		eosToken,
		addsBos,
		grammar,
		completer: timelyCompleter(model.completer, teller),
	};
}

/** Whatever it throws ends the run: nobody knows then whose answers these are. */
async function untilConfirmed(model: LoadedModel, behind: 'sample' | 'run', place: string, ms: number): Promise<void> {
	const over = new AbortController();
	const late = async (): Promise<void> => {
		await delay(ms, undefined, { signal: over.signal });
		throw new EngineError('unavailable', `${place}: confirm() gives no answer within ${ms / 1000} s`, {
			hint: 'Correct the runner; then go on with --resume.',
		});
	};
	try {
		await Promise.race([model.confirm?.(behind), late()]);
	} catch (thrown) {
		if (thrown instanceof GemmarkError) throw thrown;
		throw new EngineError('protocol', `${place}: confirm() throws ${thrownPlace(thrown)}`, {
			hint: 'What was evaluated before stands: load that model again, then go on with --resume.',
			cause: thrown,
		});
	} finally {
		over.abort();
	}
}

/** Longest that `confirm` of a runner of a config may take. */
export const CONFIRM_MS = 10_000;

/** Each fault is told once. */
function tellerOf(name: string): Teller {
	const told = new Set<string>();
	return {
		name,
		leaveOut(kind, how) {
			if (!told.has(kind)) process.emitWarning(`${name}: ${how}, also of later samples`);
			told.add(kind);
		},
	};
}

async function ended(model: LoadedModel, place: string): Promise<void> {
	const over = new AbortController();
	try {
		await Promise.race([model.dispose(), delay(DISPOSE_MS, undefined, { signal: over.signal })]);
	} catch (thrown) {
		process.emitWarning(`${place}: dispose() throws ${thrownPlace(thrown)}`);
	} finally {
		over.abort();
	}
}

const DISPOSE_MS = 5000;
