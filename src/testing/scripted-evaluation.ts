import type { CorpusLogger } from '../chat/corpus-log.ts';
import type { AppUnderTest } from '../eval/app.ts';
import { evaluatePlan } from '../eval/evaluate/evaluate-plan.ts';
import type { Sample, SampleResult } from '../eval/sample.ts';
import type { RunSettings } from '../eval/settings.ts';
import type { Suite } from '../eval/suite.ts';
import type { ConversationOptions } from '../model/conversation.ts';
import { appDouble } from './doubles/app-double.ts';
import { ScriptedConversation, type ScriptedGeneration } from './doubles/scripted-conversation.ts';
import { recordedConversation } from './recorded-conversation.ts';
import { runSettingsFixture } from './run-settings-fixture.ts';

export interface ScriptedEvaluation {
	/** Default: the suite's first variant. */
	readonly variant?: string;
	readonly app?: AppUnderTest;
	readonly settings?: Partial<RunSettings>;
	readonly logger?: CorpusLogger;
	/** Called with the options of each conversation. */
	readonly onOpen?: (options: ConversationOptions) => void;
}

/** Evaluates one sample of a suite with a scripted model. */
export async function evaluateScripted<S extends Sample>(
	suite: Suite<S>,
	sample: S,
	script: readonly ScriptedGeneration[],
	{
		variant = suite.variants[0]?.name ?? 'free',
		app = appDouble(),
		settings = {},
		logger,
		onOpen,
	}: ScriptedEvaluation = {},
): Promise<SampleResult> {
	const results = evaluatePlan({
		plan: [{ suite: suite as unknown as Suite, sample, variant, epoch: 0, seed: 1 }],
		openConversation(options) {
			onOpen?.(options);
			return recordedConversation(new ScriptedConversation(script), options);
		},
		app,
		settings: runSettingsFixture(settings),
		loggerFor: logger && (() => logger),
	});
	for await (const result of results) return result;
	throw new Error('the evaluation gave no result');
}
