import type { JsonValue } from '../../../base/json.ts';
import type { PrefixPlace } from '../../../lint/unseen-turns.ts';
import { armPairs } from '../../compare/arm-flips.ts';
import { type ScoreFlips, scoreFlips } from '../../compare/score-flips.ts';
import type { EvaluatedRun, EvaluatedSuite } from '../../run.ts';
import type { SampleResult } from '../../sample.ts';
import { type ReplayMeasure, replayMeasures } from './replay-measure.ts';

/** View of suites whose arms are what becomes of a prefix in the history. */
const REPLAY_VIEW = 'replay';

/** What keeping the prefix does to the next turn: the same conversations, with it and without. */
export interface ReplaySummary {
	readonly suite: EvaluatedSuite;
	/** Each rate of the suite from `discard` (first) to `push` (second): gained is what keeping the prefix gains. */
	readonly flips: readonly ScoreFlips[];
	/** Tokens and time of the turn in both arms, as far as they were told. */
	readonly measures: readonly ReplayMeasure[];
	/** The model is the bundled miniature: nothing here is about Gemma. */
	readonly miniature: boolean;
	/** Where the model read the prefix of arm `push`; absent where no prompt was recorded. */
	readonly place?: PrefixPlace | undefined;
}

/** One for each suite that declares the view and ran in both arms. */
export function summarizeReplays(run: EvaluatedRun): readonly ReplaySummary[] {
	return run.header.suites
		.filter(({ view }) => view === REPLAY_VIEW)
		.flatMap((suite) => {
			const pairs = armPairs(run, suite, { from: 'discard', to: 'push' });
			const flips = scoreFlips(pairs, [suite]);
			const { miniature } = run.header.model;
			const told = { measures: replayMeasures(pairs), miniature, place: placeIn(run, suite) };
			return flips.length === 0 ? [] : [{ suite, flips, ...told }];
		});
}

function placeIn(run: EvaluatedRun, suite: EvaluatedSuite): PrefixPlace | undefined {
	const pushed = run.samples.filter((sample) => sample.suite === suite.name && sample.arm === 'push');
	return pushed.map(placeOf).find((place) => place !== undefined);
}

/** Read from the prompt that the model was given. */
function placeOf({ sample, transcript }: SampleResult): PrefixPlace | undefined {
	const prompt = transcript.generations[0]?.promptTail;
	const { before, prefix, call, closing } = sample;
	if (prompt === undefined || typeof prefix !== 'string' || !isCall(call)) return undefined;
	const start = typeof before === 'string' ? Math.max(0, prompt.indexOf(before)) + before.length : 0;
	const said = prompt.indexOf(prefix, start);
	if (said === -1) return 'nowhere';
	if (said < prompt.indexOf(call.tool, start)) return 'before the call';
	// Of text behind the call, what stands directly before the closing words stands behind the response.
	const behind = typeof closing === 'string' ? prompt.slice(said + prefix.length, prompt.indexOf(closing, said)) : '';
	return behind.includes(call.tool) ? 'between call and response' : 'behind the response';
}

function isCall(value: JsonValue | undefined): value is { readonly tool: string } {
	return typeof value === 'object' && value !== null && 'tool' in value && typeof value.tool === 'string';
}
