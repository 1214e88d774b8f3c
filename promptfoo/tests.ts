import { askedChoices } from '../run/choices.ts';
import { compose } from '../run/compose/compose.ts';
import { openConfig } from '../run/compose/open-config.ts';
import { declaredSuite } from '../src/eval/header.ts';
import { type PlannedSample, planRun } from '../src/eval/plan.ts';
import type { Suite } from '../src/eval/suite.ts';
import { readProviderOptions } from './provider.ts';
import { type AssertionContext, type GradingResult, sampleGrading, type TestCase } from './response.ts';

/**
 * The tests of a run for promptfoo's `tests:`, one per sample, variant and epoch, each with the suite's main score as a
 * javascript assertion. `options` are those of the provider. Throws what composing a run does.
 */
export default async function gemmarkTests(options?: unknown): Promise<readonly TestCase[]> {
	const { config, suites: names, target: _, ...own } = readProviderOptions(options, 'tests');
	const opened = config === undefined ? undefined : await openConfig(config);
	const composition = await compose(opened);
	const suites = await composition.suites(names);
	const choices = askedChoices(opened, own);
	return planRun(suites, choices, { grammar: true }).flatMap(({ suite, samples }) => samples.map(testOf(suite)));
}

function testOf(suite: Suite): (planned: PlannedSample) => TestCase {
	const { scores } = declaredSuite(suite, { skipped: [], planned: 0 });
	const value = (_output: string, { providerResponse }: AssertionContext): GradingResult =>
		sampleGrading((providerResponse?.metadata?.scores ?? {}) as Parameters<typeof sampleGrading>[0], scores) ?? {
			pass: false,
			score: 0,
			reason: 'this answer has no score from gemmark. Use gemmark as the provider, with the same config',
		};
	return ({ sample, variant, epoch }) => ({
		description: `${suite.name} ${sample.id}${suite.variants.length > 1 ? `, ${variant}` : ''}${epoch > 0 ? `, epoch ${epoch}` : ''}`,
		vars: { input: sample.input, suite: suite.name, sample: sample.id, variant, epoch: String(epoch) },
		metadata: { suite: suite.name, variant },
		assert: [{ type: 'javascript', value }],
	});
}
