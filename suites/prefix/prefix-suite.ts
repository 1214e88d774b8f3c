import {
	type DecisionOption,
	defineSuite,
	givenOptions,
	type Samples,
	type SuiteDefinition,
	scorers,
} from '../../src/index.ts';
import { type PrefixSample, prefixSample } from './sample.ts';

/** What {@link prefixSuite} takes. */
export interface PrefixSuiteOptions {
	/** Default `prefix`. */
	readonly name?: string | undefined;
	readonly corpus: Samples<PrefixSample>;
	/** How many meaningful prefixes decide for keeping them (default 5 of 15), and what the two outcomes are called. */
	readonly decision?: DecisionOption | undefined;
}

/**
 * Does the model say something worth keeping before it calls a tool? Scores: `meaningful` with its reason, `called`, and
 * of what was called `firstTool`, `arguments` (of the right tool only) and `strictFormat` (no call of the turn needed a
 * repair).
 */
export function prefixSuite(options: PrefixSuiteOptions): SuiteDefinition {
	const { name = 'prefix', corpus, decision } = givenOptions(options, 'prefixSuite', KNOWN);
	return defineSuite<PrefixSample>({
		name,
		version: '9',
		title: { en: 'Prefix before a tool call', ko: '도구 호출 앞말' },
		view: 'prefix',
		samples: corpus,
		schema: prefixSample,
		scorers: [
			scorers.meaningfulPrefix({ main: true }),
			scorers.called(),
			scorers.calledTool({ view: 'call' }),
			scorers.argumentsMatch({ view: 'call' }),
			scorers.strictFormat(),
		],
		decision: { hits: 5, of: 15, ...decision, paths: decision?.paths ?? PATHS },
	});
}

const PATHS: NonNullable<DecisionOption['paths']> = {
	A: {
		title: { en: 'keep the prefix', ko: '앞말을 남긴다' },
		meaning: {
			en: 'Push the text before a call to the chat history.',
			ko: '도구 호출 앞의 글을 대화 기록에 남깁니다.',
		},
		policy: 'push',
	},
	B: {
		title: { en: 'discard the prefix', ko: '앞말을 버린다' },
		meaning: {
			en: 'Discard the text before a call, on purpose and on record.',
			ko: '도구 호출 앞의 글을 의도적으로 버리고, 그 결정을 기록합니다.',
		},
		policy: 'discard',
	},
};

const KNOWN: Readonly<Record<keyof PrefixSuiteOptions, true>> = { name: true, corpus: true, decision: true };
