import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { missingEvidence } from '../../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../../eval/run.ts';
import type { SampleResult, Transcript } from '../../eval/sample.ts';
import { turnOf } from '../../eval/turn.ts';
import {
	emulateFlutterGemma,
	type FlutterGemmaMode,
	type FlutterGemmaView,
	flutterGemmaModel,
} from '../../fates/flutter-gemma.ts';
import { wholePieces } from './fates.ts';

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

/** What path A and path B are about; what leaks is in the fates of a run. */
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
