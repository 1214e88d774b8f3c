import { ENGINE_DIALECT } from '../../dialects/conversation/open-conversation.ts';
import { missingEvidence } from '../../eval/evidence/turn-evidence.ts';
import type { EvaluatedRun } from '../../eval/header.ts';
import type { SampleResult, Transcript } from '../../eval/sample.ts';
import { turnOf } from '../../eval/turn.ts';
import {
	emulateFlutterGemma,
	type FlutterGemmaMode,
	type FlutterGemmaView,
	flutterGemmaModel,
} from '../../fates/flutter-gemma.ts';
import { wholePieces } from './fates.ts';

/** A turn in an app on flutter_edge_ai; each generation is on its own line. */
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

/** What paths A and B are about; leaked calls are in the run's engine outcomes. */
export type FlutterGemmaFate = Exclude<keyof FlutterGemmaView, 'leaked'>;

/** Texts of a turn by outcome. */
type FlutterGemmaTurn = Readonly<Record<FlutterGemmaFate, string>>;

interface FlutterGemmaSummary {
	/** How the plugin would parse this model. */
	readonly modelType: FlutterGemmaMode['modelType'];
	readonly rows: readonly FlutterGemmaRow[];
	/** Samples without a row, because their turn was cut off or failed. */
	readonly cut: number;
	/** Samples with text in each outcome. */
	readonly counts: Readonly<Record<'streaming' | 'whole', Readonly<Record<FlutterGemmaFate, number>>>>;
}

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];

/**
 * Plays the recorded streams of a suite through the rules of flutter_edge_ai. Undefined if the run has no samples of the
 * suite, or an engine that parses calls, which does not report raw streams.
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

/** The model type of flutter_edge_ai for a run; undefined if raw streams are unknown. */
export function flutterGemmaModelType({ header }: EvaluatedRun): FlutterGemmaMode['modelType'] | undefined {
	const { dialect } = header.settings;
	if (dialect === undefined || dialect === ENGINE_DIALECT) return undefined;
	return flutterGemmaModel(dialect);
}

/** Plays each generation of a turn as the plugin does; undefined if the turn was cut off or failed. */
export function flutterGemmaView({ transcript }: SampleResult, mode: FlutterGemmaMode): FlutterGemmaTurn | undefined {
	const views = flutterKnown.get(transcript) ?? new Map<string, FlutterGemmaTurn | 'cut'>();
	flutterKnown.set(transcript, views);
	const name = `${mode.modelType} ${mode.streaming} ${mode.platform}`;
	const view = views.get(name) ?? viewOf(transcript, mode) ?? 'cut';
	views.set(name, view);
	return view === 'cut' ? undefined : view;
}

/** Cache: page and CSV need the same turns. */
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
