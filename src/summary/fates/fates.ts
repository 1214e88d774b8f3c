import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { openThought } from '../../dialects/conversation/thoughts.ts';
import { knownDialects } from '../../dialects/dialects.ts';
import { causeOfGeneration, isCaptured, showsCall } from '../../eval/evidence/generation-evidence.ts';
import { causeOfTranscript, isForeign } from '../../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../../eval/run.ts';
import type { LoggedGeneration, SampleResult } from '../../eval/sample.ts';
import type { EngineOutcome, KnownTool } from '../../fates/outcome.ts';
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

/** What the model wrote, token by token, behind the thought that its prompt opened for it, where it did. */
export function wholePieces({ pieces, promptTail = '' }: LoggedGeneration, dialect: string): readonly string[] {
	const marks = knownDialects().find(({ name }) => name === dialect)?.thinking;
	const opened = marks === undefined ? '' : openThought(promptTail, marks);
	return opened === '' ? pieces : [opened, ...pieces];
}

type Header = EvaluatedRun['header'];

/**
 * The tools that were declared in a sample: their names as its transcript has them, their parameters where its row has
 * the tool, as those of benchmarks do, else where the run's app has one of that name. The same list for the same tools.
 * Undefined where the transcript does not tell.
 */
function declaredTools(header: Header, { sample, transcript }: SampleResult): readonly KnownTool[] | undefined {
	const { tools: names } = transcript;
	if (names === undefined) return undefined;
	const own = Array.isArray(sample.tools) ? sample.tools : [];
	const lists = known.get(header) ?? new Map<string, readonly KnownTool[]>();
	known.set(header, lists);
	const key = JSON.stringify([names, own]);
	const list = lists.get(key) ?? names.map((name) => ({ name, parameters: parametersOf(name, own, header) }));
	lists.set(key, list);
	return list;
}

/** What is played under one list need not be played again. */
const known = new WeakMap<Header, Map<string, readonly KnownTool[]>>();

function parametersOf(name: string, own: readonly JsonValue[], { app }: Header): JsonObject | undefined {
	const row = own.find((tool) => tool === name || (isJsonObject(tool) && tool.name === name));
	// A name alone is of a file of the suite's.
	if (row !== undefined)
		return isJsonObject(row) && isJsonObject(row.parameters) ? declareSchema(row.parameters) : undefined;
	return app?.tools?.find((tool) => tool.name === name)?.parameters;
}

/** What the run's own engine, or the app that was captured, made of the generations that it read by itself. */
export interface SeenFates {
	/** The engine and its version. */
	readonly engine: string;
	readonly counts: FateCounts;
	/** Generations that were cut or failed, or answer something else: in no count. */
	readonly cut: number;
}

/** Absent where every generation was read here. */
function summarizeSeenFates(header: EvaluatedRun['header'], samples: readonly SampleResult[]): SeenFates | undefined {
	const own = samples.flatMap(({ transcript }) =>
		transcript.generations
			.filter((one) => readByItsEngine(header, one))
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

/** Whether the run's own engine, or a captured app, read the generation: then nobody knows what the model wrote. */
function readByItsEngine({ settings: { dialect } }: EvaluatedRun['header'], generation: LoggedGeneration): boolean {
	return dialect === undefined || dialect === ENGINE_DIALECT || isCaptured(generation);
}

/**
 * What the run's own engine made of a generation, as the log shows it: whether it handed arguments on as the model wrote
 * them cannot be known, only that it handed on what is none. A call that it left in the text may be found by the name of a declared tool. Undefined
 * for one that was cut or failed.
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

/** A turn's generations, each played by itself, or why it is not. */
export function playedGenerations(
	{ header }: Pick<EvaluatedRun, 'header'>,
	sample: SampleResult,
): readonly (PlayedGeneration | UnplayedGeneration)[] {
	const { generations } = sample.transcript;
	const before =
		runKnown.get(generations) ??
		generations.map((generation) => (isForeign(sample.transcript) ? 'cut' : play(generation, header, sample)));
	runKnown.set(generations, before);
	return before;
}

/**
 * What a turn comes to in one engine: the worst of its generations; undefined where none can be played, or one was cut.
 */
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

/** As `turnOutcome` has it: a part that is missing counts where the rest has no call. */
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

/** The reports of a run ask for the same turns, and many of a run's generations say the same: each is played once. */
const runKnown = new WeakMap<readonly LoggedGeneration[], readonly (PlayedGeneration | UnplayedGeneration)[]>();
const knownTexts = new WeakMap<readonly KnownTool[] | Header, Map<string, PlayedGeneration | UnplayedGeneration>>();

/** A captured app reports its words and calls, an engine that reads by itself its words: neither reports what the model wrote. */
function play(
	generation: LoggedGeneration,
	header: Header,
	sample: SampleResult,
): PlayedGeneration | UnplayedGeneration {
	const { dialect } = header.settings;
	if (dialect === undefined || readByItsEngine(header, generation)) return 'not-recorded';
	const cause = causeOfGeneration(generation);
	// What a server swallowed is no part of what it showed.
	if (cause === 'swallowed-by-engine') return 'not-recorded';
	if (cause !== undefined) return 'cut';
	return playText(wholePieces(generation, dialect), dialect, header, declaredTools(header, sample));
}

function playText(
	pieces: readonly string[],
	dialect: string,
	header: Header,
	tools: readonly KnownTool[] | undefined,
): PlayedGeneration | UnplayedGeneration {
	const texts = knownTexts.get(tools ?? header) ?? new Map<string, PlayedGeneration | UnplayedGeneration>();
	knownTexts.set(tools ?? header, texts);
	// A few engines read token by token.
	const text = pieces.join('\0');
	const before = texts.get(text) ?? playGeneration(pieces, dialect, tools) ?? 'not-recorded';
	texts.set(text, before);
	return before;
}

/** What every engine would have made of a run, and what its engine made of it. */
export interface FateSummary {
	readonly matrix: FateMatrix;
	/** By deciding suite. */
	readonly suites: Readonly<Record<string, FateMatrix>>;
	/**
	 * By engine, of the samples with a call in our reading and no generation that was cut: those whose every calling
	 * generation is a `call` there. An engine that no such sample can be played through is not in it.
	 */
	readonly calls: Readonly<Record<string, Rate>>;
	/** By engine, further such samples of which it is unknown; an engine without any is not in it. */
	readonly unknown: Readonly<Record<string, number>>;
	/** Samples in no rate because a generation was cut, failed or was swallowed, by cause: each could be of any. */
	readonly unplayed: ReasonCounts;
	/** What the run's engine made of the generations that it read by itself; absent where it read none. */
	readonly seen?: SeenFates | undefined;
}

/** Plays all generations of a run through every engine whose rules are emulated. */
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
