import { EngineError, GemmarkError } from '../../base/errors.ts';
import { message } from '../../base/message.ts';
import { isInstance } from '../../base/thrown.ts';
import { type PlannedSample, plannedKey } from '../plan.ts';
import { KILLED, loggedSample, OWN_CODE, type SampleResult, type Transcript } from '../sample.ts';
import { scoreSample } from '../scoring/score-sample.ts';
import { groupsOf, readSolution, suitePlace, userCodeFailure } from '../user-code.ts';
import { type AskerOptions, SampleRecord } from './sample-record.ts';

/** Takes samples through an app's chat loop, with one loaded model. */
export class Asker {
	/** The model has answered nothing yet. */
	cold = true;
	readonly #options: AskerOptions;

	constructor(options: AskerOptions) {
		this.#options = options;
	}

	/**
	 * A sample's evidence and scores. If the engine is lost and comes back, the whole sample is asked again and the first try
	 * is dropped. Throws {@link SampleFailure} if the engine is lost or fails in a way that ends the run.
	 */
	async ask(planned: PlannedSample, signal: AbortSignal | undefined = this.#options.signal): Promise<SampleResult> {
		const options = { ...this.#options, signal };
		const { cold } = this;
		for (let attempts = 1; ; attempts += 1) {
			try {
				const result = await attempt(planned, cold, options);
				// A sample that another model may have answered is not part of the run.
				await orSampleFailure(planned, async () => options.confirm?.(result));
				// The last of them found that it is not asked again.
				const asked = attempts - Number(result.transcript.failure === KILLED);
				return asked <= 1 ? result : { ...result, timings: { ...result.timings, attempts: asked } };
			} catch (error) {
				if (!(error instanceof SampleFailure) || !isCut(error.cause)) throw error;
				if (attempts === MAX_ATTEMPTS) throw new SampleFailure(planned, lostTooOften(error.cause));
			} finally {
				this.cold = false;
			}
		}
	}
}

/** Opens the app, takes the turn, reads the evidence and scores it, with the clock around the turn. */
async function attempt(planned: PlannedSample, cold: boolean, options: AskerOptions): Promise<SampleResult> {
	const { app, settings, signal, watchSample, problemOf } = options;
	const { suite, sample, variant, epoch, seed } = planned;
	const watched = await orSampleFailure(planned, async () => watchSample?.(signal, plannedKey(planned)));
	const record = new SampleRecord(planned, options, watched);
	const { groups, ...solution } = await solve(planned, record);
	const times = record.times(solution);
	const device = watched?.timeline();
	if (record.lostBy !== undefined) throw new SampleFailure(planned, record.lostBy);
	const { evidence, timings } = await record.evidence();
	const logged = loggedSample(sample);
	const scoring = { language: app.language ?? 'ko', dialect: settings.dialect };
	const scored = (transcript: Transcript) => ({ transcript, scores: scoreSample(suite, sample, transcript, scoring) });
	const result: SampleResult = {
		suite: suite.name,
		sampleId: sample.id,
		variant,
		epoch,
		seed,
		sample: logged,
		groups,
		system: await record.askedSystem(logged),
		...scored({ ...solution, ...evidence }),
		timings: { generations: timings, ...times, cold: device?.cold ?? cold, device },
	};
	const problem = problemOf?.(result);
	if (problem === undefined) return result;
	const { failure, detail: failureDetail } = problem;
	const { endToEndMs } = times;
	return {
		...result,
		...scored({ facts: {}, generations: [], failure, failureDetail }),
		timings: { generations: [], endToEndMs, cold: result.timings.cold },
	};
}

/** Bounds a sample that crashes the engine every time. */
const MAX_ATTEMPTS = 5;

function isCut(cause: unknown): cause is EngineError {
	return cause instanceof EngineError && cause.failure === 'cut';
}

function lostTooOften(cause: EngineError): EngineError {
	return new EngineError('unavailable', message('engine.lost-too-often', { n: MAX_ATTEMPTS }), { cause });
}

/**
 * The suite's solution and the sample's groups. A failure of user code becomes the solution; errors of gemmark itself
 * are thrown.
 */
async function solve(
	{ suite, sample }: PlannedSample,
	record: SampleRecord,
): Promise<Omit<Transcript, 'generations'> & { readonly groups: SampleResult['groups'] | undefined }> {
	const place = `${suitePlace(suite, sample)}: solve()`;
	let groups: SampleResult['groups'] | undefined;
	try {
		groups = groupsOf(suite, sample);
		if (record.failure !== undefined) return { facts: {}, groups };
		return { ...readSolution(place, await suite.solve(sample, record.context, record.variant)), groups };
	} catch (thrown) {
		const nothing = { facts: {}, groups };
		// The solver may let an error of its conversation through.
		if (record.failure !== undefined) return nothing;
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
