import {
	type FlutterGemmaFate,
	flutterGemmaModelType,
	flutterGemmaView,
	type Log,
	type LogSample,
	turnOf,
} from '../../src/index.ts';
import type { Column } from './table-csv.ts';

/** View of the suites whose texts before a call are what is judged. */
const PREFIX_VIEW = 'prefix';

/** Columns of the suites that declare this view, empty for samples of others; none where no suite does. */
export interface PrefixColumns {
	/** The text before the first call. */
	readonly said: readonly Column<LogSample>[];
	/** What an app on flutter_gemma that shows text as it comes would make of the streams. */
	readonly fates: readonly Column<LogSample>[];
}

export function prefixColumns(log: Log): PrefixColumns {
	const suites = new Set(log.header.suites.filter(({ view }) => view === PREFIX_VIEW).map(({ name }) => name));
	if (!log.samples.some(({ suite }) => suites.has(suite))) return { said: [], fates: [] };
	const ofOwn =
		(cell: (sample: LogSample) => string | undefined): Column<LogSample>[1] =>
		(sample) =>
			suites.has(sample.suite) ? cell(sample) : undefined;
	const modelType = flutterGemmaModelType(log);
	return {
		said: [['prefix', ofOwn(({ transcript }) => turnOf(transcript).prefix?.trim())]],
		fates:
			modelType === undefined
				? []
				: FATES.map((fate) => [
						`flutter_gemma_${fate}`,
						ofOwn((sample) => flutterGemmaView(sample, { modelType, streaming: true })?.[fate]),
					]),
	};
}

const FATES: readonly FlutterGemmaFate[] = ['shown', 'saved', 'lost'];
