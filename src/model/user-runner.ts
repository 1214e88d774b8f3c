import { LARGEST_AMOUNT } from '../base/border.ts';
import { EngineError, GemmarkError } from '../base/errors.ts';
import { english, type Message, message } from '../base/message.ts';
import { thrownPlace, warn } from '../base/thrown.ts';
import { type RecordExtras, readCompletionEvent, readGenerationEvent, readRecord, readUserModel } from './border.ts';
import type { Completer, CompletionEvent, CompletionRequest } from './completer.ts';
import type { Conversation, ConversationOptions, TurnInput, TurnOptions } from './conversation.ts';
import { FINISH_WORDS, type Finish, type GenerationEvent, type GenerationRecord } from './generation.ts';
import type { LoadedModel, LoadOptions, LoadProgress, Runner } from './runner.ts';
import { GRACE_MS, Watchdog, watch, within } from './watchdog.ts';

/**
 * Loads a model with a user's runner: parsed at the border, bounded by the watchdog. Errors of its code become an
 * {@link EngineError} that names it; its generations end at their deadline or abort even if it hangs.
 */
export async function loadUserRunner(
	{ name, load }: Runner,
	options: LoadOptions,
	answerMs: number = ANSWER_MS,
): Promise<LoadedModel> {
	const runner = `runner ${name}`;
	const given = await loaded({ name, load } as Runner, options, runner);
	const { model, identity, engine } = readUserModel(runner, given);
	const doubts = new Map<string, Message>();
	const doubt = (said: Message): void => {
		if (!doubts.has(said.code)) warn(english(said));
		doubts.set(said.code, said);
	};
	const common = {
		identity,
		engine,
		samplers: model.samplers,
		loadMs: model.loadMs,
		confirm: model.confirm && ((after: 'sample' | 'run') => confirmed(model, after, runner, answerMs)),
		peakRssBytes: () => peakOf(model, runner, answerMs, doubt),
		doubts: () => [...doubts.values()].map(english),
		dispose: () => disposed(model, runner),
	};
	// Field by field, as it may be a class instance.
	if (model.kind === 'chat') {
		const { kind, thinking, takesHistory, unseenTools } = model;
		const openConversation = (asked: ConversationOptions): Conversation =>
			timelyConversation((watched) => model.openConversation(watched), asked, runner);
		return { ...common, kind, thinking, takesHistory, unseenTools, openConversation };
	}
	const { kind, chatTemplate, bosToken, eosToken, addsBos, grammar } = model;
	const completer = timelyCompleter(model.completer, runner);
	return { ...common, kind, chatTemplate, bosToken, eosToken, addsBos, grammar, completer };
}

/** Waits as long as progress is reported. */
async function loaded(user: Runner, options: LoadOptions, runner: string): Promise<unknown> {
	const { signal, loadTimeoutMs: ms = LOAD_MS } = options;
	const over = Promise.withResolvers<never>();
	const timer = new Watchdog(() =>
		over.reject(new EngineError('load-timeout', message('runner.load-timeout', { runner, seconds: ms / 1000 }))),
	);
	const interrupt = (): void =>
		over.reject(new EngineError('unavailable', message('runner.load-interrupted', { runner })));
	const onProgress = (progress: LoadProgress): void => {
		timer.refresh();
		options.onProgress?.(progress);
	};
	timer.within(ms, '');
	signal?.addEventListener('abort', interrupt, { once: true });
	if (signal?.aborted) interrupt();
	try {
		return await Promise.race([user.load({ ...options, onProgress }), over.promise]);
	} catch (thrown) {
		if (thrown instanceof GemmarkError) throw thrown;
		const said = message('runner.load-threw', { runner, thrown: thrownPlace(thrown) });
		throw new EngineError('unavailable', said, { cause: thrown });
	} finally {
		timer.cancel();
		signal?.removeEventListener('abort', interrupt);
	}
}

/** Default limit of a load's silence. */
export const LOAD_MS = 600_000;
/** Limit of `confirm` and `peakRssBytes` of a user's runner. */
export const ANSWER_MS = 10_000;
/** Limit of closing an engine or app. */
export const CLOSE_MS = 5000;

/** An error ends the run: another model may have answered. */
async function confirmed(model: LoadedModel, after: 'sample' | 'run', runner: string, ms: number): Promise<boolean> {
	const late = (): EngineError =>
		new EngineError('unconfirmed', message('runner.confirm-timeout', { runner, seconds: ms / 1000 }));
	try {
		return (await within(model.confirm?.(after), ms, late)) === true;
	} catch (thrown) {
		if (thrown instanceof EngineError && thrown.failure === 'unconfirmed') throw thrown;
		const said = message('runner.confirm-threw', { runner, thrown: thrownPlace(thrown) });
		throw new EngineError('unconfirmed', said, { cause: thrown });
	}
}

/** Called after all samples are logged: an error only loses this value. */
async function peakOf(
	model: LoadedModel,
	runner: string,
	ms: number,
	doubt: (said: Message) => void,
): Promise<number | undefined> {
	const late = (): Error => new Error(`no answer within ${ms / 1000} s`);
	try {
		const bytes = await within(model.peakRssBytes(), ms, late);
		if (bytes === undefined || (typeof bytes === 'number' && bytes >= 1 && bytes <= LARGEST_AMOUNT)) return bytes;
		doubt(message('runner.peak-failed', { runner, what: String(bytes) }));
	} catch (thrown) {
		doubt(message('runner.peak-failed', { runner, what: thrownPlace(thrown) }));
	}
	return undefined;
}

/** An engine that fails to close does not fail the run. */
async function disposed(model: LoadedModel, runner: string): Promise<void> {
	try {
		await within(model.dispose(), CLOSE_MS, () => new Error(`no end within ${CLOSE_MS / 1000} s`));
	} catch (thrown) {
		warn(english(message('runner.dispose-failed', { runner, thrown: thrownPlace(thrown) })));
	}
}

/** A user's completer that ends at its deadline, abort or piece limit. Events after its end are ignored. */
export function timelyCompleter(completer: Completer, runner: string, graceMs: number = GRACE_MS): Completer {
	return { complete: (request) => completed(completer, request, runner, graceMs) };
}

async function* completed(
	completer: Completer,
	request: CompletionRequest,
	runner: string,
	graceMs: number,
): AsyncGenerator<CompletionEvent, void, undefined> {
	const startedAt = performance.now();
	const { maxTokens, deadlineMs, signal } = request;
	const source = asEvents(completer.complete(request), 'complete()', runner);
	const limits = { maxTokens, deadlineMs, graceMs, signal };
	const events = watch(source, limits, (event) => {
		const pieces = event?.type === 'pieces' && Array.isArray(event.pieces) ? event.pieces : [];
		return {
			events: Math.max(1, pieces.length),
			chars: pieces.reduce((sum, piece) => sum + (piece?.text?.length ?? 0), 0),
		};
	});
	let pieces = 0;
	for (;;) {
		const next = await events.next();
		const totalMs = performance.now() - startedAt;
		if (next.done === true) {
			if (next.value === undefined) throw new EngineError('generation-failed', message('runner.no-end', { runner }));
			yield { type: 'end', finish: next.value, usage: {}, source: 'wall-clock', totalMs };
			return;
		}
		const event = readCompletionEvent(runner, next.value);
		if (event.type === 'end') {
			void events.return(undefined);
			// An end without pieces or counted tokens is no output of a model.
			const isEmpty = pieces === 0 && event.finish.unified === 'stop' && (event.usage?.outputTokens ?? 0) === 0;
			const finish: Finish = isEmpty ? { unified: 'unknown', raw: FINISH_WORDS.empty } : event.finish;
			yield { ...event, ...(event.totalMs === undefined && { totalMs }), usage: event.usage ?? {}, finish };
			return;
		}
		pieces += event.pieces.length;
		yield event;
	}
}

type End = Extract<GenerationEvent, { readonly type: 'end' }>;
type Said = Exclude<GenerationEvent, End>;

/**
 * A user's conversation whose generations end at their deadline, abort or event limit. The stream is the record;
 * `onGeneration` adds prompt, pieces and tokens.
 */
export function timelyConversation(
	open: (options: ConversationOptions) => Conversation,
	options: ConversationOptions,
	runner: string,
	graceMs: number = GRACE_MS,
): Conversation {
	const { maxTokens, deadlineMs } = options;
	let isOver = false;
	let extras: RecordExtras | undefined;
	const conversation = open({
		...options,
		onGeneration: (record) => {
			extras = readRecord(runner, record);
		},
	});
	return {
		reflectsAs: conversation.reflectsAs,
		async *sendChatTurn(input: TurnInput, turnOptions?: TurnOptions) {
			if (isOver) throw new EngineError('generation-timeout', message('runner.still-generating', { runner }));
			const startedAt = performance.now();
			extras = undefined;
			const said: Said[] = [];
			let end: Partial<End> | undefined;
			const pass = (): GenerationRecord => {
				const record = recordOf(said, end ?? {}, isOver ? undefined : extras, performance.now() - startedAt);
				extras = undefined;
				options.onGeneration?.(record);
				return record;
			};
			const source = asEvents(conversation.sendChatTurn(input, turnOptions), 'sendChatTurn()', runner);
			const limits = { maxTokens, deadlineMs, graceMs, signal: turnOptions?.signal };
			const events = watch(source, limits, (event) => ({ events: 1, chars: textOf(event).length }));
			try {
				while (end === undefined) {
					const next = await events.next();
					if (next.done === true) {
						if (next.value === undefined)
							throw new EngineError('generation-failed', message('runner.no-end', { runner }));
						isOver = true;
						end = { finish: next.value };
					} else {
						const event = readGenerationEvent(runner, next.value);
						if (event.type === 'end') end = event;
						else {
							said.push(event);
							yield event;
						}
					}
				}
				// It may record its generation after yielding the end.
				if (!isOver && extras === undefined)
					await within(events.next(), graceMs, () => new Error('late')).catch(() => undefined);
				const { finish, usage, timings } = pass();
				yield { type: 'end', finish, usage, timings };
			} finally {
				// The runner's record of a failed or abandoned generation.
				if (extras !== undefined) pass();
				void events.return(undefined);
			}
		},
	};
}

function recordOf(
	said: readonly Said[],
	{ finish, usage, timings }: Partial<End>,
	extras: RecordExtras | undefined,
	totalMs: number,
): GenerationRecord {
	return {
		pieces: said.map(textOf),
		pieceAtMs: said.map(({ atMs }) => atMs),
		...extras,
		events: said,
		finish: finish ?? extras?.finish ?? { unified: 'unknown', raw: '' },
		usage: { ...extras?.usage, ...usage },
		timings: {
			source: 'wall-clock',
			...extras?.timings,
			...timings,
			totalMs: timings?.totalMs ?? extras?.timings.totalMs ?? totalMs,
		},
	};
}

function textOf(event: GenerationEvent): string {
	switch (event?.type) {
		case 'call':
			return event.call?.raw ?? '';
		case 'malformed':
			return event.raw ?? '';
		case 'end':
			return '';
		default:
			return event?.text ?? '';
	}
}

function asEvents<Event>(events: AsyncIterable<Event>, what: string, runner: string): AsyncIterable<Event> {
	if (typeof (events as Partial<AsyncIterable<Event>> | undefined)?.[Symbol.asyncIterator] === 'function')
		return events;
	throw new EngineError(
		'generation-failed',
		message('runner.invalid', { runner, what, problem: message('field.async-iterable') }),
	);
}
