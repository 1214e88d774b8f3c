import { compose } from '../api/compose.ts';
import { openConfig } from '../api/open-config.ts';
import { askedChoices } from '../api/run/asked-choices.ts';
import { chooseTarget } from '../api/run/choose-target.ts';
import { decidePolicy } from '../api/run/decided-policy.ts';
import { loadTarget, openTarget } from '../api/run/load-target.ts';
import { noHistory } from '../src/dialects/conversation/open-conversation.ts';
import { evaluateSample, SampleFailure } from '../src/eval/evaluate/evaluate-sample.ts';
import { type PlannedSample, planRun } from '../src/eval/plan.ts';
import { type SampleResult, sampleKey } from '../src/eval/sample.ts';
import type { Suite } from '../src/eval/suite.ts';
import { openConversation } from '../src/index.ts';
import type { LoadedModel } from '../src/model/runner.ts';
import { runSettings, unusedSamplers } from '../src/run/run-choices.ts';
import type { ProviderOptions } from './provider-options.ts';

/** Which planned sample a test of promptfoo asks for. */
export type AskedSample = Pick<SampleResult, 'suite' | 'sampleId' | 'arm' | 'epoch'>;

/** A loaded model with the plan of a run, sample by sample as a caller asks for them. */
export interface PromptedRun {
	readonly suites: readonly Suite[];
	readonly model: LoadedModel;
	/** What puts the results in doubt from the start, one line each. */
	readonly warnings: readonly string[];
	/**
	 * Evaluates a planned sample as `gemmark run` does; another `input` asks it in other words. Undefined where the plan has
	 * no such sample. Throws the engine's own error, and from then on for every sample.
	 */
	evaluate(asked: AskedSample, input: string): Promise<SampleResult | undefined>;
	dispose(): Promise<void>;
}

/** Composes config and choices as `gemmark run` would, and loads the target. Throws what that does. */
export async function openPromptedRun(options: ProviderOptions): Promise<PromptedRun> {
	const { config, target: wanted, suites: names, ...own } = options;
	// What was not found from the promptfooconfig is not looked for elsewhere.
	const opened = config === undefined ? undefined : await openConfig(config);
	const composition = await compose(opened);
	const suites = await composition.suites(names);
	const choices = await decidePolicy(askedChoices(opened, own));
	const target = await openTarget(chooseTarget(composition.targets, wanted), opened?.file ?? 'promptfooconfig.yaml');
	const model = await loadTarget(target, {});
	const settings = runSettings(choices, model, composition.app.system);
	const grammar = model.kind === 'raw' && model.grammar;
	const plans = planRun(suites, settings, { grammar, noHistory: noHistory(model) });
	const planned = new Map<string, PlannedSample>(
		plans.flatMap(({ samples }) => samples.map((one) => [keyOf(one), one] as const)),
	);
	const evaluating = {
		openConversation: (asked: Parameters<typeof openConversation>[2]) =>
			openConversation(model, settings.dialect, asked),
		app: composition.app,
		settings,
	};
	let cold = true;
	let ended: unknown;
	return {
		suites,
		model,
		warnings: [
			...composition.warnings,
			...unusedSamplers(choices, model),
			...suites.flatMap(({ warnings = [] }) => warnings),
		],
		async evaluate(asked, input) {
			const found = planned.get(sampleKey(asked));
			if (found === undefined) return undefined;
			if (ended !== undefined) throw ended;
			try {
				const { sample } = found;
				return await evaluateSample({ ...found, sample: { ...sample, input } }, cold, evaluating);
			} catch (error) {
				ended = error instanceof SampleFailure ? error.cause : error;
				throw ended;
			} finally {
				cold = false;
			}
		},
		async dispose() {
			await model.dispose();
			await composition.close();
		},
	};
}

function keyOf({ suite, sample, arm, epoch }: PlannedSample): string {
	return sampleKey({ suite: suite.name, sampleId: sample.id, arm, epoch });
}
