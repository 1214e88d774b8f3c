import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../text/nearest-name.ts';
import type { LoggedSettings } from '../settings.ts';
import { compareIdentity, identityFields, isAllowed } from './comparability.ts';
import type { IdentifiedRun } from './differing-code.ts';

/**
 * Throws {@link UsageError} for an allowed field in which no such runs could ever differ: it is misspelt, and would be
 * taken for a permission. One in which they could differ, and do not, is none. The first run is the baseline.
 */
export function requireKnownFields(
	allowed: readonly string[] | undefined,
	[first, ...others]: readonly IdentifiedRun[],
): void {
	if (allowed === undefined || allowed.length === 0 || first === undefined) return;
	const known = [...new Set([...[first, ...others].flatMap(identityFields), ...OF_ANY_RUN])];
	const unknown = allowed.find((name) => !known.some((field) => isAllowed(field, [name])));
	if (unknown === undefined) return;
	const differing = others.flatMap((other) => compareIdentity(first, other).blocking.map(({ field }) => field));
	const parents = known.flatMap((field) => field.split('.').map((_, end, steps) => steps.slice(0, end + 1).join('.')));
	throw new UsageError(
		`allow: there is no field '${unknown}' in which runs differ${didYouMean(unknown, new Set(parents))}`,
		{
			hint:
				differing.length > 0
					? `These differ in ${[...new Set(differing)].join(', ')}.`
					: 'Leave it out: these runs differ in nothing that has to be allowed.',
		},
	);
}

const SETTINGS: Readonly<Record<keyof LoggedSettings, true>> = {
	seed: true,
	epochs: true,
	temperature: true,
	topK: true,
	topP: true,
	thinking: true,
	maxTokens: true,
	deadlineMs: true,
	policy: true,
	policyFrom: true,
	reading: true,
	dialect: true,
	reflection: true,
	trigger: true,
	earlyStop: true,
	filter: true,
	limit: true,
	shard: true,
	missingShards: true,
};

/** Fields that a run may tell or not, and `code`, which lets a run be resumed or merged by other code. */
const OF_ANY_RUN: readonly string[] = [
	'code',
	...['app.language', 'app.system', 'app.tools', 'app.answers', 'app.state'],
	'model.templateSha256',
	...Object.keys(SETTINGS).map((name) => `settings.${name}`),
	...['suite', 'corpus', 'prompt'],
];
