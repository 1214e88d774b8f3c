import { existsSync, globSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { TargetConfig } from '../../src/config/define.ts';

/**
 * The targets, with one for each file of a pattern such as `out/checkpoint-*\/model.gguf`, by step. One with a step is called
 * so where it has no name. Throws UsageError.
 */
export function seriesTargets(targets: readonly TargetConfig[]): readonly TargetConfig[] {
	const all = targets.flatMap((target) => filesOf(target, target.model === undefined ? 'adapter' : 'model'));
	const twice = all.find(({ step }, at) => step !== undefined && all.findIndex((one) => one.step === step) !== at);
	if (twice === undefined) return all.map(named);
	throw notClear(all.filter(({ step }) => step === twice.step).map(({ model }) => String(model)));
}

function named(target: TargetConfig): TargetConfig {
	const { name, step } = target;
	return step === undefined || name !== undefined ? target : { ...target, name: `step ${step}` };
}

function filesOf(target: TargetConfig, field: 'model' | 'adapter'): readonly TargetConfig[] {
	const pattern = target[field];
	if (typeof pattern !== 'string' || !pattern.includes('*') || existsSync(pattern) || /^\w+:/u.test(pattern))
		return field === 'model' ? filesOf(target, 'adapter') : [target];
	const files = globSync(pattern).toSorted();
	if (files.length === 0) throw new UsageError(message('usage.series-none', { pattern }));
	const steps = stepsOf(files);
	return files
		.map((file, at): TargetConfig => ({ ...target, [field]: file, step: steps?.[at] ?? target.step }))
		.toSorted((one, other) => (one.step ?? 0) - (other.step ?? 0));
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

/**
 * The target with the path of its model from here: a config's paths are relative to its folder. What is no file there,
 * and does not begin like a path, is a name that the runner knows.
 */
export function withModelIn(folder: string, target: TargetConfig): TargetConfig {
	const { model, adapter } = target;
	const own = typeof adapter === 'string' ? { ...target, adapter: shownPath(resolve(folder, adapter)) } : target;
	if (model === undefined || isAbsolute(model) || /^(?:hf:|https?:)/iu.test(model)) return own;
	const path = resolve(folder, model);
	return /^\.{1,2}[\\/]/u.test(model) || existsSync(path) || model.includes('*')
		? { ...own, model: shownPath(path) }
		: own;
}
