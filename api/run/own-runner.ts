import { EngineError, GemmarkError } from '../../src/base/errors.ts';
import { thrownPlace, warn } from '../../src/base/thrown.ts';
import { LARGEST_AMOUNT } from '../../src/log/schema/logged-value.ts';
import { timelyCompleter } from '../../src/model/held/timely-completer.ts';
import { timelyConversation } from '../../src/model/held/timely-conversation.ts';
import { quoted, type Teller } from '../../src/model/held/told-events.ts';
import type { LoadedModel, LoadOptions, LoadProgress, Runner } from '../../src/model/runner.ts';
import { CLOSE_MS } from '../../src/run/compose/compose-app.ts';
import { LATE, within } from '../isolation/within.ts';
import { type OwnModel, requireModel } from './own-model.ts';

/**
 * Loads a model with a runner that gemmark does not bring. What its code throws becomes an EngineError that names it, a model
 * that is none a ConfigError; its generations end at their deadline and at an abort even where it never answers.
 */
export async function loadOwnRunner(
	runner: Runner,
	options: LoadOptions,
	answerMs: number = ANSWER_MS,
): Promise<LoadedModel> {
	const place = `runner ${runner.name}`;
	const given = await inTime(runner, options, place);
	return timely(requireModel(given, place), tellerOf(place), answerMs);
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

/** For as long as it tells of progress; the timer keeps the process alive, which a promise that nobody settles does not. */
async function inTime(runner: Runner, options: LoadOptions, place: string): Promise<unknown> {
	const { signal, loadTimeoutMs: ms = LOAD_MS } = options;
	const given = Promise.withResolvers<never>();
	const giveUp = (): void => given.reject(new EngineError('unavailable', `${place}: load() was interrupted`));
	const late = (): void =>
		given.reject(
			new EngineError('load-timeout', `${place}: load() gives no model, and told nothing for ${ms / 1000} s`, {
				hint: 'Correct the runner; a load that takes longer calls onProgress.',
			}),
		);
	const waiting = setTimeout(late, ms);
	const onProgress = (progress: LoadProgress): void => {
		waiting.refresh();
		options.onProgress?.(progress);
	};
	signal?.addEventListener('abort', giveUp, { once: true });
	if (signal?.aborted) giveUp();
	try {
		return await Promise.race([loaded(runner, { ...options, onProgress }, place), given.promise]);
	} finally {
		clearTimeout(waiting);
		signal?.removeEventListener('abort', giveUp);
	}
}

/** Longest silence of a load where nothing else is said. */
export const LOAD_MS = 600_000;

/** Field by field, since it may be an object of a class. An engine that fails to end must not cost the run its results. */
function timely({ model, identity, engine }: OwnModel, teller: DoubtTeller, answerMs: number): LoadedModel {
	const { samplers, loadMs } = model;
	const common = {
		identity,
		engine,
		...(samplers === undefined ? {} : { samplers }),
		loadMs,
		...(model.confirm && {
			confirm: (behind: 'sample' | 'run') => untilConfirmed(model, behind, teller.name, answerMs),
		}),
		peakRssBytes: () => peakOf(model, teller, answerMs),
		doubts: () => teller.doubts,
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
	try {
		const answer = await within(model.confirm?.(behind), ms);
		if (answer !== LATE) return answer === true;
	} catch (thrown) {
		const told = thrown instanceof GemmarkError ? thrown : undefined;
		throw new EngineError('unconfirmed', told?.message ?? `${place}: confirm() throws ${thrownPlace(thrown)}`, {
			hint:
				told?.hint ?? 'Load that model again, then go on with --resume: what another may have answered is asked again.',
			...(told?.detail !== undefined && { detail: told.detail }),
			cause: thrown,
		});
	}
	throw new EngineError('unconfirmed', `${place}: confirm() gives no answer within ${ms / 1000} s`, {
		hint: 'Correct the runner; then go on with --resume.',
	});
}

/** Asked when all samples are in the log: what is wrong with it costs nothing but itself. */
async function peakOf(model: LoadedModel, teller: Teller, ms: number): Promise<number | undefined> {
	try {
		const bytes = await within(model.peakRssBytes(), ms);
		if (bytes === undefined || (typeof bytes === 'number' && bytes >= 1 && bytes <= LARGEST_AMOUNT)) return bytes;
		const what =
			bytes === LATE ? `gives no answer within ${ms / 1000} s` : `gives ${quoted(bytes)}, no number of bytes`;
		teller.leaveOut('peak', `peakRssBytes() ${what}; left out`);
	} catch (thrown) {
		teller.leaveOut('peak', `peakRssBytes() throws ${thrownPlace(thrown)}; left out`);
	}
	return undefined;
}

async function ended(model: LoadedModel, place: string): Promise<void> {
	try {
		await within(model.dispose(), CLOSE_MS);
	} catch (thrown) {
		warn(`${place}: dispose() throws ${thrownPlace(thrown)}`);
	}
}

/** Longest that `confirm` and `peakRssBytes` of a runner of a config may take. */
export const ANSWER_MS = 10_000;

/** Keeps what it was told, for the log. */
interface DoubtTeller extends Teller {
	readonly doubts: readonly string[];
}

/** Each fault is told once: on stderr at once, and in the log. */
function tellerOf(name: string): DoubtTeller {
	const told = new Map<string, string>();
	return {
		name,
		leaveOut(kind, how) {
			if (told.has(kind)) return;
			told.set(kind, `${name}: ${how}`);
			warn(`${name}: ${how}`);
		},
		get doubts() {
			return [...told.values()];
		},
	};
}
