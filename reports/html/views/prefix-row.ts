import {
	type JsonObject,
	type LogSample,
	type PeoplesJudgement,
	readTurn,
	type Score,
	type SuiteSummary,
	sampleKey,
	scoreNamed,
	turnWaiting,
} from '../../../src/index.ts';
import { mainScoreOf } from '../samples/sample-score.ts';
import type { ViewContext } from './view.ts';

/** One prompt in one arm and epoch. */
export interface PrefixRow {
	readonly id: string;
	readonly input: string;
	readonly arm: string;
	readonly epoch: number;
	/** Index in the log's samples, to open its transcript. */
	readonly sampleIndex: number;
	/** Trimmed text before the first call (the whole answer where there is none), thinking excluded; may be ''. */
	readonly prefix: string;
	/** The suite's main score. */
	readonly score: Score | undefined;
	/** First call of the turn. */
	readonly call?: { readonly name: string; readonly arguments: JsonObject } | undefined;
	/** Right tool, right arguments; of a call alone. */
	readonly firstTool?: Score | undefined;
	readonly arguments?: Score | undefined;
	readonly timeToFirstTokenMs?: number | undefined;
	/** From the user's message to the complete first call. */
	readonly timeToCallMs?: number | undefined;
	/** What people say of this very prefix. */
	readonly people?: PeoplesJudgement | undefined;
}

/** The suite's samples by prompt, then epoch, in corpus order. */
export function prefixRows({
	log,
	summary: { suite },
	judgements,
}: Pick<ViewContext, 'log' | 'summary' | 'judgements'>): readonly PrefixRow[] {
	const rows = log.samples.flatMap((sample, index) =>
		sample.suite === suite.name ? [prefixRow(sample, index, suite, judgements?.get(sampleKey(sample)))] : [],
	);
	const order = new Map<string, number>();
	for (const { id } of rows) order.set(id, order.get(id) ?? order.size);
	return rows.sort(
		(first, second) => (order.get(first.id) ?? 0) - (order.get(second.id) ?? 0) || first.epoch - second.epoch,
	);
}

function prefixRow(
	result: LogSample,
	sampleIndex: number,
	suite: SuiteSummary['suite'],
	people: PeoplesJudgement | undefined,
): PrefixRow {
	const { prefix, call } = readTurn(result.transcript.generations);
	const { timeToFirstTokenMs, timeToCallMs } = turnWaiting(result);
	return {
		id: result.sampleId,
		input: typeof result.sample.input === 'string' ? result.sample.input : '',
		arm: result.arm,
		epoch: result.epoch,
		sampleIndex,
		prefix: prefix.trim(),
		score: mainScoreOf(result, suite),
		call: call && { name: call.name, arguments: call.arguments },
		firstTool: call && scoreNamed(result, 'firstTool'),
		arguments: call && scoreNamed(result, 'arguments'),
		timeToFirstTokenMs,
		timeToCallMs,
		people,
	};
}
