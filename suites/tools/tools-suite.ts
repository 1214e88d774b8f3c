import {
	type CorpusIdentity,
	matchCalls,
	readTurn,
	type Score,
	type Suite,
	solveAppTurn,
	stateMismatch,
	type Transcript,
	turnCalls,
	turnOrderScore,
} from '../../src/index.ts';
import { type ToolSample, toolSampleFromLog, toolSampleToLog } from './tool-sample.ts';

export interface ToolsSuiteOptions {
	readonly samples: readonly ToolSample[];
	readonly corpus: CorpusIdentity;
}

/**
 * Does the model call the right tool, with the right arguments, and stop? Scores: `correct` over all calls of the turn,
 * with BFCL's error names; `endState` of the app where the sample says what it should be; `turnOrder`.
 */
export function toolsSuite({ samples, corpus }: ToolsSuiteOptions): Suite<ToolSample> {
	return {
		name: 'tools',
		version: '1',
		corpus,
		samples,
		arms: [{ name: 'free' }],
		solve: (sample, _arm, context) => solveAppTurn(sample.input, context, sample.confirm),
		score: scoreTools,
		toLog: toolSampleToLog,
		fromLog: toolSampleFromLog,
	};
}

function scoreTools(sample: ToolSample, transcript: Transcript): Readonly<Record<string, Score>> {
	return {
		correct: callScore(sample, transcript),
		...endStateScore(sample, transcript),
		...turnOrderScore(transcript),
	};
}

function callScore({ expected, order }: ToolSample, { generations, error }: Transcript): Score {
	const mismatch = matchCalls(expected, turnCalls(generations), order === undefined ? {} : { order });
	if (mismatch !== undefined) return { value: false, reason: mismatch.error, detail: mismatch.detail };
	if (expected.length > 0) return { value: true };
	// Silence is right where no call is, but not that of a failed turn, nor an attempt that could not be read.
	if (error !== undefined) return { value: false, reason: 'turn_failed', detail: error };
	return readTurn(generations).malformed ? { value: false, reason: 'malformed_call' } : { value: true };
}

function endStateScore({ endState }: ToolSample, { facts }: Transcript): Readonly<Record<string, Score>> {
	if (endState === undefined || facts.before === undefined || facts.after === undefined) return {};
	const difference = stateMismatch(endState, facts.before, facts.after);
	return {
		endState: difference === undefined ? { value: true } : { value: false, reason: 'wrong_state', detail: difference },
	};
}
