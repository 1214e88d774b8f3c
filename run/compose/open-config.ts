import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { ConfigError, UsageError } from '../../src/base/errors.ts';
import { message } from '../../src/base/message.ts';
import { shownPath } from '../../src/base/read-file.ts';
import type { Config, TargetConfig } from '../../src/config/define.ts';
import { findConfig } from '../../src/config/find-config.ts';
import { type ContentPlace, fieldPath, placeOf } from '../../src/config/issue.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { readConfig } from '../../src/config/schema.ts';
import { givenText } from '../../src/text/given-options.ts';
import { nearestName } from '../../src/text/nearest-name.ts';
import { RUNNER_NAMES } from './runners.ts';

/** A config that was read and checked, with the place of each field. */
export interface OpenedConfig extends Omit<LoadedConfig, 'content'> {
	readonly config: Config;
}

/**
 * The config at `path`, or the one found upwards from `folder`; undefined where there is none. Throws ConfigError naming
 * file, line and field.
 */
export async function openConfig(
	path: string | undefined,
	folder: string = process.cwd(),
): Promise<OpenedConfig | undefined> {
	if (path !== undefined) requirePath(path, 'openConfig: config');
	requirePath(folder, 'openConfig: folder');
	const found = path ?? findConfig(folder);
	return found === undefined ? undefined : openNamedConfig(found);
}

/** Code without types may give anything for one. Throws {@link UsageError} for what is no path. */
export function requirePath(path: unknown, what: string): void {
	if (typeof path === 'string' && path !== '') return;
	throw new UsageError(message('usage.not-a-path', { what, given: path === '' ? 'empty' : givenText(path) }));
}

/** A config that was named or given, checked. What paths of one that was given are relative to is `folder`. */
export async function openGivenConfig(config: Config | string, folder: string = process.cwd()): Promise<OpenedConfig> {
	if (typeof config !== 'string') return { file: 'config', folder, config: readConfig(config, { file: 'config' }) };
	return openNamedConfig(config);
}

async function openNamedConfig(path: string): Promise<OpenedConfig> {
	const { content, ...place } = await loadConfig(path);
	const config = readConfig(content, place);
	requireRunners(config, place);
	refuseSameNames(config, place);
	return { ...place, config };
}

function requireRunners({ targets = [] }: Config, place: ContentPlace): void {
	for (const [index, { runner }] of targets.entries()) {
		if (typeof runner !== 'string' || RUNNER_NAMES.includes(runner)) continue;
		const field = ['targets', index, 'runner'];
		const near = nearestName(runner, RUNNER_NAMES);
		throw new ConfigError(
			message('config.unknown-runner', {
				place: placeOf(place, field),
				field: fieldPath(field),
				runner,
				near,
				known: RUNNER_NAMES,
			}),
		);
	}
}

/** Reports, folders and `--target` tell targets by their names. */
function refuseSameNames({ targets = [] }: Config, place: ContentPlace): void {
	const names = targets.map(({ name }) => name);
	const twice = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index);
	if (twice === -1) return;
	const field = ['targets', twice, 'name'];
	throw new ConfigError(
		message('config.name-twice', { place: placeOf(place, field), field: fieldPath(field), name: names[twice] ?? '' }),
	);
}

/**
 * The target with the path of its model from here: a config's paths are relative to its folder. What is no file there,
 * and does not begin like a path, is a name that the runner knows.
 */
export function targetFrom(folder: string, target: TargetConfig): TargetConfig {
	const { model, adapter } = target;
	const own = typeof adapter === 'string' ? { ...target, adapter: shownPath(resolve(folder, adapter)) } : target;
	if (model === undefined || isAbsolute(model) || /^(?:hf:|https?:)/iu.test(model)) return own;
	const path = resolve(folder, model);
	return /^\.{1,2}[\\/]/u.test(model) || existsSync(path) || model.includes('*')
		? { ...own, model: shownPath(path) }
		: own;
}
