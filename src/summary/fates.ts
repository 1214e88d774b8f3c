import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { ENGINE_DIALECT } from '../dialects/conversation/open-conversation.ts';
import { openThought } from '../dialects/conversation/thoughts.ts';
import { knownDialects } from '../dialects/dialects.ts';
import { causeOfGeneration, isCaptured, showsCall } from '../eval/evidence/generation-evidence.ts';
import { causeOfTranscript, isForeign, missingEvidence } from '../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../eval/run.ts';
import type { LoggedGeneration, SampleResult, Transcript } from '../eval/sample.ts';
import { turnOf } from '../eval/turn.ts';
import {
	emulateFlutterGemma,
	type FlutterGemmaMode,
	type FlutterGemmaView,
	flutterGemmaModel,
} from '../fates/flutter-gemma.ts';
import type { EngineOutcome, KnownTool } from '../fates/outcome.ts';
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
} from '../fates/play.ts';
import { engineName } from '../model/identity.ts';
import { countReasons, type ReasonCounts } from '../stats/counts.ts';
import { type Rate, rateOf } from '../stats/rate.ts';
import { declareSchema } from '../tool/declaration.ts';

/** What the model wrote, token by token, behind the thought that its prompt opened for it, where it did. */
function wholePieces({ pieces, promptTail = '' }: LoggedGeneration, dialect: string): readonly string[] {
	const marks = knownDialects().find(({ name }) => name === dialect)?.thinking;
	const opened = marks === undefined ? '' : openThought(promptTail, marks);
	return opened === '' ? pieces : [opened, ...pieces];
}

type Header = EvaluatedRun['header'];

/**
 * The tools that were declared in a sample: their names as its transcript tells them, their parameters where its row has
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
 * them cannot be known, only that it handed on what is none. A call that it left in the text may be told by the name of a declared tool. Undefined
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

/** What every engine would have made of a run. */
export interface RunFates {
	readonly matrix: FateMatrix;
	/**
	 * By engine, of the samples with a call in our reading and no generation that was cut: those whose every calling
	 * generation is a `call` there. An engine that no such sample can be played through is not in it.
	 */
	readonly calls: ReadonlyMap<string, Rate>;
	/** By engine, further such samples, of which it is not known; an engine without any is not in it. */
	readonly notKnown: ReadonlyMap<string, number>;
	/** Samples that are in no rate, because a generation of theirs was cut, failed or was swallowed, by the cause: each could be of any. */
	readonly unplayed: ReasonCounts;
	/** What the run's own engine made of the generations that it read by itself; absent where it read none. */
	readonly seen?: SeenFates | undefined;
}

/** Plays all generations of a run, or of those of one suite, through every engine whose rules are emulated. */
export function summarizeRunFates(run: EvaluatedRun, suite?: string): RunFates {
	return ofSamples(run, suite === undefined ? run.samples : run.samples.filter((sample) => sample.suite === suite));
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

function ofSamples(run: EvaluatedRun, samples: readonly SampleResult[]): RunFates {
	const turns = samples.map((sample) => playedGenerations(run, sample));
	const calls = new Map<string, Rate>();
	const notKnown = new Map<string, number>();
	for (const { engine } of ENGINE_READERS) {
		const outcomes = turns.flatMap((turn) => {
			const calling = turn.filter((one) => typeof one !== 'object' || one.attempts > 0);
			return turnOutcome(calling, engine) ?? [];
		});
		const told = outcomes.filter((outcome) => outcome !== 'not-known');
		if (told.length > 0) calls.set(engine, rateOf(told.filter((outcome) => outcome === 'call').length, told.length));
		if (told.length < outcomes.length) notKnown.set(engine, outcomes.length - told.length);
	}
	return {
		matrix: summarizeFates(turns.flat()),
		calls,
		notKnown,
		unplayed: countReasons(
			samples.filter((sample, index) => isUnplayed(turns[index] ?? [], sample)).map(causeOfSample),
		),
		seen: summarizeSeenFates(run.header, samples),
	};
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

/** A captured app tells its words and calls, an engine that reads by itself its words: what the model wrote, neither. */
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

/** What becomes of a turn in an app on flutter_gemma; generations stand on lines of their own. */
export interface FlutterGemmaRow {
	readonly id: string;
	readonly epoch: number;
	/** Index in the run's samples. */
	readonly sampleIndex: number;
	readonly input: string;
	/** The app shows text as it comes. */
	readonly streaming: FlutterGemmaTurn;
	/** The app waits for the whole answer. */
	readonly whole: FlutterGemmaTurn;
}

/** What path A and path B are about; what leaks is told by the fates of a run. */
export type FlutterGemmaFate = Exclude<keyof FlutterGemmaView, 'leaked'>;

/** Texts of a turn by what becomes of them. */
type FlutterGemmaTurn = Readonly<Record<FlutterGemmaFate, string>>;

export interface FlutterGemmaSummary {
	/** How the plugin would read this model. */
	readonly modelType: FlutterGemmaMode['modelType'];
	readonly rows: readonly FlutterGemmaRow[];
	/** Samples that are no rows: a turn that was cut or failed shows what happened to it, not what the plugin does. */
	readonly cut: number;
	/** Samples with anything in each fate. */
	readonly counts: Readonly<Record<'streaming' | 'whole', Readonly<Record<FlutterGemmaFate, number>>>>;
}

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];

/**
 * Plays the recorded streams of a suite through the rules of flutter_gemma. Absent where the run has no samples of the
 * suite, or its raw streams are not known: an engine that reads calls by itself keeps them.
 */
export function summarizeFlutterGemma(run: EvaluatedRun, suite: string): FlutterGemmaSummary | undefined {
	const modelType = flutterGemmaModelType(run);
	if (modelType === undefined) return undefined;
	let cut = 0;
	const rows = run.samples.flatMap((sample, sampleIndex): FlutterGemmaRow[] => {
		if (sample.suite !== suite) return [];
		const [streaming, whole] = [true, false].map((each) => flutterGemmaView(sample, { modelType, streaming: each }));
		if (streaming === undefined || whole === undefined) {
			cut += 1;
			return [];
		}
		const { sampleId: id, epoch } = sample;
		const input = typeof sample.sample.input === 'string' ? sample.sample.input : '';
		return [{ id, epoch, sampleIndex, input, streaming, whole }];
	});
	if (rows.length + cut === 0) return undefined;
	const counts = { streaming: countFates(rows, 'streaming'), whole: countFates(rows, 'whole') };
	return { modelType, rows, cut, counts };
}

/** How flutter_gemma would take a run's model; absent where raw streams are not known. */
export function flutterGemmaModelType({ header }: EvaluatedRun): FlutterGemmaMode['modelType'] | undefined {
	const { dialect } = header.settings;
	if (dialect === undefined || dialect === ENGINE_DIALECT) return undefined;
	return flutterGemmaModel(dialect);
}

/** A turn's generations, each played by itself as the plugin does; undefined for a turn that was cut or failed. */
export function flutterGemmaView({ transcript }: SampleResult, mode: FlutterGemmaMode): FlutterGemmaTurn | undefined {
	const views = flutterKnown.get(transcript) ?? new Map<string, FlutterGemmaTurn | 'cut'>();
	flutterKnown.set(transcript, views);
	const name = `${mode.modelType} ${mode.streaming} ${mode.platform}`;
	const view = views.get(name) ?? viewOf(transcript, mode) ?? 'cut';
	views.set(name, view);
	return view === 'cut' ? undefined : view;
}

/** Page and table ask for the same turns. */
const flutterKnown = new WeakMap<Transcript, Map<string, FlutterGemmaTurn | 'cut'>>();

function viewOf(transcript: Transcript, mode: FlutterGemmaMode): FlutterGemmaTurn | undefined {
	if (missingEvidence(turnOf(transcript), 'turn') !== undefined) return undefined;
	const views = transcript.generations.map((one) => emulateFlutterGemma(wholePieces(one, mode.modelType), mode));
	const joined = (fate: FlutterGemmaFate): string =>
		views
			.map((view) => view[fate])
			.filter((text) => text !== '')
			.join('\n');
	return { shown: joined('shown'), saved: joined('saved'), lost: joined('lost') };
}

function countFates(
	rows: readonly FlutterGemmaRow[],
	mode: 'streaming' | 'whole',
): Readonly<Record<FlutterGemmaFate, number>> {
	const counts = { shown: 0, saved: 0, lost: 0 };
	for (const row of rows) for (const fate of FATES) if (row[mode][fate].trim() !== '') counts[fate] += 1;
	return counts;
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

export function fateSummary(run: EvaluatedRun): FateSummary {
	const { matrix, calls, notKnown, unplayed, seen } = summarizeRunFates(run);
	const deciding = run.header.suites.filter(({ decision }) => decision !== undefined);
	return {
		matrix,
		suites: Object.fromEntries(deciding.map(({ name }) => [name, summarizeRunFates(run, name).matrix])),
		calls: Object.fromEntries(calls),
		unknown: Object.fromEntries(notKnown),
		unplayed,
		seen,
	};
}
