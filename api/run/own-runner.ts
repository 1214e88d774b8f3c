import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError, EngineError, GemmarkError } from '../../src/errors/gemmark-error.ts';
import { thrownPlace } from '../../src/errors/thrown-text.ts';
import { timelyCompleter } from '../../src/model/held/timely-completer.ts';
import { timelyConversation } from '../../src/model/held/timely-conversation.ts';
import type { Teller } from '../../src/model/held/told-events.ts';
import type { LoadedModel, LoadOptions, Runner } from '../../src/model/runner.ts';

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
	requireModel(given, place);
	return timely(given, tellerOf(place), confirmMs);
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

/** The first field that is missing or of another kind is told. */
function requireModel(given: unknown, place: string): asserts given is LoadedModel {
	const model = fieldsOf(given);
	const optional = model.confirm === undefined ? [] : CONFIRM;
	const wrong = [...COMMON, ...optional, ...(model.kind === 'chat' ? CHAT : RAW)].find(
		([path, type]) => typeAt(model, path) !== type,
	);
	const kind = model.kind === 'raw' || model.kind === 'chat';
	if (kind && wrong === undefined) return;
	const problem =
		kind && wrong !== undefined ? `\`${wrong[0]}\` is no ${wrong[1]}` : "`kind` is neither 'raw' nor 'chat'";
	throw new ConfigError(`${place}: load() gives no model: ${problem}`, {
		hint: 'docs/own-runner.md shows what it gives.',
	});
}

const COMMON = [
	['identity.name', 'string'],
	['engine.runner', 'string'],
	['loadMs', 'number'],
	['peakRssBytes', 'function'],
	['dispose', 'function'],
] as const;
const CONFIRM = [['confirm', 'function']] as const;
const CHAT = [['openConversation', 'function']] as const;
const RAW = [
	['completer.complete', 'function'],
	['chatTemplate', 'string'],
	['bosToken', 'string'],
	['eosToken', 'string'],
	['grammar', 'boolean'],
] as const;

function typeAt(model: Readonly<Record<string, unknown>>, path: string): string {
	return typeof path.split('.').reduce<unknown>((value, field) => fieldsOf(value)[field], model);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Field by field, since it may be an object of a class. An engine that fails to end must not cost the run its results. */
function timely(model: LoadedModel, teller: Teller, confirmMs: number): LoadedModel {
	const { identity, engine, samplers, loadMs } = model;
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
async function untilConfirmed(
	model: LoadedModel,
	behind: 'sample' | 'run',
	place: string,
	ms: number,
): Promise<boolean> {
	const over = new AbortController();
	const late = async (): Promise<void> => {
		await delay(ms, undefined, { signal: over.signal });
		throw new EngineError('unconfirmed', `${place}: confirm() gives no answer within ${ms / 1000} s`, {
			hint: 'Correct the runner; then go on with --resume.',
		});
	};
	try {
		return (await Promise.race([model.confirm?.(behind), late()])) === true;
	} catch (thrown) {
		const told = thrown instanceof GemmarkError ? thrown : undefined;
		throw new EngineError('unconfirmed', told?.message ?? `${place}: confirm() throws ${thrownPlace(thrown)}`, {
			hint:
				told?.hint ?? 'Load that model again, then go on with --resume: what another may have answered is asked again.',
			...(told?.detail !== undefined && { detail: told.detail }),
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
