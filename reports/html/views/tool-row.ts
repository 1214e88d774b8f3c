import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	type LogSample,
	type Score,
	type SuiteSummary,
	turnOf,
} from '../../../src/index.ts';
import { mainScoreOf } from '../samples/sample-score.ts';
import type { ViewContext } from './view.ts';

/** One tool-calling sample in one arm and epoch. */
export interface ToolRow {
	readonly id: string;
	readonly input: string;
	readonly arm: string;
	/** Index in the log's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** The suite's main score; its reason is BFCL's name of the first error. */
	readonly score: Score | undefined;
	/** None: no call is the right answer. */
	readonly expected: readonly { readonly tool: string; readonly arguments: JsonObject }[];
	readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
	readonly endToEndMs: number;
}

export function toolRows({ log, summary: { suite } }: Pick<ViewContext, 'log' | 'summary'>): readonly ToolRow[] {
	return log.samples.flatMap((sample, index) => (sample.suite === suite.name ? [toolRow(sample, index, suite)] : []));
}

function toolRow(result: LogSample, sampleIndex: number, suite: SuiteSummary['suite']): ToolRow {
	const { sample, timings, transcript } = result;
	return {
		id: result.sampleId,
		input: typeof sample.input === 'string' ? sample.input : '',
		arm: result.arm,
		sampleIndex,
		score: mainScoreOf(result, suite),
		expected: readExpected(sample.expected),
		calls: turnOf(transcript).calls,
		endToEndMs: timings.endToEndMs,
	};
}

/** A log may come from anywhere: what is not an expected call is left out. */
function readExpected(value: JsonValue | undefined): ToolRow['expected'] {
	if (!Array.isArray(value)) return [];
	return value
		.filter(isJsonObject)
		.flatMap((call) =>
			typeof call.tool === 'string' && isJsonObject(call.arguments)
				? [{ tool: call.tool, arguments: call.arguments }]
				: [],
		);
}
