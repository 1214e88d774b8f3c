import { defineSuite, givenOptions, type Samples, type SuiteDefinition, scorers } from '../../src/index.ts';
import { type ToolSample, toolSample } from './sample.ts';

/** What {@link toolsSuite} takes. */
export interface ToolsSuiteOptions {
	/** Default `tools`. */
	readonly name?: string | undefined;
	readonly corpus: Samples<ToolSample>;
}

/**
 * Does the model call the right tool, with the right arguments, and stop? Scores: `correct` over all calls of the turn,
 * with BFCL's error names; `endState` of the app where the sample says what it should be; `callSuccess`, and after a call
 * that failed `corrected` and `recovered`.
 */
export function toolsSuite(options: ToolsSuiteOptions): SuiteDefinition {
	const { name = 'tools', corpus } = givenOptions(options, 'toolsSuite', KNOWN);
	return defineSuite<ToolSample>({
		name,
		version: '12',
		title: { en: 'Tool calls', ko: '도구 호출' },
		view: 'tools',
		samples: corpus,
		schema: toolSample,
		scorers: [
			scorers.callsMatch({ main: true }),
			scorers.endState(),
			scorers.callSuccess(),
			scorers.corrected(),
			scorers.recovered(),
		],
		groups: ({ kind, expected }) => ({
			call: expected.length === 0 ? 'none' : 'needed',
			...(kind !== undefined && { kind }),
		}),
	});
}

const KNOWN: Readonly<Record<keyof ToolsSuiteOptions, true>> = { name: true, corpus: true };
