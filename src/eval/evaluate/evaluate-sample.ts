import { EngineError, GemmarkError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { message, type Said } from '../../base/message.ts';
import { isInstance, thrownText } from '../../base/thrown.ts';
import type { GenerationRecord } from '../../model/generation.ts';
import { type PlannedSample, plannedKey } from '../plan.ts';
import { KILLED, loggedSample, OWN_CODE, type SampleResult, splitGeneration, type Transcript } from '../sample.ts';
import { scoreSample } from '../scoring/score-sample.ts';
import { readVariant } from '../settings.ts';
import type { ScoreContext, SolveContext } from '../suite.ts';
import { groupsOf, readSolution, suitePlace, userCodeFailure } from '../user-code.ts';
import {
	askedSystem,
	type EngineWatch,
	endsRun,
	failureName,
	type LogProblem,
	type SampleOptions,
	solveContext,
	TurnClock,
} from './solve-context.ts';

/**
 * Evaluates one planned sample. `cold`: the model has generated nothing yet. If the engine is lost and comes back, the
 * whole sample is asked again and the first try is dropped.
 */
export async function evaluateSample(
	planned: PlannedSample,
	cold: boolean,
	options: SampleOptions,
): Promise<SampleResult> {
	for (let attempts = 1; ; attempts += 1) {
		try {
			const result = await attemptSample(planned, cold, options);
			// A sample that another model may have answered is not part of the run.
			await orSampleFailure(planned, async () => options.confirm?.(result));
			// The last of them found that it is not asked again.
			const asked = attempts - Number(result.transcript.failure === KILLED);
			return asked <= 1 ? result : { ...result, timings: { ...result.timings, attempts: asked } };
		} catch (error) {
			if (!(error instanceof SampleFailure) || !isCut(error.cause)) throw error;
			if (attempts === MAX_ATTEMPTS) throw new SampleFailure(planned, lostTooOften(error.cause));
		}
	}
}

/** Bounds a sample that crashes the engine every time. */
const MAX_ATTEMPTS = 5;

function isCut(cause: unknown): cause is EngineError {
	return cause instanceof EngineError && cause.failure === 'cut';
}

function lostTooOften(cause: EngineError): EngineError {
	return new EngineError('unavailable', message('engine.lost-too-often', { n: MAX_ATTEMPTS }), { cause });
}

/** Tries a sample once. Throws {@link SampleFailure} if the engine is lost or fails in a way that ends the run. */
async function attemptSample(planned: PlannedSample, cold: boolean, options: SampleOptions): Promise<SampleResult> {
	const { suite, sample, variant, epoch, seed } = planned;
	const { own, reflects } = readVariant(variant, options.settings.reflection);
	const records: GenerationRecord[] = [];
	const systems: (string | undefined)[] = [];
	const tools = new Set<string>();
	const defaults = new Map<string, JsonObject>();
	const engine: EngineWatch = {};
	const key = plannedKey(planned);
	const watched = await orSampleFailure(planned, async () => options.watchSample?.(options.signal, key));
	engine.failure = watched?.failure;
	const started = performance.now();
	const sinceStart = watched?.elapsedMs ?? (() => performance.now() - started);
	// Requests that the server refused are not time of the model or the app.
	const elapsedMs = (): number =>
		records.reduce((ms, { timings }) => Math.max(0, ms - (timings.refused?.ms ?? 0)), sinceStart());
	const clock = new TurnClock(elapsedMs, () => records.length);
	const context = solveContext(planned, reflects, options, { records, systems, tools, defaults, engine, clock });
	const { groups, ...solution } =
		engine.failure === undefined
			? await solve({ ...planned, variant: own }, context, engine)
			: { facts: {}, groups: groupsOf(suite, sample) };
	const endToEndMs = elapsedMs();
	const userTurns = clock.turns(solution, endToEndMs);
	const device = watched?.timeline();
	const { failure } = engine;
	if (isInstance(failure, GemmarkError) && endsRun(failure)) throw new SampleFailure(planned, failure);
	const split = await Promise.all(records.map(splitGeneration));
	const transcript: Transcript = {
		...solution,
		...(failure === undefined ? {} : { failure: failureName(failure), failureDetail: saidOf(failure) }),
		tools: [...tools],
		...filledIn(defaults),
		generations: split.map((part) => part.generation),
	};
	const scoring = { language: options.app.language ?? 'ko', dialect: options.settings.dialect };
	const asked = { suite: suite.name, sampleId: sample.id, variant, epoch, seed, sample: loggedSample(sample) };
	const system = await askedSystem(systems, options.app, asked.sample);
	const result: SampleResult = {
		...asked,
		system,
		groups,
		transcript,
		scores: scoreSample(suite, sample, transcript, scoring),
		timings: {
			generations: split.map((part) => part.timings),
			endToEndMs,
			userTurns,
			cold: device?.cold ?? cold,
			device,
		},
	};
	const problem = options.problemOf?.(result);
	return problem === undefined ? result : unloggable(result, problem, planned, scoring);
}

/** Bounded and without local folders, as every error in a log. */
function saidOf(failure: unknown): Said {
	if (!isInstance(failure, GemmarkError)) return thrownText(failure);
	const { code, params } = failure.said;
	const shown = Object.entries(params).map(([name, param]) => [
		name,
		typeof param === 'string' && param !== '' ? thrownText(param) : param,
	]);
	return { code, params: Object.fromEntries(shown) };
}

function filledIn(defaults: ReadonlyMap<string, JsonObject>): Pick<Transcript, 'defaults'> {
	const some = [...defaults].filter(([, own]) => Object.keys(own).length > 0);
	return some.length === 0 ? {} : { defaults: Object.fromEntries(some) };
}

/**
 * The suite's solution and the sample's groups. A failure of user code becomes the solution; errors of gemmark itself
 * are thrown.
 */
async function solve(
	{ suite, sample, variant }: PlannedSample,
	context: SolveContext,
	engine: Readonly<EngineWatch>,
): Promise<Omit<Transcript, 'generations'> & { readonly groups: SampleResult['groups'] | undefined }> {
	const place = `${suitePlace(suite, sample)}: solve()`;
	let groups: SampleResult['groups'] | undefined;
	try {
		groups = groupsOf(suite, sample);
		return { ...readSolution(place, await suite.solve(sample, context, variant)), groups };
	} catch (thrown) {
		const nothing = { facts: {}, groups };
		// The solver may let an error of its conversation through.
		if (engine.failure !== undefined) return nothing;
		if (isInstance(thrown, GemmarkError)) throw thrown;
		return { ...nothing, failure: OWN_CODE, failureDetail: userCodeFailure(place, thrown).said };
	}
}

/** A sample in which the engine failed; `cause` is the typed error. */
export class SampleFailure extends Error {
	readonly planned: PlannedSample;

	constructor(planned: PlannedSample, cause: GemmarkError) {
		super(cause.message, { cause });
		this.name = 'SampleFailure';
		this.planned = planned;
	}
}

/** Runs a step of a sample, such as confirming the model; gemmark's errors in it fail the sample. */
async function orSampleFailure<T>(planned: PlannedSample, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw isInstance(error, GemmarkError) ? new SampleFailure(planned, error) : error;
	}
}

/** A failed sample, without what no log can hold. */
function unloggable(
	result: SampleResult,
	{ failure, detail }: LogProblem,
	{ suite, sample }: Pick<PlannedSample, 'suite' | 'sample'>,
	context: ScoreContext,
): SampleResult {
	const transcript: Transcript = { facts: {}, generations: [], failure, failureDetail: detail };
	const { endToEndMs, cold } = result.timings;
	return {
		...result,
		transcript,
		scores: scoreSample(suite, sample, transcript, context),
		timings: { generations: [], endToEndMs, cold },
	};
}
