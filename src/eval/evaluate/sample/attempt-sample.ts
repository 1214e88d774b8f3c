import { isInstance } from '../../../errors/error-type.ts';
import { GemmarkError } from '../../../errors/gemmark-error.ts';
import { thrownText } from '../../../errors/thrown-text.ts';
import type { JsonObject } from '../../../json/json-value.ts';
import type { GenerationRecord } from '../../../model/generation.ts';
import { withoutSecrets } from '../../../text/secret/secret.ts';
import { splitGeneration } from '../../capture/recorded-generation.ts';
import type { PlannedSample } from '../../plan.ts';
import { loggedSample, type SampleResult, type Transcript } from '../../sample.ts';
import { scoreSample } from '../../score/score-sample.ts';
import type { SolveContext } from '../../suite/suite.ts';
import { groupsOf, OWN_CODE, ownFailure, readSolution, suitePlace } from '../own-code.ts';
import { readArm } from '../reflection-arm.ts';
import { askedSystem } from './asked-system.ts';
import { type EngineWatch, endsRun, failureName } from './engine-failure.ts';
import { ownWordsOf } from './own-words.ts';
import { orSampleFailure, SampleFailure } from './sample-failure.ts';
import type { SampleOptions } from './sample-options.ts';
import { solveContext } from './solve-context.ts';
import { TurnClock } from './turn-clock.ts';
import { unloggable } from './unloggable.ts';

/** One try at a sample. Throws {@link SampleFailure} where the engine fails in a way that ends the run, or is lost. */
export async function attemptSample(
	planned: PlannedSample,
	cold: boolean,
	options: SampleOptions,
): Promise<SampleResult> {
	const { suite, sample, arm, epoch, seed } = planned;
	const { own, reflects } = readArm(arm, options.settings.reflection);
	const records: GenerationRecord[] = [];
	const systems: (string | undefined)[] = [];
	const tools = new Set<string>();
	const defaults = new Map<string, JsonObject>();
	const engine: EngineWatch = {};
	const watched = await orSampleFailure(planned, async () => options.watchSample?.(options.signal));
	const started = performance.now();
	// What a server refused before it took a request is no time of the model or the app.
	const elapsedMs = (): number =>
		records.reduce((ms, { timings }) => Math.max(0, ms - (timings.refused?.ms ?? 0)), performance.now() - started);
	const clock = new TurnClock(elapsedMs, () => records.length);
	const context = solveContext(planned, reflects, options, { records, systems, tools, defaults, engine, clock });
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
		...filledIn(defaults),
		generations: split.map((part) => part.generation),
	};
	const scoring = { language: options.app.language ?? 'ko', dialect: options.settings.dialect };
	const asked = { suite: suite.name, sampleId: sample.id, arm, epoch, seed, sample: loggedSample(sample) };
	// As they will stand in the log.
	const ownWords = await ownWordsOf(withoutSecrets({ ...asked, transcript }));
	const system = await askedSystem(systems, options.app, asked.sample);
	const result: SampleResult = {
		...asked,
		...(system !== undefined && { system }),
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

function filledIn(defaults: ReadonlyMap<string, JsonObject>): Pick<Transcript, 'defaults'> {
	const some = [...defaults].filter(([, own]) => Object.keys(own).length > 0);
	return some.length === 0 ? {} : { defaults: Object.fromEntries(some) };
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
		return { ...nothing, failure: OWN_CODE, failureDetail: ownFailure(place, thrown).told };
	}
}
