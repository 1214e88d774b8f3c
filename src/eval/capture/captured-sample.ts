import { normalizeText } from '../../text/normalize-text.ts';
import type { ToolDefaults } from '../../tool/tool-defaults.ts';
import { CAPTURE_FAILURES } from '../evidence/turn-evidence.ts';
import { loggedSample, type Sample, type SampleResult, type Transcript } from '../sample.ts';
import { scoreSample } from '../score/score-sample.ts';
import type { ScoreContext } from '../score/scorer.ts';
import type { Suite } from '../suite/suite.ts';
import { capturedGenerations, msBetween } from './captured-generation.ts';
import type { CapturedTurn } from './captured-turn.ts';
import { capturedContradiction } from './contradiction.ts';

/** What a captured turn answers. */
export interface Asked {
	readonly suite: Suite;
	readonly sample: Sample;
}

/** How captured turns are scored, and what the app fills in where a call leaves it away. */
export interface CapturedBy extends ScoreContext {
	readonly defaults?: ToolDefaults | undefined;
}

/** A captured turn as a sample of its suite, with its scores; `tools` are the names that it is judged by. */
export function capturedSample(
	{ suite, sample: prompt }: Asked,
	turn: CapturedTurn,
	tools: readonly string[],
	{ defaults, ...context }: CapturedBy,
): SampleResult {
	const sample = sameWords(prompt.input, turn.text) ? prompt : { ...prompt, input: turn.text.normalize('NFC') };
	const generations = capturedGenerations(turn);
	const doubts = [...(turn.notComparable ?? []), ...(standsStill(turn) ? [CLOCK_STANDS] : [])];
	const transcript: Transcript = {
		tools,
		...(defaults !== undefined && Object.keys(defaults).length > 0 && { defaults }),
		generations: generations.map(({ generation }) => generation),
		facts: {},
		...(turn.error === undefined ? {} : { error: turn.error }),
		...captureFailure(prompt, turn),
	};
	return {
		suite: suite.name,
		sampleId: sample.id,
		arm: capturedArm(suite),
		epoch: 0,
		sample: loggedSample(sample),
		...(suite.groups && { groups: suite.groups(sample) }),
		transcript,
		scores: scoreSample(suite, sample, transcript, context),
		timings: {
			generations: generations.map(({ timings }) => timings),
			endToEndMs: msBetween(turn.startAtMs, turn.endAtMs),
			cold: turn.first,
			...(doubts.length > 0 && { device: { states: [], cold: turn.first, notComparable: doubts } }),
		},
	};
}

/** Nothing is said in no time: the app's clock was never started, or has no place in its lines. */
function standsStill({ spoken, startAtMs, endAtMs }: CapturedTurn): boolean {
	return spoken.length > 0 && endAtMs === startAtMs;
}

const CLOCK_STANDS = "the device's clock stood still";

/** The arm of a suite that an app on a device asks: the first, which needs no grammar. */
export function capturedArm({ arms }: Pick<Suite, 'arms'>): string {
	return arms[0]?.name ?? 'free';
}

/** Why the answer says nothing of the prompt, where that is so. */
function captureFailure(prompt: Sample, turn: CapturedTurn): Pick<Transcript, 'failure' | 'failureDetail'> {
	if (!sameWords(prompt.input, turn.text)) {
		return { failure: CAPTURE_FAILURES.foreign, failureDetail: 'asked in other words than the corpus has' };
	}
	const problem = capturedContradiction(turn);
	return problem === undefined ? {} : { failure: CAPTURE_FAILURES.contradictory, failureDetail: problem };
}

export function sameWords(one: string, other: string): boolean {
	return normalizeText(one) === normalizeText(other);
}
