import type { CorpusLogger } from '../../chat/corpus-logger.ts';
import { isInstance } from '../../errors/error-type.ts';
import { EngineError, GemmarkError } from '../../errors/gemmark-error.ts';
import { thrownText } from '../../errors/thrown-text.ts';
import type { Conversation, ConversationOptions } from '../../model/conversation.ts';
import type { WatchedSample } from '../../model/device-timeline.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import { withoutSecrets } from '../../text/secret/secret.ts';
import type { AppUnderTest } from '../app.ts';
import { splitGeneration } from '../capture/recorded-generation.ts';
import type { SampleIdentity } from '../missing-samples.ts';
import type { PlannedSample } from '../plan.ts';
import type { RunSettings } from '../run-settings.ts';
import { loggedSample, type SampleResult, type Transcript } from '../sample.ts';
import { scoreSample } from '../score/score-sample.ts';
import type { SolveContext } from '../suite.ts';
import { type EngineWatch, endsRun, failureName, watchFailure } from './engine-failure.ts';
import { groupsOf, OWN_CODE, ownFailure, readSolution, suitePlace } from './own-code.ts';
import { ownWordsOf } from './own-words.ts';
import { readArm } from './reflection-arm.ts';
import { TurnClock } from './turn-clock.ts';
import { type SampleProblem, unloggable } from './unloggable.ts';

/** What the evaluation of any sample of a run needs. */
export interface SampleOptions {
	/** Opens a conversation with the model under test. */
	readonly openConversation: (options: ConversationOptions) => Conversation;
	/** Waited for before each sample; see the model's own. */
	readonly watchSample?: ((signal: AbortSignal | undefined) => Promise<WatchedSample>) | undefined;
	/** Asked behind each sample, before it counts: throws where another model may have answered. */
	readonly confirm?: ((sample: SampleIdentity) => Promise<unknown>) | undefined;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** Captures the app's turns of a sample. */
	readonly loggerFor?: (planned: PlannedSample) => CorpusLogger | undefined;
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
 * Evaluates one planned sample. `cold` tells that the model has generated nothing yet. Where the engine was lost in the
 * middle and came back, the sample is asked again, whole: nothing of the first time is kept.
 */
export async function evaluateSample(
	planned: PlannedSample,
	cold: boolean,
	options: SampleOptions,
): Promise<SampleResult> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			const result = await attemptSample(planned, cold, options);
			await confirming(planned, result, options);
			return attempts === 1 ? result : { ...result, timings: { ...result.timings, attempts } };
		} catch (error) {
			if (!(error instanceof SampleFailure) || !isCut(error.cause)) throw error;
			if (attempts === MOST_ATTEMPTS) throw new SampleFailure(planned, lostTooOften(error.cause));
		}
	}
}

/** What another model may have answered is no sample of this run. */
async function confirming(planned: PlannedSample, result: SampleResult, { confirm }: SampleOptions): Promise<void> {
	try {
		await confirm?.(result);
	} catch (error) {
		throw isInstance(error, GemmarkError) ? new SampleFailure(planned, error) : error;
	}
}

/** A sample that the engine never survives would be asked for ever. */
const MOST_ATTEMPTS = 5;

function isCut(cause: unknown): cause is EngineError {
	return cause instanceof EngineError && cause.failure === 'cut';
}

function lostTooOften(cause: EngineError): EngineError {
	return new EngineError('unavailable', `the engine was lost ${MOST_ATTEMPTS} times in this sample`, {
		hint: 'Look at what the app wrote before it went (adb logcat), then resume the run.',
		cause,
	});
}

/** One try at a sample. */
async function attemptSample(planned: PlannedSample, cold: boolean, options: SampleOptions): Promise<SampleResult> {
	const { suite, sample, arm, epoch, seed } = planned;
	const { own, reflects } = readArm(arm, options.settings.reflection);
	const records: GenerationRecord[] = [];
	const tools = new Set<string>();
	const engine: EngineWatch = {};
	const watched = await watching(planned, options);
	const started = performance.now();
	// What a server refused before it took a request is no time of the model or the app.
	const elapsedMs = (): number =>
		records.reduce((ms, { timings }) => Math.max(0, ms - (timings.refused?.ms ?? 0)), performance.now() - started);
	const clock = new TurnClock(elapsedMs, () => records.length);
	const context = solveContext(planned, reflects, options, { records, tools, engine, clock });
	const { groups, ...solution } = await solve({ ...planned, arm: own }, context, engine);
	const endToEndMs = elapsedMs();
	const userTurns = clock.turns(solution, endToEndMs);
	const device = watched?.timeline();
	const { failure } = engine;
	if (isInstance(failure, GemmarkError) && endsRun(failure)) throw new SampleFailure(planned, failure);
	const split = await Promise.all(records.map(splitGeneration));
	const transcript: Transcript = {
		...solution,
		...(failure === undefined ? {} : { failure: failureName(failure), failureDetail: thrownText(failure) }),
		tools: [...tools],
		generations: split.map((part) => part.generation),
	};
	const scoring = { language: options.app.language ?? 'ko', dialect: options.settings.dialect };
	const asked = { suite: suite.name, sampleId: sample.id, arm, epoch, seed, sample: loggedSample(sample) };
	// As they will stand in the log.
	const ownWords = await ownWordsOf(withoutSecrets({ ...asked, transcript }));
	const result: SampleResult = {
		...asked,
		...(ownWords !== undefined && { ownWords }),
		...(groups && { groups }),
		transcript,
		scores: scoreSample(suite, sample, transcript, scoring),
		timings: {
			generations: split.map((part) => part.timings),
			endToEndMs,
			...(userTurns && { userTurns }),
			cold: device?.cold ?? cold,
			...(device && { device }),
		},
	};
	const problem = options.problemOf?.(result);
	return problem === undefined ? result : unloggable(result, problem, planned, scoring);
}

/** What is seen of a sample's conversations: what they generate, the tools that they declare, how they fail. */
interface SampleWatch {
	readonly records: GenerationRecord[];
	readonly tools: Set<string>;
	readonly engine: EngineWatch;
	readonly clock: TurnClock;
}

/** What the suite's solver is given. */
function solveContext(
	planned: PlannedSample,
	reflection: boolean,
	{ openConversation, app, settings, loggerFor, signal }: SampleOptions,
	{ records, tools, engine, clock }: SampleWatch,
): SolveContext {
	const { temperature, topK, topP, deadlineMs } = settings;
	const logger = loggerFor?.(planned);
	const open = (choice: Parameters<SolveContext['openConversation']>[0]): Conversation => {
		for (const { name } of choice.tools) tools.add(name);
		return openConversation({
			...choice,
			sampling: {
				temperature,
				seed: planned.seed,
				...(topK === undefined ? {} : { topK }),
				...(topP === undefined ? {} : { topP }),
			},
			thinking: settings.thinking,
			maxTokens: settings.maxTokens,
			deadlineMs: Math.min(choice.deadlineMs ?? deadlineMs, deadlineMs),
			reading: settings.reading,
			onGeneration: (record) => records.push(record),
		});
	};
	return {
		openConversation: (choice) => clock.watch(watchFailure(() => open(choice), engine)),
		app,
		policy: settings.policy,
		reflection,
		deadlineMs,
		...(logger === undefined ? {} : { logger }),
		...(signal === undefined ? {} : { signal }),
		generations: records,
	};
}

async function watching(
	planned: PlannedSample,
	{ watchSample, signal }: Pick<SampleOptions, 'watchSample' | 'signal'>,
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
	engine: Readonly<EngineWatch>,
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
