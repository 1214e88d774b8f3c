import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { openThought } from '../../dialects/conversation/thoughts.ts';
import { knownDialects } from '../../dialects/dialects.ts';
import { causeOfGeneration, isCaptured, showsCall } from '../../eval/evidence/generation-evidence.ts';
import { causeOfTranscript, isForeign } from '../../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { LoggedGeneration, SampleResult } from '../../eval/sample.ts';
import type { EngineOutcome } from '../../fates/outcome.ts';
import {
	ENGINE_READERS,
	type FateCounts,
	type FateMatrix,
	noFates,
	type PlayedGeneration,
	playGeneration,
	summarizeFates,
	type UnplayedGeneration,
	worstOutcome,
} from '../../fates/play.ts';
import { engineName } from '../../model/identity.ts';
import { countReasons, type ReasonCounts } from '../../stats/counts.ts';
import { type Rate, rateOf } from '../../stats/rate.ts';
import { declareSchema } from '../../tool/declaration.ts';

/** The generation's pieces, after the opening of a thought if its prompt ends with one. */
export function wholePieces({ pieces, promptTail = '' }: LoggedGeneration, dialect: string): readonly string[] {
	const marks = knownDialects().find(({ name }) => name === dialect)?.thinking;
	const opened = marks === undefined ? '' : openThought(promptTail, marks);
	return opened === '' ? pieces : [opened, ...pieces];
}

type Header = EvaluatedRun['header'];

/** Parameters of a declared tool: of the sample's row, as benchmarks have them, else of the run's app. */
function parametersOf(name: string, own: readonly JsonValue[], { app }: Header): JsonObject | undefined {
	const row = own.find((tool) => tool === name || (isJsonObject(tool) && tool.name === name));
	// A row with only a name refers to a file of the suite.
	if (row !== undefined)
		return isJsonObject(row) && isJsonObject(row.parameters) ? declareSchema(row.parameters) : undefined;
	return app?.tools?.find((tool) => tool.name === name)?.parameters;
}

/** Outcomes of the generations that the run's engine, or a captured app, parsed. */
export interface SeenFates {
	/** With its version. */
	readonly engine: string;
	readonly counts: FateCounts;
	/** Generations that were cut off, failed or are not the run's model's: in no count. */
	readonly cut: number;
}

/** Undefined if gemmark parsed every generation. */
function summarizeSeenFates(header: EvaluatedRun['header'], samples: readonly SampleResult[]): SeenFates | undefined {
	const own = samples.flatMap(({ transcript }) =>
		transcript.generations
			.filter((one) => isParsedByEngine(header, one))
			.map((one) => (isForeign(transcript) ? undefined : seenFate(one, transcript.tools))),
	);
	if (own.length === 0) return undefined;
	const counts = noFates();
	let cut = 0;
	for (const outcome of own) {
		if (outcome === undefined) cut += 1;
		else counts[outcome] += 1;
	}
	return { engine: engineName(header.engine), counts, cut };
}

/** Whether the run's engine, or a captured app, parsed the generation, so that the model's text is unknown. */
function isParsedByEngine({ settings: { dialect } }: EvaluatedRun['header'], generation: LoggedGeneration): boolean {
	return dialect === undefined || dialect === ENGINE_DIALECT || isCaptured(generation);
}

/**
 * What the run's engine made of a generation, by the log; whether it changed valid arguments is unknown. A call left in the
 * text is also recognised by the name of a declared tool. Undefined for a generation that was cut off or failed.
 */
export function seenFate(generation: LoggedGeneration, tools?: readonly string[]): EngineOutcome | undefined {
	const cause = causeOfGeneration(generation);
	if (cause === 'swallowed-by-engine') return 'swallowed';
	if (cause !== undefined) return undefined;
	if (showsCall(generation, tools)) return 'leaked';
	const types = new Set(generation.events.map(({ type }) => type));
	if (types.has('malformed')) return 'changed-arguments';
	if (types.has('call')) return 'call';
	return generation.pieces.join('').trim() === '' ? 'nothing' : 'text-shown';
}

/** Plays each generation of a sample by itself, or gives why it cannot. */
export function playedGenerations(
	{ header }: EvaluatedRun,
	sample: SampleResult,
): readonly (PlayedGeneration | UnplayedGeneration)[] {
	const { generations } = sample.transcript;
	const before =
		runKnown.get(generations) ??
		generations.map((generation) => (isForeign(sample.transcript) ? 'cut' : play(generation, header, sample)));
	runKnown.set(generations, before);
	return before;
}

/** Worst outcome of a turn's generations in one engine; undefined if none can be played, or one was cut off. */
export function turnOutcome(
	generations: readonly (PlayedGeneration | UnplayedGeneration)[],
	engine: string,
): EngineOutcome | undefined {
	if (generations.includes('cut')) return undefined;
	const [only] = generations;
	if (generations.length < 2) return outcomeIn(only, engine);
	return worstOutcome(generations.flatMap((one) => outcomeIn(one, engine) ?? []));
}

function outcomeIn(one: PlayedGeneration | UnplayedGeneration | undefined, engine: string): EngineOutcome | undefined {
	return typeof one === 'object' ? one.fates.get(engine)?.outcome : undefined;
}

/** As in `turnOutcome`, but an unrecorded generation counts only if the others have no call. */
function isUnplayed(turn: readonly (PlayedGeneration | UnplayedGeneration)[], sample: SampleResult): boolean {
	if (turn.length === 0) return sample.transcript.failure !== undefined;
	return turn.includes('cut') || (turn.includes('not-recorded') && !turn.some((one) => callsIn(one) > 0));
}

function causeOfSample({ transcript }: SampleResult): string {
	return causeOfTranscript(transcript) ?? 'not-recorded';
}

function callsIn(one: PlayedGeneration | UnplayedGeneration): number {
	return typeof one === 'object' ? one.attempts : 0;
}

/** Caches: several reports need the same turns, and many generations of a run have the same text. */
const runKnown = new WeakMap<readonly LoggedGeneration[], readonly (PlayedGeneration | UnplayedGeneration)[]>();
/** Played texts that are kept for equal ones. */
const MAX_TEXTS = 2000;
const knownTexts = new WeakMap<Header, Map<string, PlayedGeneration | UnplayedGeneration>>();

function play(
	generation: LoggedGeneration,
	header: Header,
	sample: SampleResult,
): PlayedGeneration | UnplayedGeneration {
	const { dialect } = header.settings;
	if (dialect === undefined || isParsedByEngine(header, generation)) return 'not-recorded';
	const cause = causeOfGeneration(generation);
	// The swallowed text is not recorded.
	if (cause === 'swallowed-by-engine') return 'not-recorded';
	if (cause !== undefined) return 'cut';
	const { tools: names } = sample.transcript;
	const own = Array.isArray(sample.sample.tools) ? sample.sample.tools : [];
	const pieces = wholePieces(generation, dialect);
	const known = knownTexts.get(header) ?? new Map<string, PlayedGeneration | UnplayedGeneration>();
	knownTexts.set(header, known);
	// Pieces, not text: a few engines read token by token.
	const key = JSON.stringify([pieces, names, own]);
	const before = known.get(key);
	if (before !== undefined) return before;
	const tools = names?.map((name) => ({ name, parameters: parametersOf(name, own, header) }));
	const played = playGeneration(pieces, dialect, tools) ?? 'not-recorded';
	if (known.size >= MAX_TEXTS) known.clear();
	known.set(key, played);
	return played;
}

/** Outcomes of a run in every emulated engine, and in its own. */
export interface FateSummary {
	readonly matrix: FateMatrix;
	/** By deciding suite. */
	readonly suites: Readonly<Record<string, FateMatrix>>;
	/**
	 * By engine, of the samples with a call in gemmark's reading and no generation cut off: those whose every calling
	 * generation is a `call` there. Engines without such a sample are missing.
	 */
	readonly calls: Readonly<Record<string, Rate>>;
	/** By engine, further such samples with an unknown outcome. */
	readonly unknown: Readonly<Record<string, number>>;
	/** Samples in no rate because a generation was cut off, failed or was swallowed, by cause. */
	readonly unplayed: ReasonCounts;
	/** Outcomes of the generations that the run's engine parsed; absent if none. */
	readonly seen?: SeenFates;
}

/** Plays all generations of a run through every emulated engine. */
export function fateSummary(run: EvaluatedRun): FateSummary {
	const { header, samples } = run;
	const turns = samples.map((sample) => playedGenerations(run, sample));
	const calls: Record<string, Rate> = {};
	const unknown: Record<string, number> = {};
	for (const { engine } of ENGINE_READERS) {
		const outcomes = turns.flatMap((turn) => {
			const calling = turn.filter((one) => typeof one !== 'object' || one.attempts > 0);
			return turnOutcome(calling, engine) ?? [];
		});
		const known = outcomes.filter((outcome) => outcome !== 'not-known');
		if (known.length > 0) calls[engine] = rateOf(known.filter((outcome) => outcome === 'call').length, known.length);
		if (known.length < outcomes.length) unknown[engine] = outcomes.length - known.length;
	}
	const deciding = header.suites.filter(({ decision }) => decision !== undefined);
	const matrixOf = (name: string): FateMatrix =>
		summarizeFates(turns.filter((_, index) => samples[index]?.suite === name).flat());
	return {
		matrix: summarizeFates(turns.flat()),
		suites: Object.fromEntries(deciding.map(({ name }) => [name, matrixOf(name)])),
		calls,
		unknown,
		unplayed: countReasons(
			samples.filter((sample, index) => isUnplayed(turns[index] ?? [], sample)).map(causeOfSample),
		),
		seen: summarizeSeenFates(header, samples),
	};
}
