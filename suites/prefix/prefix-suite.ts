import {
	type CorpusIdentity,
	classifyPrefix,
	earlyStop,
	matchArguments,
	readTurn,
	type SampleResult,
	type Score,
	type Suite,
	solveAppTurn,
	type Transcript,
	type TurnReading,
	turnCalls,
	turnOrderScore,
} from '../../src/index.ts';
import { type PrefixSample, prefixSampleFromLog, prefixSampleToLog } from './prefix-sample.ts';

export interface PrefixSuiteOptions {
	readonly samples: readonly PrefixSample[];
	readonly corpus: CorpusIdentity;
}

/**
 * Does the model say something worth keeping before it calls a tool (seed 001)? Scores: `meaningful` with its reason,
 * `called`, and of what was called `firstTool`, `arguments` (of the right tool only) and `strictFormat` (no call of the
 * turn needed a repair); `turnOrder`. What a captured run does not tell has no score.
 */
export function prefixSuite({ samples, corpus }: PrefixSuiteOptions): Suite<PrefixSample> {
	return {
		name: 'prefix',
		version: '1',
		corpus,
		samples,
		arms: [{ name: 'free' }],
		solve: (sample, _arm, context) => solveAppTurn(sample.input, context, sample.confirm),
		score: scorePrefix,
		settled: isSettled,
		toLog: prefixSampleToLog,
		fromLog: prefixSampleFromLog,
	};
}

/** Five hits, or eleven misses of fifteen, decide the path whatever the rest would say. */
function isSettled(results: readonly SampleResult[], planned: number): boolean {
	const hits = results.filter(({ scores }) => scores.meaningful?.value === true).length;
	return earlyStop(hits, results.length - hits, planned) !== undefined;
}

function scorePrefix(sample: PrefixSample, transcript: Transcript): Readonly<Record<string, Score>> {
	const turn = readTurn(transcript.generations);
	return {
		meaningful: meaningfulScore(sample, turn, transcript.error),
		called: { value: turn.call !== undefined },
		...callScores(sample, turn),
		...formatScore(transcript, turn),
		...turnOrderScore(transcript),
	};
}

function meaningfulScore(sample: PrefixSample, turn: TurnReading, error: string | undefined): Score {
	if (turn.call === undefined) {
		const reason = turn.malformed ? 'malformed-call' : 'no-tool-call';
		return { value: false, reason, ...(error === undefined ? {} : { detail: error }) };
	}
	const meaning = classifyPrefix(turn.prefix, sample.input);
	return meaning.meaningful ? { value: true } : { value: false, reason: meaning.reason };
}

function callScores(sample: PrefixSample, { call }: TurnReading): Readonly<Record<string, Score>> {
	const [expected] = sample.expected;
	if (call === undefined || expected === undefined) return {};
	if (call.name !== expected.tool) {
		const detail = `expected ${expected.tool}, got ${call.name}`;
		return { firstTool: { value: false, reason: 'wrong_func_name', detail } };
	}
	const mismatch = matchArguments(expected, call.arguments);
	return {
		firstTool: { value: true },
		arguments:
			mismatch === undefined ? { value: true } : { value: false, reason: mismatch.error, detail: mismatch.detail },
	};
}

function formatScore({ generations }: Transcript, turn: TurnReading): Readonly<Record<string, Score>> {
	if (turn.call === undefined && !turn.malformed) return {};
	const calls = turnCalls(generations);
	if (turn.malformed) return { strictFormat: { value: false, reason: 'malformed' } };
	if (calls.some((call) => call.repairs === undefined)) return {};
	const repairs = calls.flatMap((call) => call.repairs ?? []);
	const [reason] = repairs;
	if (reason === undefined) return { strictFormat: { value: true } };
	return { strictFormat: { value: false, reason, detail: repairs.join(', ') } };
}
