import { dialectOf, openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { evaluatePlan } from '../../src/eval/evaluate/evaluate-plan.ts';
import { type PlannedSample, planRun } from '../../src/eval/plan.ts';
import type { SampleResult } from '../../src/eval/sample.ts';
import type { RunSettings } from '../../src/eval/settings.ts';
import type { Suite } from '../../src/eval/suite.ts';
import type { RawModel } from '../../src/model/runner.ts';

/** Settings of a quality run that is measured: sampled, so that no two epochs are the same. */
export function benchSettings(epochs: number, maxTokens: number, model: RawModel): RunSettings {
	return {
		seed: 1,
		epochs,
		temperature: 1,
		maxTokens,
		deadlineMs: 600_000,
		policy: 'push',
		reading: 'lenient',
		dialect: dialectOf(model, undefined),
		reflection: false,
	};
}

/** Every sample of the suites, as a run plans them. */
export function planSamples(
	model: RawModel,
	suites: readonly Suite[],
	settings: RunSettings,
): readonly PlannedSample[] {
	return planRun(suites, settings, { grammar: model.grammar }).flatMap((part) => part.samples);
}

/** Evaluates samples as a run does, without a log. */
export async function runSamples(
	model: RawModel,
	plan: readonly PlannedSample[],
	app: AppUnderTest,
	settings: RunSettings,
	onProgress: (done: number) => void,
	parallel = 1,
): Promise<readonly SampleResult[]> {
	const results: SampleResult[] = [];
	const evaluated = evaluatePlan({
		plan,
		openConversation: (options) => openConversation(model, settings.dialect, options),
		app,
		settings,
		parallel,
	});
	for await (const result of evaluated) {
		results.push(result);
		onProgress(results.length);
	}
	return results;
}
