import type { AppUnderTest } from '../eval/app.ts';
import { evaluate } from '../eval/evaluate.ts';
import { type PlannedSample, planRun } from '../eval/plan.ts';
import type { RunSettings } from '../eval/run-settings.ts';
import type { SampleResult } from '../eval/sample.ts';
import type { Suite } from '../eval/suite.ts';
import { dialectOf, openConversation } from '../formats/open-conversation.ts';
import type { RawModel } from '../model/runner.ts';

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

/** Every sample of the suites, as a run plans them: epochs outermost. */
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
): Promise<readonly SampleResult[]> {
	const results: SampleResult[] = [];
	const evaluated = evaluate({
		plan,
		openConversation: (options) => openConversation(model, settings.dialect, options),
		app,
		settings,
	});
	for await (const result of evaluated) {
		results.push(result);
		onProgress(results.length);
	}
	return results;
}
