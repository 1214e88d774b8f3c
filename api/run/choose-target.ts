import { UsageError } from '../../src/base/errors.ts';
import type { TargetConfig } from '../../src/config/define.ts';

/** The target of that name or place, or the one that is given. Throws UsageError. */
export function chooseTarget(
	targets: readonly TargetConfig[],
	wanted: string | number | TargetConfig = 0,
): TargetConfig {
	if (typeof wanted === 'object') return wanted;
	const found = typeof wanted === 'number' ? targets[wanted] : targets.find(({ name }) => name === wanted);
	if (found !== undefined) return found;
	const names = targets.map(({ name }, index) => name ?? String(index));
	throw new UsageError(`there is no target ${wanted}`, {
		hint: `${names.length === 1 ? 'There is' : 'There are'} ${names.join(', ')}: targets go by their name, or their place from 0 on.`,
	});
}
