import { existsSync, globSync } from 'node:fs';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { TargetConfig } from '../../src/config/define.ts';

/** A target for each model; a pattern such as `out/checkpoint-*\/model.gguf` is one for each file, with its step. Throws UsageError. */
export function seriesTargets(models: readonly string[], base: TargetConfig): readonly TargetConfig[] {
	return models.flatMap((model): readonly TargetConfig[] => {
		if (!model.includes('*') || existsSync(model) || /^\w+:/u.test(model)) return [{ ...base, model }];
		const files = globSync(model).toSorted();
		if (files.length === 0) throw new UsageError(message('usage.series-none', { pattern: model }));
		if (files.length === 1) return [{ ...base, model: files[0] }];
		const steps = stepsOf(files);
		if (steps === undefined) return files.map((file) => ({ ...base, model: file }));
		return files
			.map((file, at) => ({ ...base, model: file, step: steps[at] as number }))
			.toSorted((one, other) => one.step - other.step);
	});
}

/** The number whose place differs between all files; undefined where none does. */
function stepsOf(files: readonly string[]): readonly number[] | undefined {
	const numbers = files.map((file) => file.match(/\d+/gu) ?? []);
	const places = Array.from({ length: Math.max(...numbers.map(({ length }) => length)) }, (_, place) => place).filter(
		(place) => new Set(numbers.map((own) => own[place])).size > 1,
	);
	if (places.length === 0) return undefined;
	const steps = numbers.map((own) => Number(own[places[0] ?? 0]));
	if (places.length === 1 && new Set(steps).size === files.length && !steps.some(Number.isNaN)) return steps;
	throw new UsageError(message('usage.series-steps', { files }));
}
