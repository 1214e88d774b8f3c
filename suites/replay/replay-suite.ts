import {
	defineSuite,
	givenOptions,
	type Samples,
	type Scorer,
	type SuiteDefinition,
	scorers,
	solveAppTurn,
} from '../../src/index.ts';
import { REPLAY_ARMS, type ReplayArm, replayedHistory } from './replayed-history.ts';
import { type ReplaySample, replaySample } from './sample.ts';

/** What {@link replaySuite} takes. */
export interface ReplaySuiteOptions {
	/** Default `replay`. */
	readonly name?: string | undefined;
	readonly corpus: Samples<ReplaySample>;
}

/**
 * What does keeping the prefix do to the next turn? Each conversation's first turn is history in three arms, which
 * differ in its prefix only; the next user turn is asked on each. Scores: `rightCall`, and of what was called
 * `arguments` and `strictFormat`; `meaningful`: whether the model speaks before its call again. It decides nothing.
 */
export function replaySuite(options: ReplaySuiteOptions): SuiteDefinition {
	const { name = 'replay', corpus } = givenOptions(options, 'replaySuite', KNOWN);
	return defineSuite<ReplaySample>({
		name,
		version: '6',
		title: { en: 'What keeping the prefix does to the next turn', ko: '앞말을 남기면 다음 턴에 생기는 일' },
		view: 'replay',
		samples: corpus,
		schema: replaySample,
		arms: REPLAY_ARMS.map((arm) => ({ name: arm })),
		needsHistory: true,
		solve: (sample, context, arm) =>
			solveAppTurn(sample.input, context, sample.confirm, replayedHistory(sample, arm as ReplayArm)),
		scorers: [rightCall, scorers.argumentsMatch(), scorers.strictFormat(), scorers.meaningfulPrefix()],
	});
}

/** Also where nothing was called, so that every conversation counts in every arm. */
const rightCall: Scorer<ReplaySample> = {
	name: 'rightCall',
	title: { en: 'right call', ko: '올바른 호출' },
	main: true,
	needs: 'first-call',
	score({ expected: [expected] }, { call, malformed }) {
		if (call?.name === expected?.tool) return true;
		if (call !== undefined) {
			return { value: false, reason: 'wrong_func_name', detail: `expected ${expected?.tool}, got ${call.name}` };
		}
		return { value: false, reason: malformed ? 'malformed_call' : 'relevance_error:decoder_failed' };
	},
};

const KNOWN: Readonly<Record<keyof ReplaySuiteOptions, true>> = { name: true, corpus: true };
