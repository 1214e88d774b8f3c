import { DEFAULT_RUNNER } from '../../api/runners.ts';
import { UsageError } from '../../src/base/errors.ts';
import type { TargetConfig } from '../../src/config/define.ts';
import { BUNDLED_MODEL_NAME } from '../../src/run/bundled-model.ts';
import { didYouMean } from '../../src/text/nearest-name.ts';
import type { RunRequest } from './run-request.ts';

/** What the flags say of targets; `runner` only where it was given. */
export type TargetFlags = Pick<RunRequest, 'model' | 'target' | 'runnerOptions'> & {
	readonly runner?: string | undefined;
};

/**
 * The targets of a run: those of the config, or of them the ones that `--target` names; `--runner` and `--model` make
 * their own; the runner's flags hold for all. Throws {@link UsageError} for a name that no target has.
 */
export function targetsOf(configured: readonly TargetConfig[], flags: TargetFlags): readonly TargetConfig[] {
	const { runner, model, runnerOptions } = flags;
	const chosen = chooseTargets(configured, flags.target);
	const [first = {}] = chosen;
	// A target's options are those of its own runner.
	const base = runner === undefined || runner === first.runner ? { ...first, name: undefined } : { runner };
	const targets =
		model !== undefined ? model.map((one) => ({ ...base, model: one })) : runner !== undefined ? [base] : chosen;
	return targets.map((target) => ({ ...target, ...runnerOptions }));
}

/** What a target is called in a folder's name. */
export function targetName({ name, model, runner }: TargetConfig): string {
	const engine = typeof runner === 'object' ? runner.name : runner;
	return name ?? model ?? (engine === undefined || engine === DEFAULT_RUNNER ? BUNDLED_MODEL_NAME : engine);
}

function chooseTargets(
	configured: readonly TargetConfig[],
	names: readonly string[] | undefined,
): readonly TargetConfig[] {
	if (names === undefined) return configured;
	return names.map((name) => {
		const found = configured.find((target) => target.name === name);
		if (found !== undefined) return found;
		const known = configured.flatMap((target) => target.name ?? []);
		throw new UsageError(`--target ${name}: the config has no such target${didYouMean(name, known)}`, {
			hint: known.length === 0 ? 'Give its targets a `name`.' : `There are ${known.join(', ')}.`,
		});
	});
}
