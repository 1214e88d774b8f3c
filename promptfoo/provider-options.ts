import { resolve } from 'node:path';
import { z } from 'zod';
import { type ConfigSettings, policyWithin } from '../src/config/define.ts';
import { findConfig } from '../src/config/find-config.ts';
import { checkContent } from '../src/config/issue.ts';
import { choiceFields } from '../src/config/schema.ts';
import type { AskedChoices } from '../src/run/choices.ts';

type AskedOptions = { readonly [Name in keyof AskedChoices]?: AskedChoices[Name] | undefined };

/** What `config:` of the provider, and of the test generator, may hold: a run as `gemmark run` takes it. */
export interface ProviderOptions extends AskedOptions {
	/** gemmark's config (default: found upwards from the promptfooconfig; without one the habit coach). */
	readonly config?: string | undefined;
	/** Name or place of one of the config's targets (default: the first). */
	readonly target?: string | number | undefined;
	/** Names of suites (default: those that run where none is named). */
	readonly suites?: readonly string[] | undefined;
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
		readonly basePath?: string | undefined;
	};

const schema = z.strictObject({
	basePath: z.string().optional(),
	config: z.string().min(1).optional(),
	target: z.union([z.string().min(1), z.int().min(0)]).optional(),
	suites: z.array(z.string().min(1)).min(1).optional(),
	...choiceFields,
}) as unknown as z.ZodType<WrittenOptions>;
