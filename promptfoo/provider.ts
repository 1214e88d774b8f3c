import { resolve } from 'node:path';
import { z } from 'zod';
import { openConfig } from '../run/compose/open-config.ts';
import { prepare } from '../run/prepare.ts';
import { openSession, type Session } from '../run/session.ts';
import { GemmarkError } from '../src/base/errors.ts';
import { english } from '../src/base/message.ts';
import { type ConfigSettings, policyWithin } from '../src/config/define.ts';
import { findConfig } from '../src/config/find-config.ts';
import { checkContent } from '../src/config/issue.ts';
import { declaredSuite } from '../src/eval/header.ts';
import type { PlannedSample } from '../src/eval/plan.ts';
import { type SampleResult, sampleKey } from '../src/eval/sample.ts';
import { choiceFields, type OpenChoices } from '../src/eval/settings.ts';
import { MINIATURE_NOTICE } from '../src/model/miniature-notice.ts';
import { singleLine } from '../src/text/text.ts';
import { type ProviderResponse, sampleResponse } from './response.ts';

/** What `config:` of the provider, and of the test generator, may hold: a run as `gemmark run` takes it. */
export interface ProviderOptions extends OpenChoices {
	/** gemmark's config (default: found upwards from the promptfooconfig; without one the habit coach). */
	readonly config?: string;
	/** Name or place of one of the config's targets (default: the first). */
	readonly target?: string | number;
	/** Names of suites (default: those that run where none is named). */
	readonly suites?: readonly string[];
}

/** Checks the options; `of` is what holds them, for the error. Throws ConfigError naming the field. */
export function readProviderOptions(options: unknown, of: string): ProviderOptions {
	const { basePath, config, policy, ...checked } = checkContent(schema, options ?? {}, { file: `promptfoo ${of}` });
	const folder = resolve(basePath === undefined || basePath === '' ? '.' : basePath);
	return {
		...checked,
		config: config === undefined ? findConfig(folder) : resolve(folder, config),
		policy: policy === undefined ? undefined : policyWithin(policy, (run) => resolve(folder, run)),
	};
}

type WrittenOptions = Omit<ProviderOptions, 'policy'> &
	Pick<ConfigSettings, 'policy'> & {
		/** Folder of the promptfooconfig, which promptfoo adds to the options of a provider. */
		readonly basePath?: string;
	};

const schema = z.strictObject({
	basePath: z.string().optional(),
	config: z.string().min(1).optional(),
	target: z.union([z.string().min(1), z.int().min(0)]).optional(),
	suites: z.array(z.string().min(1)).min(1).optional(),
	...choiceFields,
}) as unknown as z.ZodType<WrittenOptions>;

/** What promptfoo makes a provider of. */
export interface ProviderSettings {
	readonly id?: string;
	readonly label?: string;
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
	/** What ended the engine. */
	#ended: unknown;
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
			const text = /[.?!]$/u.test(error.message) ? error.message : `${error.message}.`;
			return { error: singleLine(`${text} ${error.hint ?? ''}`) };
		}
	}

	/** promptfoo's end of an evaluation in which every test passed; else the engine ends with its process. */
	async cleanup(): Promise<void> {
		const run = await this.#run?.catch(() => undefined);
		this.#run = undefined;
		await run?.session.close();
	}

	/** An engine that failed for good fails all later samples. */
	async #answer(prompt: string, asked: AskedSample): Promise<ProviderResponse> {
		this.#run ??= openedRun(this.#options);
		const { session, planned } = await this.#run;
		const found = planned.get(sampleKey(asked));
		if (found === undefined) {
			const { suite: name, sampleId, variant, epoch } = asked;
			return {
				error: `gemmark's run has no sample ${name} ${sampleId}, variant ${variant}, epoch ${epoch}: ${NO_SAMPLE}`,
			};
		}
		if (this.#ended !== undefined) throw this.#ended;
		const { suite, sample } = found;
		const result = await session.ask({ ...found, sample: { ...sample, input: prompt } }).catch((error: unknown) => {
			this.#ended = error;
			throw error;
		});
		const { metadata, ...response } = sampleResponse(result, declaredSuite(suite, { skipped: [], planned: 0 }));
		const { name, miniature } = session.model.identity;
		return { ...response, metadata: { ...metadata, model: name, notice: miniature ? MINIATURE_NOTICE.en : undefined } };
	}
}

const NO_SAMPLE =
	'use the same config for provider and tests, generate the tests with tests.ts of gemmark, and exclude variants that need a grammar if the engine has none';

/** Which planned sample a test of promptfoo asks for. */
type AskedSample = Pick<SampleResult, 'suite' | 'sampleId' | 'variant' | 'epoch'>;

interface PromptedRun {
	readonly session: Session;
	readonly planned: ReadonlyMap<string, PlannedSample>;
}

async function openedRun({ config, target = 0, ...asked }: ProviderOptions): Promise<PromptedRun> {
	// What was not found from the promptfooconfig is not looked for elsewhere.
	const opened = config === undefined ? undefined : await openConfig(config);
	const prepared = await prepare({ ...asked, targets: [target] }, opened);
	const session = await openSession(prepared);
	for (const warning of session.header.warnings ?? [])
		process.stderr.write(`gemmark: ${singleLine(english(warning))}\n`);
	const samples = session.plan(prepared.suites).flatMap((plan) => plan.samples);
	const planned = new Map(
		samples.map((one) => [sampleKey({ ...one, suite: one.suite.name, sampleId: one.sample.id }), one]),
	);
	return { session, planned };
}

function askedSample(vars: Readonly<Record<string, unknown>>): AskedSample {
	const { suite, sample, variant = 'free', epoch = 0 } = vars;
	return { suite: String(suite), sampleId: String(sample), variant: String(variant), epoch: Number(epoch) };
}
