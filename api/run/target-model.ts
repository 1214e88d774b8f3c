import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { shownPath } from '../../src/base/read-file.ts';
import type { TargetConfig } from '../../src/config/define.ts';

/**
 * The target with the path of its model from here: a config's paths are relative to its folder. What is no file there,
 * and does not begin like a path, is a name that the runner knows.
 */
export function withModelIn(folder: string, target: TargetConfig): TargetConfig {
	const { model } = target;
	if (model === undefined || isAbsolute(model) || /^(?:hf:|https?:)/iu.test(model)) return target;
	const path = resolve(folder, model);
	return /^\.{1,2}[\\/]/u.test(model) || existsSync(path) ? { ...target, model: shownPath(path) } : target;
}
