import { existsSync, globSync } from 'node:fs';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import type { TargetConfig } from '../../src/config/define.ts';

/**
 * The targets, with one for each file of a pattern such as `out/checkpoint-*\/model.gguf`, by step. One with a step is called
 * so where it has no name. Throws UsageError.
 */
export function seriesTargets(targets: readonly TargetConfig[]): readonly TargetConfig[] {
	const all = targets.flatMap(oneForEachFile);
	const twice = all.find(({ step }, at) => step !== undefined && all.findIndex((one) => one.step === step) !== at);
	if (twice === undefined) return all.map(named);
	throw notClear(all.filter(({ step }) => step === twice.step).map(({ model }) => String(model)));
}

function named(target: TargetConfig): TargetConfig {
	const { name, step } = target;
	return step === undefined || name !== undefined ? target : { ...target, name: `step ${step}` };
}

function oneForEachFile(target: TargetConfig): readonly TargetConfig[] {
	const field = (['model', 'adapter'] as const).find((one) => isPattern(target[one]));
	if (field === undefined) return [target];
	const pattern = String(target[field]);
	const files = globSync(pattern).toSorted();
	if (files.length === 0) throw new UsageError(message('usage.series-none', { pattern }));
	const steps = stepsOf(files);
	return files
		.map((file, at): TargetConfig => ({ ...target, [field]: file, step: steps?.[at] ?? target.step }))
		.toSorted((one, other) => (one.step ?? 0) - (other.step ?? 0));
}

function isPattern(value: unknown): boolean {
	return typeof value === 'string' && value.includes('*') && !existsSync(value) && !/^\w+:/u.test(value);
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
	throw notClear(files);
}

function notClear(files: readonly string[]): UsageError {
	return new UsageError(message('usage.series-steps', { files }));
}
