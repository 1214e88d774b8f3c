import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json-value.ts';
import { passAtK, passHatK } from '../../stats/pass-at-k.ts';
import { type Rate, rateOf } from '../../stats/rate.ts';
import type { EvaluatedRun } from '../evaluated-run.ts';
import type { SampleResult } from '../sample.ts';
import { turnCalls } from '../turn-reading.ts';
import { countReasons, type ReasonCounts } from './reason-counts.ts';
import { flag, scoreRate } from './score-reading.ts';

/** One tool-calling sample in one epoch. */
export interface ToolsRow {
	readonly id: string;
	readonly input: string;
	readonly epoch: number;
	/** Index in the run's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** What the sample tries, such as `chain`, where its corpus says so. */
	readonly kind?: string;
	/** No call is the right answer. */
	readonly irrelevance: boolean;
	readonly correct: boolean;
	/** BFCL's name of the first error, such as `wrong_func_name` or `value_error:string`. */
	readonly reason?: string;
	readonly detail?: string;
	readonly expected: readonly { readonly tool: string; readonly arguments: JsonObject }[];
	readonly calls: readonly { readonly name: string; readonly arguments: JsonObject }[];
	readonly endState?: boolean;
	readonly turnOrder?: boolean;
	readonly endToEndMs: number;
	readonly cold: boolean;
	readonly error?: string;
}

export interface ToolsSummary {
	readonly suite: string;
	readonly suiteVersion: string;
	readonly rows: readonly ToolsRow[];
	readonly correct: Rate;
	/** Of the samples that need a call, and of those where none is right. */
	readonly relevant: Rate;
	readonly irrelevant: Rate;
	/** Correct by kind, in order of appearance; empty where the corpus has none. */
	readonly byKind: readonly { readonly kind: string; readonly correct: Rate }[];
	readonly endState: Rate;
	readonly turnOrder: Rate;
	readonly reasons: ReasonCounts;
	/** With epochs: pass@k and pass^k averaged over samples, for k = 1 .. epochs; else empty. */
	readonly reliability: readonly { readonly k: number; readonly passAtK: number; readonly passHatK: number }[];
}

/**
 * What the log says of the tool-calling suite `suite` (default `tools`, or an import by its own name); absent where the
 * run had none.
 */
export function summarizeTools(run: EvaluatedRun, suite = 'tools'): ToolsSummary | undefined {
	const logged = run.header.suites.find(({ name }) => name === suite);
	if (logged === undefined) return undefined;
	const rows = run.samples.flatMap((sample, index) => (sample.suite === suite ? [toolsRow(sample, index)] : []));
	const samples = rows.flatMap((row) => run.samples[row.sampleIndex] ?? []);
	const correctOf = (part: readonly ToolsRow[]): Rate => rateOf(part.filter((row) => row.correct).length, part.length);
	return {
		suite,
		suiteVersion: logged.version,
		rows,
		correct: correctOf(rows),
		relevant: correctOf(rows.filter((row) => !row.irrelevance)),
		irrelevant: correctOf(rows.filter((row) => row.irrelevance)),
		byKind: Array.from(
			Map.groupBy(
				rows.filter((row) => row.kind !== undefined),
				(row) => row.kind ?? '',
			),
			([kind, group]) => ({ kind, correct: correctOf(group) }),
		),
		endState: scoreRate(samples, 'endState'),
		turnOrder: scoreRate(samples, 'turnOrder'),
		reasons: countReasons(rows.map((row) => row.reason)),
		reliability: reliability(rows, run.header.settings.epochs),
	};
}

function toolsRow(result: SampleResult, sampleIndex: number): ToolsRow {
	const { scores, timings, transcript, sample } = result;
	const expected = readExpected(sample.expected);
	const correct = flag(scores.correct) ?? false;
	const reason = correct ? undefined : (scores.correct?.reason ?? 'unscored');
	const detail = scores.correct?.detail;
	const endState = flag(scores.endState);
	const turnOrder = flag(scores.turnOrder);
	return {
		id: result.sampleId,
		input: typeof sample.input === 'string' ? sample.input : '',
		epoch: result.epoch,
		sampleIndex,
		...(typeof sample.kind === 'string' ? { kind: sample.kind } : {}),
		irrelevance: expected.length === 0,
		correct,
		...(reason === undefined ? {} : { reason }),
		...(correct || detail === undefined ? {} : { detail }),
		expected,
		calls: turnCalls(transcript.generations).map((call) => ({ name: call.name, arguments: call.arguments })),
		...(endState === undefined ? {} : { endState }),
		...(turnOrder === undefined ? {} : { turnOrder }),
		endToEndMs: timings.endToEndMs,
		cold: timings.cold,
		...(transcript.error === undefined ? {} : { error: transcript.error }),
	};
}

/** A log may come from anywhere: what is not an expected call is left out. */
function readExpected(value: JsonValue | undefined): ToolsRow['expected'] {
	if (!Array.isArray(value)) return [];
	return value
		.filter(isJsonObject)
		.flatMap((call) =>
			typeof call.tool === 'string' && isJsonObject(call.arguments)
				? [{ tool: call.tool, arguments: call.arguments }]
				: [],
		);
}

/** Averages over the samples that ran at least k epochs; a single epoch says nothing of reliability. */
function reliability(rows: readonly ToolsRow[], epochs: number): ToolsSummary['reliability'] {
	if (epochs < 2) return [];
	const samples = [...Map.groupBy(rows, (row) => row.id).values()].map((group) => ({
		n: group.length,
		c: group.filter((row) => row.correct).length,
	}));
	return Array.from({ length: epochs }, (_, index) => index + 1).flatMap((k) => {
		const some = samples.flatMap(({ n, c }) => passAtK(n, c, k) ?? []);
		const every = samples.flatMap(({ n, c }) => passHatK(n, c, k) ?? []);
		return some.length === 0 ? [] : [{ k, passAtK: mean(some), passHatK: mean(every) }];
	});
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
