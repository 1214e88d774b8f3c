import type { CorpusLogger } from '../chat/corpus-logger.ts';
import { errorType, isInstance } from '../errors/error-type.ts';
import { EngineError, type EngineFailure, GemmarkError } from '../errors/gemmark-error.ts';
import { thrownText } from '../errors/thrown-text.ts';
import type { Conversation, ConversationOptions, TurnOptions } from '../model/conversation.ts';
import type { WatchedSample } from '../model/device-timeline.ts';
import type { GenerationRecord } from '../model/generation.ts';
import type { AppUnderTest } from './app.ts';
import { splitGeneration } from './capture/recorded-generation.ts';
import { type DoneSample, Judged } from './decision/judged.ts';
import { groupsOf, OWN_CODE, ownFailure, readSolution, suitePlace } from './own-code.ts';
import type { PlannedSample } from './plan.ts';
import { readArm } from './reflection-arm.ts';
import type { RunSettings } from './run-settings.ts';
import { loggedSample, type SampleResult, type Transcript } from './sample.ts';
import { scoreSample } from './score/score-sample.ts';
import type { SolveContext } from './suite.ts';
import type { InTurn } from './turns.ts';
import { type SampleProblem, unloggable } from './unloggable.ts';

export interface EvaluateOptions {
	readonly plan: readonly PlannedSample[];
	/** Opens a conversation with the model under test. */
	readonly openConversation: (options: ConversationOptions) => Conversation;
	/** Waited for before each sample; see the model's own. */
	readonly watchSample?: ((signal: AbortSignal | undefined) => Promise<WatchedSample>) | undefined;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** Samples that an interrupted run has done already. */
	readonly done?: readonly DoneSample[];
	/** Captures the app's turns of a sample. */
	readonly loggerFor?: (planned: PlannedSample) => CorpusLogger | undefined;
	/** Samples under way at once (default 1); the model must be able to. */
	readonly parallel?: number;
	/** Waits for the run's turn among others before each sample; then samples are evaluated one at a time. */
	readonly inTurn?: InTurn | undefined;
	/** Why the log could not hold a sample: it then becomes its own failure. */
	readonly problemOf?: SampleProblem | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** A sample during which the engine failed; `cause` is the engine's typed error. */
export class SampleFailure extends Error {
	readonly planned: PlannedSample;

	constructor(planned: PlannedSample, cause: GemmarkError) {
		super(cause.message, { cause });
		this.name = 'SampleFailure';
		this.planned = planned;
	}
}

/**
 * Runs the planned samples and yields each when it is scored, in the order of the plan. Model mistakes, and
 * failures of the app's or suite's own code, are in the results; an engine that fails ends the run with {@link SampleFailure}. On abort the samples under way are left out,
 * whole.
 */
export async function* evaluate(options: EvaluateOptions): AsyncGenerator<SampleResult, void, void> {
	const { plan, parallel = 1, inTurn = atOnce, signal } = options;
	const judged = new Judged(options);
	const underWay: { readonly planned: PlannedSample; readonly result: Promise<SampleResult> }[] = [];
	const waiting = plan.values();
	let cold = true;
	while (signal?.aborted !== true) {
		for (const planned of waiting.filter((one) => !judged.isDone(one)).take(parallel - underWay.length)) {
			const result = inTurn(planned, () => evaluateSample(planned, cold, options));
			// It is told when its turn has come, or never: the run may have ended before.
			result.catch(() => undefined);
			underWay.push({ planned, result });
		}
		const next = underWay.shift();
		if (next === undefined) return;
		const result = await next.result;
		if (signal?.aborted) return;
		cold = false;
		// What was begun before an early stop was certain is not part of the run, as it is not one at a time.
		if (judged.isDone(next.planned)) continue;
		judged.add(result);
		yield result;
	}
}

const atOnce: InTurn = (_, work) => work();

/**
 * Evaluates one planned sample. `cold` tells that the model has generated nothing yet. Where the engine was lost in the
 * middle and came back, the sample is asked again, whole: nothing of the first time is kept.
 */
export async function evaluateSample(
	planned: PlannedSample,
	cold: boolean,
	options: Omit<EvaluateOptions, 'plan' | 'done'>,
): Promise<SampleResult> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			const result = await attemptSample(planned, cold, options);
			return attempts === 1 ? result : { ...result, timings: { ...result.timings, attempts } };
		} catch (error) {
			if (!(error instanceof SampleFailure) || !isCut(error.cause)) throw error;
			if (attempts === MOST_ATTEMPTS) throw new SampleFailure(planned, lostTooOften(planned, error.cause));
		}
	}
}

/** A sample that the engine never survives would be asked for ever. */
const MOST_ATTEMPTS = 5;

function isCut(cause: unknown): cause is EngineError {
	return cause instanceof EngineError && cause.failure === 'cut';
}

function lostTooOften({ sample }: PlannedSample, cause: EngineError): EngineError {
	return new EngineError('unavailable', `sample ${sample.id}: the engine was lost ${MOST_ATTEMPTS} times in it`, {
		hint: 'Look at what the app wrote before it went (adb logcat), then go on with --resume.',
		cause,
	});
}

async function attemptSample(
	planned: PlannedSample,
	cold: boolean,
	options: Omit<EvaluateOptions, 'plan' | 'done'>,
): Promise<SampleResult> {
	const { suite, sample, arm, epoch, seed } = planned;
	const { settings, app, signal } = options;
	const { own, reflects } = readArm(arm, settings.reflection);
	const records: GenerationRecord[] = [];
	const engine: { failure?: unknown } = {};
	const logger = options.loggerFor?.(planned);
	const watched = await watching(planned, options);
	const started = performance.now();
	const context: SolveContext = {
		openConversation: (choice) =>
			watchFailure(
				() =>
					options.openConversation({
						...choice,
						sampling: {
							temperature: settings.temperature,
							seed,
							...(settings.topK === undefined ? {} : { topK: settings.topK }),
							...(settings.topP === undefined ? {} : { topP: settings.topP }),
						},
						thinking: settings.thinking,
						maxTokens: settings.maxTokens,
						deadlineMs: Math.min(choice.deadlineMs ?? settings.deadlineMs, settings.deadlineMs),
						reading: settings.reading,
						onGeneration: (record) => records.push(record),
					}),
				engine,
			),
		app,
		policy: settings.policy,
		reflection: reflects,
		deadlineMs: settings.deadlineMs,
		...(logger === undefined ? {} : { logger }),
		...(signal === undefined ? {} : { signal }),
		generations: records,
	};
	const { groups, ...solution } = await solve({ ...planned, arm: own }, context, engine);
	const endToEndMs = performance.now() - started;
	const device = watched?.timeline();
	const { failure } = engine;
	if (isInstance(failure, GemmarkError) && endsRun(failure)) throw new SampleFailure(planned, failure);
	const split = await Promise.all(records.map(splitGeneration));
	const transcript: Transcript = {
		...solution,
		...(failure === undefined ? {} : { failure: failureName(failure), failureDetail: thrownText(failure) }),
		generations: split.map((part) => part.generation),
	};
	const language = app.language ?? 'ko';
	const result: SampleResult = {
		suite: suite.name,
		sampleId: sample.id,
		arm,
		epoch,
		seed,
		sample: loggedSample(sample),
		...(groups && { groups }),
		transcript,
		scores: scoreSample(suite, sample, transcript, { language }),
		timings: {
			generations: split.map((part) => part.timings),
			endToEndMs,
			cold: device?.cold ?? cold,
			...(device && { device }),
		},
	};
	const problem = options.problemOf?.(result);
	return problem === undefined ? result : unloggable(result, problem, planned, { language });
}

async function watching(
	planned: PlannedSample,
	{ watchSample, signal }: Pick<EvaluateOptions, 'watchSample' | 'signal'>,
): Promise<WatchedSample | undefined> {
	try {
		return await watchSample?.(signal);
	} catch (error) {
		if (isInstance(error, GemmarkError)) throw new SampleFailure(planned, error);
		throw error;
	}
}

/**
 * What the suite's solver brings back, with the sample's groups. Where the suite's or the app's own code fails, that is the
 * solution; what gemmark itself refuses is thrown.
 */
async function solve(
	{ suite, sample, arm }: PlannedSample,
	context: SolveContext,
	engine: { readonly failure?: unknown },
): Promise<Omit<Transcript, 'generations'> & { readonly groups: SampleResult['groups'] | undefined }> {
	const place = `${suitePlace(suite, sample)}: solve()`;
	let groups: SampleResult['groups'] | undefined;
	try {
		groups = groupsOf(suite, sample);
		return { ...readSolution(place, await suite.solve(sample, context, arm)), groups };
	} catch (thrown) {
		const nothing = { facts: {}, groups };
		// A solver may let through what its conversation threw.
		if (engine.failure !== undefined) return nothing;
		if (isInstance(thrown, GemmarkError)) throw thrown;
		return { ...nothing, failure: OWN_CODE, failureDetail: ownFailure(place, thrown).message };
	}
}

/** The chat loop turns a failing stream into its own state, as the app would; the run still has to know. */
function watchFailure(open: () => Conversation, engine: { failure?: unknown }): Conversation {
	let conversation: Conversation;
	try {
		conversation = open();
	} catch (error) {
		engine.failure ??= error;
		throw error;
	}
	const note = (error: unknown, signal: AbortSignal | undefined): void => {
		// Who aborts a generation knows why.
		if (signal?.aborted !== true || isInstance(error, GemmarkError)) engine.failure ??= error;
	};
	const noted = async <T>(turn: Promise<T>, options: TurnOptions | undefined): Promise<T> => {
		try {
			return await turn;
		} catch (error) {
			note(error, options?.signal);
			throw error;
		}
	};
	const { userTurn } = conversation;
	return {
		reflectsAs: conversation.reflectsAs,
		async *sendChatTurn(input, turnOptions) {
			try {
				yield* conversation.sendChatTurn(input, turnOptions);
			} catch (error) {
				note(error, turnOptions?.signal);
				throw error;
			}
		},
		userTurn: userTurn && ((text, turnOptions) => noted(userTurn.call(conversation, text, turnOptions), turnOptions)),
	};
}

/** A sample too long, too slow or not recorded is that sample's own failure; anything else would fail every later one. */
function endsRun(error: GemmarkError): boolean {
	return !(error instanceof EngineError && OWN_FAILURES.has(error.failure));
}

function failureName(error: unknown): string {
	if (isInstance(error, EngineError)) return error.failure;
	return isInstance(error, GemmarkError) ? error.code : errorType(error);
}

const OWN_FAILURES: ReadonlySet<EngineFailure> = new Set(['context-overflow', 'generation-timeout', 'not-recorded']);
