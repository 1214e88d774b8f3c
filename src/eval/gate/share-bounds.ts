import { ConfigError } from '../../base/errors.ts';
import type { Gate, GateRule } from '../../summary/gate/rules.ts';

/** What of a suite tells which of its metrics are rates. */
export interface RatedSuite {
	readonly name: string;
	/** Names of its scores that are rates. */
	readonly rates: readonly string[];
}

/**
 * Throws {@link ConfigError} where a rule asks of a share, which is between 0 and 1, what every one passes or none: who writes
 * `maxDrop: 5` means 5 %.
 */
export function requireShares(gate: Gate, suites: readonly RatedSuite[], source: string): void {
	for (const [index, rule] of gate.rules.entries()) {
		if (!isShare(rule.metric, suites)) continue;
		const beyond = BOUNDS.find((name) => isBeyond(rule[name]));
		if (beyond === undefined) continue;
		const given = Number(rule[beyond]);
		const effect = beyond === 'min' ? 'could never pass' : 'could never fail';
		throw new ConfigError(
			`${source}: rules[${index}].${beyond}: ${rule.metric} is a share between 0 and 1, so that ${given} ${effect}`,
			{ hint: given <= 100 ? `For ${given} % write ${given / 100}.` : 'Write a number between 0 and 1.' },
		);
	}
}

const BOUNDS = ['min', 'max', 'maxDrop', 'maxRise'] as const satisfies readonly (keyof GateRule)[];

function isBeyond(bound: GateRule[(typeof BOUNDS)[number]]): boolean {
	return typeof bound === 'number' && bound > 1;
}

/** Rates of scores, of their groups and of decisions, how calls were written, and what engines would have got. */
function isShare(metric: string, suites: readonly RatedSuite[]): boolean {
	const name = metric.replace(/\[[^\]]*\]$/u, '');
	if (/^fate\..+\.call$/u.test(name)) return true;
	const suite = suites
		.filter((one) => name.startsWith(`${one.name}.`))
		.toSorted((one, other) => other.name.length - one.name.length)[0];
	if (suite === undefined) return false;
	const last =
		name
			.slice(suite.name.length + 1)
			.split('.')
			.at(-1) ?? '';
	return last === 'formatAdherence' || last === 'rate' || last === 'probability' || suite.rates.includes(last);
}
