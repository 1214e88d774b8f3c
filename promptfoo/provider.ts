import { GemmarkError } from '../src/base/errors.ts';
import { declaredSuite } from '../src/eval/run.ts';
import { singleLine } from '../src/index.ts';
import { MINIATURE_NOTICE } from '../src/model/miniature-notice.ts';
import { type AskedSample, openPromptedRun, type PromptedRun } from '../src/run/session.ts';
import type { ProviderResponse } from './promptfoo-shapes.ts';
import { type ProviderOptions, readProviderOptions } from './provider-options.ts';
import { sampleResponse } from './sample-response.ts';

/** What promptfoo makes a provider of. */
export interface ProviderSettings {
	readonly id?: string | undefined;
	readonly label?: string | undefined;
	readonly config?: unknown;
}

/**
 * gemmark as a provider of promptfoo: the tests that `tests.ts` makes are asked as `gemmark run` asks them, of a model that
 * is loaded once, one at a time. Model mistakes are answers; what is unscored, and whatever fails, is promptfoo's error.
 */
export default class GemmarkProvider {
	readonly label: string | undefined;
	readonly #id: string;
	readonly #options: ProviderOptions;
	#run: Promise<PromptedRun> | undefined;
	#last: Promise<unknown> = Promise.resolve();

	/** Throws ConfigError naming the field. */
	constructor({ id = 'gemmark', label, config }: ProviderSettings = {}) {
		this.#id = id;
		this.label = label;
		this.#options = readProviderOptions(config, `provider ${label ?? id}`);
	}

	id(): string {
		return this.#id;
	}

	/** `vars` name the sample; `prompt` is what the user says in it. */
	async callApi(
		prompt: string,
		context: { readonly vars: Readonly<Record<string, unknown>> },
	): Promise<ProviderResponse> {
		const answer = this.#last.then(() => this.#answer(prompt, askedSample(context.vars)));
		this.#last = answer.catch(() => undefined);
		try {
			return await answer;
		} catch (error) {
			if (!(error instanceof GemmarkError)) throw error;
			const told = /[.?!]$/u.test(error.message) ? error.message : `${error.message}.`;
			return { error: singleLine(`${told} ${error.hint ?? ''}`) };
		}
	}

	/** promptfoo's end of an evaluation in which every test passed; else the engine ends with its process. */
	async cleanup(): Promise<void> {
		const run = await this.#run?.catch(() => undefined);
		this.#run = undefined;
		await run?.dispose();
	}

	async #answer(prompt: string, asked: AskedSample): Promise<ProviderResponse> {
		this.#run ??= openedRun(this.#options);
		const { suites, evaluate, model } = await this.#run;
		const suite = suites.find(({ name }) => name === asked.suite);
		const sample = await evaluate(asked, prompt);
		if (suite === undefined || sample === undefined) {
			const { suite: name, sampleId, arm, epoch } = asked;
			return { error: `gemmark's run has no sample ${name} ${sampleId}, arm ${arm}, epoch ${epoch}: ${NO_SAMPLE}` };
		}
		const { metadata, ...response } = sampleResponse(sample, declaredSuite(suite, { skipped: [], planned: 0 }));
		const notice = model.identity.miniature === true ? MINIATURE_NOTICE.en : undefined;
		return { ...response, metadata: { ...metadata, model: model.identity.name, notice } };
	}
}

const NO_SAMPLE =
	'give provider and tests the same config, take the tests from tests.ts of gemmark, and leave out an arm that needs a grammar where the engine has none';

async function openedRun(options: ProviderOptions): Promise<PromptedRun> {
	const run = await openPromptedRun(options);
	for (const warning of run.warnings) process.stderr.write(`gemmark: ${singleLine(warning)}\n`);
	return run;
}

function askedSample(vars: Readonly<Record<string, unknown>>): AskedSample {
	const { suite, sample, arm = 'free', epoch = 0 } = vars;
	return { suite: String(suite), sampleId: String(sample), arm: String(arm), epoch: Number(epoch) };
}
