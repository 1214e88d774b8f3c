import type { PrefixPolicy } from '../../chat/session-state.ts';

/** A prefix policy, or the run whose decision declares it: its folder, or its log. */
export type PolicyChoice = PrefixPolicy | `from:${string}`;

/** The run that a policy is to be taken from; undefined where the policy is named itself. */
export function policyRun(policy: PolicyChoice): string | undefined {
	return policy === 'push' || policy === 'discard' ? undefined : policy.slice(FROM.length);
}

/** A policy as a config says it, its run by the path that `pathOf` makes of it. */
export function policyWithin(
	policy: PolicyChoice | { readonly from: string },
	pathOf: (run: string) => string,
): PolicyChoice {
	const run = typeof policy === 'string' ? policyRun(policy) : policy.from;
	if (run === undefined) return policy as PrefixPolicy;
	return `${FROM}${pathOf(run)}`;
}

export function isPolicyChoice(text: string): text is PolicyChoice {
	return text === 'push' || text === 'discard' || (text.startsWith(FROM) && text.slice(FROM.length).trim() !== '');
}

const FROM = 'from:';
