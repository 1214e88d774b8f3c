import { policyWithin } from '../../src/config/define.ts';
import { pathWithin } from '../../src/config/where-from.ts';
import { type AskedChoices, DEFAULT_CHOICES, layeredChoices, type OpenChoices } from '../../src/run/run-choices.ts';
import type { OpenedConfig } from '../open-config.ts';

/**
 * What is asked, over what the config chooses, over the defaults; other fields may stand beside the choices. The run of a
 * config's policy is found from its folder. Throws ConfigError.
 */
export function askedChoices(opened: OpenedConfig | undefined, asked: OpenChoices): AskedChoices {
	return layeredChoices(opened === undefined ? {} : configured(opened, asked), choicesIn(asked));
}

function configured(opened: OpenedConfig, asked: OpenChoices): OpenChoices {
	const { policy, ...others } = opened.config;
	if (policy === undefined || asked.policy !== undefined) return choicesIn(others);
	return choicesIn({ ...others, policy: policyWithin(policy, (run) => pathWithin(opened, run, 'policy')) });
}

/** Of the fields those that are choices. */
function choicesIn(fields: OpenChoices): OpenChoices {
	return Object.fromEntries(CHOICES.map((name) => [name, fields[name]]));
}

const CHOICES: readonly (keyof AskedChoices)[] = [
	...(Object.keys(DEFAULT_CHOICES) as (keyof AskedChoices)[]),
	...(['topK', 'topP', 'sampling', 'dialect', 'limit', 'filter', 'shard'] as const),
];
